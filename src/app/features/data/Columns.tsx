import type { ColumnRole } from '../../../data/column-layout.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { updateFile } from '../../files/update-file.ts';
import shared from '../../look/text.module.css';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { RowsTable } from '../../ui/tables/RowsTable.tsx';
import { COLUMN_ROLE_CHOICES, columnHead, rolesInWords, withRole } from './cards.ts';
import styles from './Data.module.css';

/** The first rows of a file, with what each column holds, and why. Every role can be changed. */
export function Columns({ file, isFixed }: { file: CorpusFile; isFixed: boolean }) {
  const { id, name, reading } = file;
  const { roles, rows, reasons, outside } = reading;
  return (
    <details className={styles.coverage}>
      <summary>Columns: {rolesInWords(reading)}</summary>
      <RowsTable
        label={`First rows of ${name}`}
        className={styles.rows}
        rows={rows}
        columns={roles.map(({ role }, column) => ({
          role,
          head: (
            <>
              <span>{columnHead(reading, column)}</span>
              <InlineSelect
                label={`Column ${column + 1} of ${name}`}
                options={COLUMN_ROLE_CHOICES}
                value={role}
                isDisabled={isFixed}
                onChange={(value) => void updateFile(id, withRole(reading, column, value as ColumnRole))}
              />
            </>
          ),
        }))}
      />
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
