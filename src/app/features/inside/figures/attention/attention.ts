import { quoted } from '../../../../../lib/text-direction.ts';
import { savedColumns, type Table } from '../../../../../lib/table.ts';
import type { SentenceAttention } from '../../../../../tagging/explain/attention.ts';
import type { CellRow } from '../../drawing/layout.ts';
import { columnNames } from '../../drawing/token-table.ts';
import { formatShare } from '../../../../../lib/format-share.ts';

/** A row for each token: the share of its attention for each token of the sentence, in percent. */
export function attentionRows({ tokens, weights }: SentenceAttention): CellRow[] {
  const T = tokens.length;
  return tokens.map((name, t) => ({
    name,
    cells: Array.from(weights.subarray(t * T, (t + 1) * T), (value) => ({
      value,
      text: String(Math.round(100 * value)),
      opacity: 0.85 * Math.sqrt(value),
    })),
  }));
}

/** `“City” attends most to “New” (41%), “York” (22%) and “City” (20%).` */
export function attentionText({ tokens, weights }: SentenceAttention, token: number): string {
  const T = tokens.length;
  const order = [...tokens.keys()].sort((a, b) => weights[token * T + b]! - weights[token * T + a]!);
  const most = order
    .slice(0, 3)
    .map((other) => `${quoted(tokens[other]!)} (${formatShare(weights[token * T + other]!, 0)})`);
  const last = most.pop();
  return `${quoted(tokens[token]!)} attends most to ${most.length > 0 ? `${most.join(', ')} and ` : ''}${last}.`;
}

export function attentionTable(found: SentenceAttention): Table<CellRow> {
  const names = columnNames(found.tokens);
  return {
    columns: [
      { name: 'token', head: 'Token', value: ({ name }: CellRow) => name },
      ...savedColumns<CellRow>(
        Object.fromEntries(names.map((name, t) => [name, ({ cells }) => cells[t]!.value.toFixed(6)])),
      ),
    ],
    rows: attentionRows(found),
  };
}
