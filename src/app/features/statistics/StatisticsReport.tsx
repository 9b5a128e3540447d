import type { LabelledText } from '../../../data/corpora/statistics.ts';
import type { FileStatistics } from '../../../workers/wire/statistics.ts';
import { formatCount, formatCounted, formatShare, joinFacts } from '../../format.ts';
import { useEntityLooks } from '../../selectors/entity-looks.ts';
import { EntityName } from '../../ui/EntityName.tsx';
import table from '../../ui/SmallTable.module.css';
import {
  documentsInWords,
  duplicatesInWords,
  labelledCsv,
  labelsInWords,
  rareTagsInWords,
  sharedCsv,
  sharedInWords,
  typesCsv,
} from './derive.ts';
import { LengthsFigure } from './LengthsFigure.tsx';
import { Part } from './Part.tsx';
import styles from './Statistics.module.css';

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
        csv={() => labelledCsv(frequentEntities)}
      >
        <Labelled label="Frequent entities" texts={frequentEntities} />
      </Part>
      <Part
        title="Ambiguous words"
        description={`${formatCounted(ambiguousWords.count, 'word')} with several labels (types or O), those that most often differ from their usual label first.`}
        csv={() => labelledCsv(ambiguousWords.listed)}
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
      {sentences.map((shared) => (
        <details key={shared.other} className={styles.warning}>
          <summary>
            <strong>Duplicates across files:</strong> {duplicatesInWords(shared)}
          </summary>
          <ol>
            {shared.examples.map(({ text, line, otherLine }) => (
              <li key={line}>
                <span className={styles.dim}>
                  line {formatCount(line)}, there {formatCount(otherLine)}
                </span>{' '}
                {text}
              </li>
            ))}
          </ol>
        </details>
      ))}
      <p className={styles.dim}>
        {repeated === 0
          ? 'No sentence occurs twice in this file.'
          : `${formatCounted(repeated, 'sentence')} of this file ${repeated === 1 ? 'repeats' : 'repeat'} an earlier one.`}
      </p>
    </div>
  );
}

function Types({ found }: { found: FileStatistics }) {
  const looks = useEntityLooks();
  return (
    <Part
      title="Types"
      description="The entities of each type, and how many of them differ in more than case."
      csv={() => typesCsv(found)}
    >
      <table className={table.table} aria-label="Types">
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Entities</th>
            <th scope="col">Distinct</th>
          </tr>
        </thead>
        <tbody>
          {found.statistics.types.map(({ type, count, distinct }) => (
            <tr key={type}>
              <th scope="row">
                <EntityName type={type} look={looks(type)} />
              </th>
              <td>{formatCount(count)}</td>
              <td>{formatCount(distinct)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function Shared({ found }: { found: FileStatistics }) {
  const looks = useEntityLooks();
  const { entities } = found;
  if (entities.length === 0)
    return (
      <Part
        title="Shared entities"
        description="With a training file and a dev or test file, the entities that both have are counted here."
      />
    );
  return (
    <Part title="Shared entities" description={entities.map(sharedInWords).join(' ')} csv={() => sharedCsv(found)}>
      {entities.map(({ train, file, types }) => (
        <table key={`${train} ${file}`} className={table.table} aria-label={`Entities of ${file} in ${train}`}>
          <thead>
            <tr>
              <th scope="col">{file}</th>
              <th scope="col">Entities</th>
              <th scope="col">Shared</th>
            </tr>
          </thead>
          <tbody>
            {types.map(({ type, count, shared }) => (
              <tr key={type}>
                <th scope="row">
                  <EntityName type={type} look={looks(type)} />
                </th>
                <td>{formatCount(count)}</td>
                <td>{formatShare(shared / count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Part>
  );
}

function Labelled({ label, texts }: { label: string; texts: readonly LabelledText[] }) {
  if (texts.length === 0) return <p>None.</p>;
  return (
    <table className={table.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Text</th>
          <th scope="col">Count</th>
          <th scope="col">Labels</th>
        </tr>
      </thead>
      <tbody>
        {texts.map((one) => (
          <tr key={one.text}>
            <th scope="row">{one.text}</th>
            <td>{formatCount(one.count)}</td>
            <td>{labelsInWords(one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
