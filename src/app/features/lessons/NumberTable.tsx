import type { ReactNode } from 'react';
import styles from './Lessons.module.css';

export interface NumberRow {
  head: ReactNode;
  cells: readonly ReactNode[];
  /** Drawn as wrong. */
  isBad?: boolean;
}

interface NumberTableProps {
  caption?: string;
  /** Names of the columns, first that of the row heads; undefined: not shown. */
  columns?: readonly string[];
  rows: readonly NumberRow[];
  /** Class of the cells of a column, from 0 after the heads. */
  classOf?: (column: number) => string | undefined;
}

/** A table of numbers, or of fields for them, with a head for each row. */
export function NumberTable({ caption, columns, rows, classOf }: NumberTableProps) {
  return (
    <table className={styles.numbers}>
      {caption !== undefined && <caption>{caption}</caption>}
      {columns && (
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={i} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ head, cells, isBad = false }, i) => (
          <tr key={i} data-bad={isBad || undefined}>
            <th scope="row">{head}</th>
            {cells.map((cell, j) => (
              <td key={j} className={classOf?.(j)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
