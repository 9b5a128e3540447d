import { TextInput } from '@mantine/core';
import type { NearWord, Spelling } from '../../../../../tagging/explain/spelling.ts';
import { spellingTyped, useInsideStore } from '../../../../stores/inside.ts';
import { Scrollable } from '../../../../ui/Scrollable.tsx';
import { DataTable, HiddenTable } from '../../../../ui/tables/DataTable.tsx';
import { detail } from '../../details.ts';
import { Grid } from '../../drawing/Grid.tsx';
import { scoreText } from '../../drawing/numbers.ts';
import styles from '../../Inside.module.css';
import { requestedFigure } from '../figure.tsx';
import {
  charactersLayout,
  charactersTable,
  encoderNote,
  filtersTable,
  nearTable,
  noNeighbours,
  paddedWord,
  scaledActivations,
  variantsTable,
  winnerText,
} from './characters.ts';

/** The response of the character encoder to the spelling of the selected word. */
export const characters = requestedFigure({
  name: 'characters',
  title: 'Characters',
  text: 'A filter of a character CNN slides over three characters of the padded word; the maximum over the positions is its feature (Ma & Hovy 2016, §2.1). Framed: the trigram with the maximum. A character BiLSTM has no filters. Below: other spellings of the word in this sentence, and its nearest neighbours by cosine: characters keep their capitals, word vectors may be of lower-cased words.',
  stages: ['characters', 'character-encoder', 'word-vectors'],
  isIn: ({ emissions }) => emissions === 'network',
  request: detail('spelling', ({ text, sentence, token, spelling }) => ({ text, sentence, token, spelling }), {
    isSlow: true,
  }),
  table: charactersTable,
  Draw: Drawing,
  Actions: OtherSpelling,
});

function OtherSpelling() {
  const typed = useInsideStore((store) => store.spelling);
  return (
    <TextInput
      aria-label="Another spelling"
      placeholder="Another spelling"
      w={150}
      defaultValue={typed ?? ''}
      onChange={(event) => spellingTyped(event.currentTarget.value)}
    />
  );
}

function Drawing({ data: spelling }: { data: Spelling }) {
  return (
    <>
      <p aria-live="polite">
        <strong>{spelling.word}</strong> <span className={styles.small}>{encoderNote(spelling)}</span>
      </p>
      {spelling.filters.length > 0 && <Filters spelling={spelling} />}
      <div className={styles.columns}>
        <Scrollable className={styles.scroll} label="Table: spellings">
          <DataTable table={variantsTable(spelling)} label="Spellings" className={styles.table} />
        </Scrollable>
        {spelling.encoder !== 'none' && (
          <Near by="characters" words={spelling.nearestByCharacters} note={noNeighbours(spelling)} />
        )}
        <Near by="word vector" words={spelling.nearestByVector} note={noNeighbours(spelling)} />
      </div>
    </>
  );
}

function Filters({ spelling }: { spelling: Spelling }) {
  const { characters: letters, filters } = spelling;
  const layout = charactersLayout(spelling);
  const { left, top, column, row } = layout;
  return (
    <>
      <Grid
        label="Filters"
        isApart
        tokens={paddedWord(letters)}
        rows={filters.map(({ filter }) => `filter ${filter}`)}
        layout={layout}
      >
        {filters.map((filter, i) => (
          <g key={filter.filter} transform={`translate(${left}, ${top + i * row})`} aria-hidden="true">
            {scaledActivations(filter).map((strength, p) => (
              <g key={p} transform={`translate(${(p + 1) * column}, 0)`}>
                <rect className={styles.positive} width={column - 1} height={row - 1} fillOpacity={0.8 * strength} />
                <text className={styles.value} x={column / 2} y={row / 2}>
                  {scoreText(filter.responses[p]!)}
                </text>
              </g>
            ))}
            <rect className={styles.onPath} x={filter.winner * column} y={1} width={3 * column - 1} height={row - 3} />
            <text className={styles.note} x={(letters.length + 2) * column + 8} y={row / 2}>
              {winnerText(letters, filter)}
            </text>
          </g>
        ))}
      </Grid>
      <HiddenTable table={filtersTable(spelling)} caption={`Filters that stand out for ${spelling.word}`} />
    </>
  );
}

function Near({ by, words, note }: { by: string; words: readonly NearWord[]; note: string }) {
  return (
    <DataTable table={nearTable(by, words)} label={`Nearest by ${by}`} className={styles.table} placeholder={note} />
  );
}
