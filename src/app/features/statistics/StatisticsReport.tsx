import type { LabelledText } from '../../../data/corpora/statistics.ts';
import type { FileStatistics } from '../../../workers/wire/statistics.ts';
import { formatCount, formatCounted, joinFacts } from '../../look/format.ts';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import small from '../../ui/tables/SmallTable.module.css';
import { ambiguousInWords, documentsInWords, duplicatesInWords, rareTagsInWords, sharedInWords } from './in-words.ts';
import { LengthsFigure } from './LengthsFigure.tsx';
import { Part } from './Part.tsx';
import shared from '../../look/text.module.css';
import styles from './Statistics.module.css';
import { labelledTable, labelsTable, sharedTable, typesTable } from './tables.tsx';

/** Statistics of a corpus, to inspect before training. */
export function StatisticsReport({ found }: { found: FileStatistics }) {
  const { file, role, statistics, documents } = found;
  const { sentences, tokens, entities, frequentEntities, ambiguousWords } = statistics;
  const sizes = [
    formatCounted(sentences, 'sentence'),
    formatCounted(tokens, 'token'),
    formatCounted(entities, 'entity', 'entities'),
  ];
  return (
    <div className={styles.report}>
      <p className={styles.wide}>
        <strong>{file}</strong> ({role}): {joinFacts(sizes)}
      </p>
      {documents && <p className={styles.wide}>{documentsInWords(documents)}</p>}
      <Duplicates found={found} />
      <LengthsFigure title="Sentence lengths" lengths={statistics.sentenceLengths} />
      <LengthsFigure title="Entity lengths" lengths={statistics.entityLengths} />
      <Types found={found} />
      <Shared found={found} />
      <Part
        title="Frequent entities"
        description="The most frequent entities with their types. Case is ignored."
        table={() => labelsTable(frequentEntities)}
      >
        <Labelled label="Frequent entities" texts={frequentEntities} />
      </Part>
      <Part
        title="Ambiguous words"
        description={ambiguousInWords(ambiguousWords)}
        table={() => labelsTable(ambiguousWords.listed)}
      >
        <Labelled label="Ambiguous words" texts={ambiguousWords.listed} />
      </Part>
      <div className={styles.wide}>
        <Part title="Rare tags" description={rareTagsInWords(found)} />
      </div>
    </div>
  );
}

/** Sentences that are also in another file, which makes scores too optimistic. */
function Duplicates({ found: { sentences, statistics } }: { found: FileStatistics }) {
  const { repeated } = statistics;
  return (
    <div className={styles.wide}>
      {sentences.map((duplicates) => (
        <details key={duplicates.other} className={styles.warning}>
          <summary>
            <strong>Duplicates across files:</strong> {duplicatesInWords(duplicates)}
          </summary>
          <ol>
            {duplicates.examples.map(({ text, line, otherLine }) => (
              <li key={line}>
                <span className={shared.dim}>
                  line {formatCount(line)}, there {formatCount(otherLine)}
                </span>{' '}
                {text}
              </li>
            ))}
          </ol>
        </details>
      ))}
      <p className={shared.dim}>
        {repeated === 0
          ? 'No sentence occurs twice in this file.'
          : `${formatCounted(repeated, 'sentence')} of this file ${repeated === 1 ? 'repeats' : 'repeat'} an earlier one.`}
      </p>
    </div>
  );
}

function Types({ found }: { found: FileStatistics }) {
  const table = typesTable(found);
  return (
    <Part
      title="Types"
      description="The entities of each type, and how many of them differ in more than case."
      table={() => table}
    >
      <DataTable table={table} label="Types" className={small.table} />
    </Part>
  );
}

function Shared({ found: { entities } }: { found: FileStatistics }) {
  if (entities.length === 0)
    return (
      <Part
        title="Shared entities"
        description="Add a training file and a dev or test file to count the entities that both have."
      />
    );
  return (
    <Part
      title="Shared entities"
      description={entities.map(sharedInWords).join(' ')}
      table={() => sharedTable(entities)}
    >
      {entities.map((pair) => (
        <DataTable
          key={`${pair.train} ${pair.file}`}
          table={sharedTable([pair], pair.file)}
          label={`Entities of ${pair.file} in ${pair.train}`}
          className={small.table}
        />
      ))}
    </Part>
  );
}

function Labelled({ label, texts }: { label: string; texts: readonly LabelledText[] }) {
  if (texts.length === 0) return <p>None.</p>;
  return <DataTable table={labelledTable(texts)} label={label} className={small.table} />;
}
