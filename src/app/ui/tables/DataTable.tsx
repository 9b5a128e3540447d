import { VisuallyHidden } from '@mantine/core';
import { type Key, type ReactNode } from 'react';
import type { Column, Table } from '../../../lib/table.ts';

/** Attributes of a row or a cell, for its style, and a text that explains it. */
type Marks = Readonly<{ title?: string | undefined } & Record<`data-${string}`, true | undefined>>;

/** A column on the page. */
export interface ViewColumn<Row> extends Column<Row, ReactNode> {
  className?: string | undefined;
  marks?: (row: Row) => Marks;
}

export interface ViewTable<Row> extends Table<Row, ReactNode> {
  columns: readonly ViewColumn<Row>[];
}

interface DataTableProps<Row> {
  table: ViewTable<Row>;
  /** Its name; undefined: that of the caption, if there is one. */
  label?: string;
  caption?: ReactNode;
  className?: string | undefined;
  /** By default the index, for rows that neither move nor have state. */
  keyOf?: (row: Row) => Key;
  /** A short name of a row whose heading holds more, for screen readers. */
  nameOf?: (row: Row) => string;
  marks?: (row: Row) => Marks;
  /** Whether the first cell is a heading; by default it is. */
  hasRowNames?: boolean;
  /** The heading of the rows that follow. */
  groupOf?: (row: Row) => string;
  /** Number of columns that the heading of a row takes. */
  headSpan?: (row: Row) => number;
  /** Takes the place of all cells but the heading, unless undefined. */
  instead?: (row: Row) => ReactNode;
  /** Shown if there are no rows. */
  placeholder?: ReactNode;
  /** Of group headings and of what is shown in place of cells. */
  quiet?: string | undefined;
}

/** The columns of a table that have a heading, which may be empty; the first of them names the row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { table, label, caption, className, keyOf, groupOf, placeholder, quiet } = props;
  const columns = table.columns.filter(({ head }) => head !== undefined);
  const groups = groupOf === undefined ? [undefined] : [...new Set(table.rows.map(groupOf))];
  return (
    <table className={className} aria-label={label}>
      {caption !== undefined && <caption>{caption}</caption>}
      {columns.some(({ head }) => head !== '') && (
        <thead>
          <tr>
            {columns.map((column, i) => (
              <Heading key={i} column={column} />
            ))}
          </tr>
        </thead>
      )}
      {groups.map((group, g) => (
        <tbody key={g}>
          {group !== undefined && (
            <tr>
              <th scope="rowgroup" colSpan={columns.length} className={quiet}>
                {group}
              </th>
            </tr>
          )}
          {table.rows.map(
            (row, i) =>
              groupOf?.(row) === group && <Row key={keyOf?.(row) ?? i} {...props} columns={columns} row={row} />,
          )}
          {table.rows.length === 0 && placeholder !== undefined && (
            <tr>
              <td colSpan={columns.length} className={quiet}>
                {placeholder}
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}

/** A table for screen readers. */
export function HiddenTable<Row>(props: DataTableProps<Row>) {
  return (
    <VisuallyHidden>
      <DataTable {...props} />
    </VisuallyHidden>
  );
}

function Heading<Row>({ column: { head, label, title, className } }: { column: ViewColumn<Row> }) {
  return (
    <th scope="col" aria-label={label} className={className}>
      {title === undefined ? head : <abbr title={title}>{head}</abbr>}
    </th>
  );
}

interface RowProps<Row> extends DataTableProps<Row> {
  columns: readonly ViewColumn<Row>[];
  row: Row;
}

function Row<Row>({ row, columns, nameOf, marks, hasRowNames = true, headSpan, instead, quiet }: RowProps<Row>) {
  const span = headSpan?.(row) ?? 1;
  const replaced = instead?.(row);
  const cells = columns.filter((_, i) => i === 0 || (i >= span && replaced === undefined));
  return (
    <tr {...marks?.(row)}>
      {cells.map((column, i) => {
        const isName = i === 0 && hasRowNames;
        const Cell = isName ? 'th' : 'td';
        const name = isName && ({ scope: 'row', abbr: nameOf?.(row), colSpan: span } as const);
        return (
          <Cell key={i} {...name} className={column.className} {...column.marks?.(row)}>
            {column.text === undefined ? column.value?.(row) : column.text(row)}
          </Cell>
        );
      })}
      {replaced !== undefined && (
        <td colSpan={columns.length - 1} className={quiet}>
          {replaced}
        </td>
      )}
    </tr>
  );
}
