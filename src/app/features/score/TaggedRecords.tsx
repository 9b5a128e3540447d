import { useId } from 'react';
import type { RecordRows } from '../../../workers/wire/payloads.ts';
import { formatCount, formatCounted } from '../../look/format.ts';
import shared from '../../look/text.module.css';
import { RowsTable } from '../../ui/tables/RowsTable.tsx';
import styles from './Score.module.css';

/** Tagged records as the table that is saved: their fields, and what was found of each type. */
export function TaggedRecords({ file, records }: { file: string; records: RecordRows }) {
  const id = useId();
  const { count, header, rows, warning } = records;
  return (
    <section className={styles.report} aria-labelledby={id}>
      <h3 id={id} className={styles.recordsHead}>
        Records
      </h3>
      <p className={shared.quiet}>
        {count === rows.length
          ? `All ${formatCounted(count, 'record')}.`
          : `The first ${formatCount(rows.length)} of ${formatCount(count)}.`}
      </p>
      {warning !== undefined && <p className={shared.bad}>{warning}</p>}
      <RowsTable
        label={`Records of ${file}`}
        className={styles.records}
        rows={rows}
        columns={header.map((head) => ({ head }))}
      />
    </section>
  );
}
