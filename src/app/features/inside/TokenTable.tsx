import type { ReactNode } from 'react';

interface TokenTableProps {
  caption: string;
  /** Heading of the first column. */
  head: string;
  tokens: readonly string[];
  /** Rows with a cell per token. */
  rows: readonly { name: string; cells: readonly ReactNode[] }[];
}

/** Rows with a cell per token, for screen readers. To be used within `VisuallyHidden`. */
export function TokenTable({ caption, head, tokens, rows }: TokenTableProps) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {tokens.map((token, t) => (
            <th key={t} scope="col">
              {token}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, t) => (
              <td key={t}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
