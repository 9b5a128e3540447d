import type { Table } from '../../../../lib/table.ts';

/** Text per token. */
export interface TokenRow {
  name: string;
  cells: readonly { text: string }[];
}

/** Names of the columns of a file, one per token: a repeated word gets its number, `the (2)`. */
export function columnNames(tokens: readonly string[]): string[] {
  return tokens.map((token, t) => {
    const earlier = tokens.slice(0, t).filter((other) => other === token).length;
    return earlier === 0 ? token : `${token} (${earlier + 1})`;
  });
}

/** Rows with a column per token. @param head of their names */
export function tokenTable(head: string, tokens: readonly string[], rows: readonly TokenRow[]): Table<TokenRow> {
  return {
    columns: [
      { head, text: ({ name }) => name },
      ...tokens.map((token, t) => ({ head: token, text: ({ cells }: TokenRow) => cells[t]!.text })),
    ],
    rows,
  };
}
