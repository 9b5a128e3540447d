import { VisuallyHidden } from '@mantine/core';
import { probabilityText } from './derive.ts';
import type { DecodedRow } from './derive-comparison.ts';

interface DecodedTableProps {
  name: string;
  /** Of the first column. */
  head: string;
  tokens: readonly string[];
  rows: readonly DecodedRow[];
}

/** Tags of a sentence, a row per decoder, for screen readers. */
export function DecodedTable({ name: label, head, tokens, rows }: DecodedTableProps) {
  return (
    <VisuallyHidden>
      <table aria-label={label}>
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
          {rows.map(({ name, tags, probabilities, broken }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {tags.map((tag, t) => (
                <td key={t}>
                  <span>{tag}</span> <span>{probabilityText(probabilities[t]!)}</span>
                  {broken.includes(t) && ' after a forbidden step'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
