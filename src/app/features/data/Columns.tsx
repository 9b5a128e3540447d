import type { ColumnRole } from '../../../data/column-layout.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { updateFile } from '../../files/update-file.ts';
import shared from '../../look/text.module.css';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { COLUMN_ROLE_CHOICES, columnHead, rolesInWords, withRole } from './cards.ts';
import styles from './Data.module.css';

/** The first rows of a file, with what each column holds, and why. Every role can be changed. */
export function Columns({ file, isFixed }: { file: CorpusFile; isFixed: boolean }) {
  const { id, name, reading } = file;
  const { roles, rows, reasons, outside } = reading;
  return (
    <details className={styles.coverage}>
      <summary>Columns: {rolesInWords(reading)}</summary>
      <Scrollable label={`First rows of ${name}`} className={styles.rows}>
        <table>
          <thead>
            <tr>
              {roles.map(({ role }, column) => (
                <th key={column} scope="col" data-role={role}>
                  <span>{columnHead(reading, column)}</span>
                  <InlineSelect
                    label={`Column ${column + 1} of ${name}`}
                    options={COLUMN_ROLE_CHOICES}
                    value={role}
                    isDisabled={isFixed}
                    onChange={(value) => void updateFile(id, withRole(reading, column, value as ColumnRole))}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, i) => (
              <tr key={i}>
                {roles.map(({ role }, column) => (
                  <td key={column} data-role={role} dir="auto">
                    {cells[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
      {file.style.scheme !== 'none' && (
        <label className={styles.outside}>
          Tag outside entities
          <input
            key={outside}
            defaultValue={outside}
            disabled={isFixed}
            onBlur={({ currentTarget: { value } }) => value !== outside && void updateFile(id, { outside: value })}
          />
        </label>
      )}
      {reasons.length > 0 && <p className={shared.quiet}>Read so because {reasons.join('; ')}.</p>}
    </details>
  );
}
