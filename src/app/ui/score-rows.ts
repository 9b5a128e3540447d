import type { Score, Scores } from '../../eval/scores.ts';
import { formatCsv } from '../../lib/csv.ts';
import { memoizedByObject } from '../selectors/memoized.ts';

export interface ScoreRow extends Score {
  /** Undefined: overall. */
  type: string | undefined;
}

/** Overall, then the types by name. */
export const scoreRows = memoizedByObject((scores: Scores): ScoreRow[] => {
  const types = Object.entries(scores.byType).sort(([a], [b]) => a.localeCompare(b));
  return [{ type: undefined, ...scores.overall }, ...types.map(([type, score]) => ({ type, ...score }))];
});

export function scoresCsv(rows: readonly ScoreRow[]): string {
  const line = ({ type, precision, recall, f1, support, predicted, correct }: ScoreRow) => [
    type ?? 'Overall',
    precision,
    recall,
    f1,
    support,
    predicted,
    correct,
  ];
  return formatCsv([['type', 'precision', 'recall', 'f1', 'support', 'predicted', 'correct'], ...rows.map(line)]);
}
