import { VisuallyHidden } from '@mantine/core';
import { probabilityText } from './derive.ts';
import type { DecodedRow } from './derive-comparison.ts';
import { TokenTable } from './TokenTable.tsx';

interface DecodedTableProps {
  name: string;
  /** Heading of the first column. */
  head: string;
  tokens: readonly string[];
  rows: readonly DecodedRow[];
}

/** The tags of a sentence, with a row per decoder, for screen readers. */
export function DecodedTable({ name: caption, head, tokens, rows }: DecodedTableProps) {
  const cellsOf = ({ tags, probabilities, broken }: DecodedRow) =>
    tags.map((tag, t) => (
      <>
        <span>{tag}</span> <span>{probabilityText(probabilities[t]!)}</span>
        {broken.includes(t) && ' after a forbidden step'}
      </>
    ));
  return (
    <VisuallyHidden>
      <TokenTable
        caption={caption}
        head={head}
        tokens={tokens}
        rows={rows.map((row) => ({ name: row.name, cells: cellsOf(row) }))}
      />
    </VisuallyHidden>
  );
}
