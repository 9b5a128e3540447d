import type { SliceScore } from '../../eval/score-slices.ts';
import type { Slicing } from '../../eval/slices.ts';
import { formatCount, formatScore } from '../format.ts';
import { sliceName, SLICING_NAMES } from './slice-names.ts';
import styles from './ScoreTable.module.css';

interface SliceTableProps {
  label: string;
  slicing: Slicing;
  rows: readonly SliceScore[];
}

/** Precision, recall and F1 in percent of each slice, with the number of its gold entities. */
export function SliceTable({ label, slicing, rows }: SliceTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{SLICING_NAMES[slicing]}</th>
          <th scope="col" aria-label="Precision">
            <abbr title="Precision: the share of what was predicted that is right">P</abbr>
          </th>
          <th scope="col" aria-label="Recall">
            <abbr title="Recall: the share of the gold entities that was found">R</abbr>
          </th>
          <th scope="col">F1</th>
          <th scope="col" aria-label="Gold entities">
            <abbr title="Gold entities">n</abbr>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.slice} slicing={slicing} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ slicing, row }: { slicing: Slicing; row: SliceScore }) {
  const { slice, precision, recall, f1, support, predicted } = row;
  const { name, means } = sliceName(slicing, slice);
  return (
    <tr>
      <th scope="row" title={means}>
        {name}
      </th>
      <ShareCell share={predicted === 0 ? undefined : precision} />
      <ShareCell share={support === 0 ? undefined : recall} />
      <ShareCell share={support + predicted === 0 ? undefined : f1} />
      <td>{formatCount(support)}</td>
    </tr>
  );
}

/** A share; empty if undefined. */
function ShareCell({ share }: { share: number | undefined }) {
  if (share === undefined) return <td className={styles.share}>–</td>;
  return (
    <td className={styles.share}>
      <span className={styles.bar} style={{ width: `${share * 100}%`, background: 'var(--dim)' }} />
      {formatScore(share)}
    </td>
  );
}
