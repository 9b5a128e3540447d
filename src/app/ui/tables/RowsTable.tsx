import type { ReactNode } from 'react';
import { Scrollable } from '../Scrollable.tsx';

interface RowsTableProps {
  /** What the table shows, for its scrollable region. */
  label: string;
  className: string | undefined;
  columns: readonly RowsColumn[];
  /** [rows][columns] */
  rows: readonly (readonly string[])[];
}

interface RowsColumn {
  head: ReactNode;
  /** `data-role` of its cells, for their style. */
  role?: string | undefined;
}

/** Rows of a file as written, with a head for each column. */
export function RowsTable({ label, className, columns, rows }: RowsTableProps) {
  return (
    <Scrollable label={label} className={className}>
      <table>
        <thead>
          <tr>
            {columns.map(({ head, role }, column) => (
              <th key={column} scope="col" data-role={role}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {columns.map(({ role }, column) => (
                <td key={column} data-role={role} dir="auto">
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}
