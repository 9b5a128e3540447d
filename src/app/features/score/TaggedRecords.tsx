import { useId } from 'react';
import type { RecordRows } from '../../../workers/wire/payloads.ts';
import { formatCount, formatCounted } from '../../look/format.ts';
import shared from '../../look/text.module.css';
import { Scrollable } from '../../ui/Scrollable.tsx';
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
      <Scrollable label={`Records of ${file}`} className={styles.records}>
        <table>
          <thead>
            <tr>
              {header.map((name, column) => (
                <th key={column} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={column} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
    </section>
  );
}
