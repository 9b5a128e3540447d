import { ActionIcon } from '@mantine/core';
import { useId } from 'react';
import { importances } from '../../../search/importance.ts';
import { saveTable } from '../../ui/save-figure.ts';
import { useSearchStore } from './store.ts';
import { Icon } from '../../ui/Icon.tsx';
import shared from '../../look/text.module.css';
import { importanceTable, importanceRows, type ImportanceRow } from './results.ts';
import styles from './Search.module.css';

/** Which settings mattered: how much of the variance of F1 each explains, and which of its values were better. */
export function ImportanceTable() {
  const id = useId();
  const { spec, trials } = useSearchStore();
  const rows = importanceRows(spec, trials);
  if (spec === undefined || rows.length === 0) return null;
  return (
    <figure className={styles.importance} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h3 id={id}>Which settings mattered</h3>
        <ActionIcon
          aria-label="Save Which settings mattered"
          title="Save as CSV"
          onClick={() => saveTable('which-settings-mattered', importanceTable(importances(spec.ranges, trials)))}
        >
          <Icon name="save" size={14} />
        </ActionIcon>
      </figcaption>
      <p className={shared.dim}>
        The share of the variance of F1 that the values of a setting explain by themselves, and their mean F1 against
        the other recipes of the same length. Pale: not significant (permutation test, p ≥ 0.05).
      </p>
      <ul className={styles.bars}>
        {rows.map((row) => (
          <Bar key={row.field} row={row} />
        ))}
      </ul>
    </figure>
  );
}

function Bar({ row: { label, share, shareText, pText, isClear, groups } }: { row: ImportanceRow }) {
  return (
    <li data-clear={isClear || undefined}>
      <span className={styles.label}>{label}</span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${100 * share}%` }} />
      </span>
      <span className={styles.share} title={`p = ${pText}`}>
        {shareText}
      </span>
      <ol className={styles.groups}>
        {groups.map(({ label, text, side, trials }) => (
          <li key={label} title={trials}>
            <span className={styles.value}>{label}</span>
            <span className={styles.side} aria-hidden="true">
              <span data-below={side < 0 || undefined} style={{ width: `${50 * Math.abs(side)}%` }} />
            </span>
            <span className={styles.difference}>{text}</span>
          </li>
        ))}
      </ol>
    </li>
  );
}
