import { formatCount, formatCounted } from '../../look/format.ts';
import { TypeName } from '../../ui/entity/TypeName.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { DataTable, type ViewColumn, type ViewTable } from '../../ui/tables/DataTable.tsx';
import type { ErrorSummary } from './errors.ts';
import styles from './Errors.module.css';

type Confusion = ErrorSummary['confusion'];
type ConfusionRow = Confusion['rows'][number];

/** Which types are confused with which. There is nothing to show for a single type. */
export function ConfusionTable({ types, rows: all, ofClasses }: Confusion & { ofClasses: boolean }) {
  if (types.length < 2) return null;
  const rows = ofClasses ? all.filter(({ gold }) => gold !== undefined) : all; // each text is given a class
  const table = confusionTable(rows, ofClasses ? types : [...types, undefined]);
  const hasMisplaced = rows.some(({ cells }) => cells.some(({ misplaced }) => (misplaced ?? 0) > 0));
  return (
    <div>
      {/* Not a caption of the table, which scrolls away with it. */}
      <p className={styles.aboutConfusion}>
        Gold in rows, predicted in columns. On the diagonal: correct {ofClasses ? 'texts' : 'entities'}
        {hasMisplaced && ', and after + those with wrong boundaries'}.
      </p>
      <Scrollable className={styles.scroll} label="Types confused with each other">
        <DataTable
          table={table}
          label={ofClasses ? 'Confusion of classes' : 'Confusion of types'}
          className={styles.confusion}
        />
      </Scrollable>
    </div>
  );
}

function confusionTable(
  rows: readonly ConfusionRow[],
  columns: readonly (string | undefined)[],
): ViewTable<ConfusionRow> {
  const name = (type: string | undefined) => (type === undefined ? 'none' : <TypeName type={type} />);
  return {
    columns: [
      { head: 'Gold', text: ({ gold }) => name(gold) },
      ...columns.map((type, i): ViewColumn<ConfusionRow> => ({
        head: name(type),
        text: ({ cells }) => <Count {...cells[i]!} />,
        marks: ({ cells }) => ({
          'data-same': cells[i]!.misplaced !== undefined || undefined,
          'data-zero': cells[i]!.count === 0 || undefined,
        }),
      })),
    ],
    rows,
  };
}

function Count({ count, misplaced = 0 }: ConfusionRow['cells'][number]) {
  if (count === undefined) return '';
  return (
    <>
      {formatCount(count)}
      {misplaced > 0 && (
        <span title={`${formatCounted(misplaced, 'entity', 'entities')} of the right type with wrong boundaries`}>
          {' '}
          +{formatCount(misplaced)}
        </span>
      )}
    </>
  );
}
