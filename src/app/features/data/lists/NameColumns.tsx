import type { NameTable } from '../../../../data/features/lists/name-entry.ts';
import type { ListFile } from '../../../../workers/wire/payloads.ts';
import { chooseNameColumns } from '../../../files/update-file.ts';
import shared from '../../../look/text.module.css';
import { InlineSelect } from '../../../ui/controls/InlineSelect.tsx';
import { RowsTable } from '../../../ui/tables/RowsTable.tsx';
import styles from '../Data.module.css';
import { columnsInWords, NAME_ROLES, nameHead, nameRole, withNameRole, type NameRole } from './name-roles.ts';

interface NameColumnsProps extends Pick<ListFile, 'id' | 'name'> {
  table: NameTable;
  isFixed: boolean;
}

/** The first rows of a table of names, with what each column holds. Every role can be changed. */
export function NameColumns({ id, name, table, isFixed }: NameColumnsProps) {
  const { columns, header, rows, mayHaveHeader } = table;
  const onlyName = columns.names.length === 1 ? columns.names[0] : undefined; // a list has names
  return (
    <details className={styles.coverage}>
      <summary>Read: {columnsInWords(table)}</summary>
      <RowsTable
        label={`First rows of ${name}`}
        className={styles.rows}
        rows={rows}
        columns={header.map((_, column) => ({
          role: nameRole(columns, column) === 'unused' ? undefined : 'token',
          head: (
            <>
              <span>{nameHead(table, column)}</span>
              <InlineSelect
                label={`Column ${column + 1} of ${name}`}
                options={NAME_ROLES}
                value={nameRole(columns, column)}
                isDisabled={isFixed || column === onlyName}
                onChange={(role) => void chooseNameColumns(id, withNameRole(columns, column, role as NameRole))}
              />
            </>
          ),
        }))}
      />
      {mayHaveHeader && (
        <label className={styles.textField}>
          <input
            type="checkbox"
            checked={columns.hasHeader}
            disabled={isFixed}
            onChange={({ currentTarget: { checked } }) =>
              void chooseNameColumns(id, { ...columns, hasHeader: checked })
            }
          />
          The first line names the columns
        </label>
      )}
      <p className={shared.quiet}>
        {table.isChosen ? 'As you chose.' : 'As the header or the cells suggest.'}
        {onlyName !== undefined && header.length > 1 && ' To take the names from another column, choose “name” there.'}
      </p>
    </details>
  );
}
