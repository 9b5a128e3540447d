import { TextInput, VisuallyHidden } from '@mantine/core';
import type { NearWord, Spelling } from '../../../tagging/spelling.ts';
import { spellingTyped, useInsideStore } from '../../stores/inside.ts';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { scoreText } from './derive.ts';
import {
  scaledActivations,
  charactersCsv,
  charactersLayout,
  encoderNote,
  noNeighbours,
  paddedWord,
  trigramAt,
  variantRows,
  winnerText,
} from './derive-characters.ts';
import { DetailSection } from './DetailSection.tsx';
import { Grid } from './Grid.tsx';
import styles from './Inside.module.css';

/** The response of the character encoder to the spelling of the selected word. */
export function CharactersFigure() {
  const typed = useInsideStore((store) => store.spelling);
  return (
    <DetailSection
      detail="spelling"
      title="Characters"
      description="Each filter slides over three characters of the padded word; the maximum over the positions is its feature (Ma & Hovy 2016, §2.1). Framed: the trigram with the maximum. Below: other spellings of the word in this sentence, and its nearest neighbours by cosine."
      csv={charactersCsv}
      actions={
        <TextInput
          aria-label="Another spelling"
          placeholder="Another spelling"
          w={150}
          defaultValue={typed ?? ''}
          onChange={(event) => spellingTyped(event.currentTarget.value)}
        />
      }
    >
      {(spelling) => (
        <>
          <p aria-live="polite">
            <strong>{spelling.word}</strong> <span className={styles.dim}>{encoderNote(spelling)}</span>
          </p>
          {spelling.filters.length > 0 && <Filters spelling={spelling} />}
          <div className={styles.columns}>
            <Variants spelling={spelling} />
            {spelling.encoder !== 'none' && (
              <Near by="characters" words={spelling.nearestByCharacters} note={noNeighbours(spelling)} />
            )}
            <Near by="word vector" words={spelling.nearestByVector} note={noNeighbours(spelling)} />
          </div>
        </>
      )}
    </DetailSection>
  );
}

function Filters({ spelling }: { spelling: Spelling }) {
  const { characters, filters } = spelling;
  const layout = charactersLayout(spelling);
  const { left, top, column, row } = layout;
  return (
    <>
      <Grid
        label="Filters"
        isApart
        tokens={paddedWord(characters)}
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
            <text className={styles.note} x={(characters.length + 2) * column + 8} y={row / 2}>
              {winnerText(characters, filter)}
            </text>
          </g>
        ))}
      </Grid>
      <VisuallyHidden>
        <table>
          <caption>Filters that stand out for {spelling.word}</caption>
          <thead>
            <tr>
              <th scope="col">Filter</th>
              <th scope="col">Trigram</th>
              <th scope="col">Activation</th>
              <th scope="col">Standard deviations above other words</th>
            </tr>
          </thead>
          <tbody>
            {filters.map(({ filter, responses, winner, deviations }) => (
              <tr key={filter}>
                <th scope="row">{filter}</th>
                <td>{trigramAt(characters, winner)}</td>
                <td>{scoreText(responses[winner]!)}</td>
                <td>{scoreText(deviations)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}

function Variants({ spelling }: { spelling: Spelling }) {
  return (
    <Scrollable className={styles.scroll} label="Table: spellings">
      <table className={styles.table} aria-label="Spellings">
        <thead>
          <tr>
            <th scope="col">Written</th>
            <th scope="col">How</th>
            <th scope="col">Similarity</th>
            <th scope="col">Vector</th>
            <th scope="col">Tag</th>
            <th scope="col">p</th>
          </tr>
        </thead>
        <tbody>
          {variantRows(spelling).map(([written, ...cells]) => (
            <tr key={written}>
              <th scope="row">{written}</th>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}

function Near({ by, words, note }: { by: string; words: readonly NearWord[]; note: string }) {
  return (
    <table className={styles.table} aria-label={`Nearest by ${by}`}>
      <thead>
        <tr>
          <th scope="col">By {by}</th>
          <th scope="col">
            <abbr title="Cosine: 1 for the same direction, 0 for unrelated ones">cos</abbr>
          </th>
        </tr>
      </thead>
      <tbody>
        {words.length === 0 && (
          <tr>
            <td colSpan={2}>{note}</td>
          </tr>
        )}
        {words.map(({ word, similarity }) => (
          <tr key={word}>
            <th scope="row">{word}</th>
            <td>{scoreText(similarity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
