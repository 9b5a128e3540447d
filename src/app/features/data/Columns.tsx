import type { ColumnRole } from '../../../data/column-layout.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { updateFile } from '../../files/files.ts';
import shared from '../../look/text.module.css';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { COLUMN_ROLE_CHOICES, columnHead, rolesInWords, withRole } from './cards.ts';
import styles from './Data.module.css';

/** What each column of a file holds, and why. Every role can be changed. */
export function Columns({ file, isFixed }: { file: CorpusFile; isFixed: boolean }) {
  const { id, name, reading } = file;
  const { roles, reasons, outside } = reading;
  return (
    <details className={styles.coverage}>
      <summary>Columns: {rolesInWords(reading)}</summary>
      <ol className={styles.columns} aria-label={`Columns of ${name}`}>
        {roles.map(({ role }, column) => (
          <li key={column}>
            <span>{columnHead(reading, column)}</span>
            <InlineSelect
              label={`Column ${column + 1} of ${name}`}
              options={COLUMN_ROLE_CHOICES}
              value={role}
              isDisabled={isFixed}
              onChange={(value) => void updateFile(id, withRole(reading, column, value as ColumnRole))}
            />
          </li>
        ))}
      </ol>
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
