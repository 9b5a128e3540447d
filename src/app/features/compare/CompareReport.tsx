import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import type { Table } from '../../../lib/table.ts';
import { formatCount, formatScore } from '../../look/format.ts';
import { saveTable } from '../../ui/save-figure.ts';
import type { FoundComparison } from './found-comparison.ts';
import { EntityText } from '../../ui/entity/EntityText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import small from '../../ui/tables/SmallTable.module.css';
import shared from '../../look/text.module.css';
import styles from './Compare.module.css';
import {
  entitiesTable,
  entityInContext,
  listedEntities,
  placeText,
  verdictInWords,
  type ListedEntity,
} from './comparison.ts';
import { DifferenceFigure } from './DifferenceFigure.tsx';

/** Number of entities shown initially, and added by each press of the button. */
const PAGE = 25;

export function CompareReport({ found }: { found: FoundComparison }) {
  const { names, comparison } = found;
  const { f1, found: counts } = comparison;
  const table: Table<0 | 1> = {
    columns: [
      { head: 'Model', text: (i) => names[i] },
      { head: 'F1', text: (i) => formatScore(f1.f1[i]) },
      { head: 'Found only by it', text: (i) => formatCount(i === 0 ? counts.first : counts.second) },
    ],
    rows: [0, 1],
  };
  return (
    <div className={styles.report}>
      <p className={styles.verdict}>{verdictInWords(found)}</p>
      <DataTable table={table} label="Scores of both models" className={small.table} />
      <p className={shared.dim}>
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
          onClick={() => saveTable('found-by-one-model', entitiesTable(found))}
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
          <Entity
            key={`${one.sentence.file} ${one.sentence.line} ${one.decided.entity.start}`}
            listed={one}
            names={names}
          />
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
        <strong>Found by {names[decided.by]}</strong> <span className={shared.dim}>{placeText(sentence)}</span>
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
