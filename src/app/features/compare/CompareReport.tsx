import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { formatCount, formatScore } from '../../format.ts';
import { saveCsv } from '../../save-file.ts';
import type { FoundComparison } from '../../stores/comparison.ts';
import { EntityText } from '../../ui/EntityText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import table from '../../ui/SmallTable.module.css';
import styles from './Compare.module.css';
import { entitiesCsv, entityInContext, listedEntities, verdictInWords, type ListedEntity } from './derive.ts';
import { DifferenceFigure } from './DifferenceFigure.tsx';

/** Number of entities shown initially, and added by each press of the button. */
const PAGE = 25;

export function CompareReport({ found }: { found: FoundComparison }) {
  const { names, comparison } = found;
  const { f1, found: counts } = comparison;
  return (
    <div className={styles.report}>
      <p className={styles.verdict}>{verdictInWords(found)}</p>
      <table className={table.table} aria-label="Scores of both models">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">F1</th>
            <th scope="col">Found only by it</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, i) => (
            <tr key={i}>
              <th scope="row">{name}</th>
              <td>{formatScore(f1.f1[i]!)}</td>
              <td>{formatCount(i === 0 ? counts.first : counts.second)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.dim}>
        Of the gold entities, both find {formatCount(counts.both)} and neither finds {formatCount(counts.neither)}.
      </p>
      <DifferenceFigure found={found} />
      <Entities found={found} />
    </div>
  );
}

function Entities({ found }: { found: FoundComparison }) {
  const id = useId();
  const { names, comparison } = found;
  const [by, setBy] = useState<'both' | '0' | '1'>('both');
  const [shown, setShown] = useState(PAGE);
  const listed = listedEntities(comparison, by === 'both' ? undefined : by === '0' ? 0 : 1);
  const more = Math.min(PAGE, listed.length - shown);
  const { first, second } = comparison.found;
  const choices = [
    { value: 'both', label: `All (${formatCount(first + second)})` },
    { value: '0', label: `${names[0]} (${formatCount(first)})` },
    { value: '1', label: `${names[1]} (${formatCount(second)})` },
  ];
  return (
    <section aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id}>Found by one model only</h3>
        <ActionIcon
          aria-label="Save Found by one model only"
          title="Save as CSV"
          onClick={() => saveCsv('found-by-one-model', entitiesCsv(found))}
        >
          <Icon name="save" size={14} />
        </ActionIcon>
      </header>
      <SegmentedControl
        aria-label="Found by"
        data={choices}
        value={by}
        onChange={(value) => {
          setBy(value as typeof by);
          setShown(PAGE);
        }}
      />
      {listed.length === 0 && <p>None.</p>}
      <ol className={styles.entities} aria-labelledby={id}>
        {listed.slice(0, shown).map((one) => (
          <Entity key={`${one.sentence.line} ${one.decided.entity.start}`} listed={one} names={names} />
        ))}
      </ol>
      {more > 0 && <Button onClick={() => setShown(shown + PAGE)}>{more} more</Button>}
    </section>
  );
}

function Entity({ listed, names }: { listed: ListedEntity; names: readonly [string, string] }) {
  const { text, gold, predicted } = entityInContext(listed);
  const { sentence, decided } = listed;
  return (
    <li>
      <p>
        <strong>Found by {names[decided.by]}</strong>{' '}
        <span className={styles.dim}>line {formatCount(sentence.line)}</span>
      </p>
      <dl className={styles.sides}>
        <dt>Gold</dt>
        <dd>
          <EntityText text={text} entities={gold} />
        </dd>
        {names.map((name, i) => (
          <div key={i} className={styles.side}>
            <dt>{name}</dt>
            <dd>
              <EntityText text={text} entities={predicted[i]!} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
