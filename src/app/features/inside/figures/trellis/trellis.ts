import type { ScoredSentence } from '../../../../../insight/sentence.ts';
import { cellSum, foldedTags, type CellSum, type Trellis, type TrellisMode } from '../../../../../insight/trellis.ts';
import type { Table } from '../../../../../lib/table.ts';
import { formatCounted } from '../../../../look/format.ts';
import { memoized } from '../../../../stores/memoized.ts';
import { trellisOf } from '../../inspected.ts';

/** The drawn state of the trellis. */
export interface TrellisView {
  trellis: Trellis;
  mode: TrellisMode;
  /** Indices of the drawn tags. */
  shown: number[];
  folded: number[];
  /** The last step: END, or, for Viterbi, the backtrack. */
  last: number;
  /** The last drawn step. */
  step: number;
}

/** The drawn tags and the others. Memoized, so that figures without steps are not rendered at every step. */
export const shownTags = memoized((trellis: Trellis, mode: TrellisMode, kept: readonly number[] | undefined) => {
  const folded = foldedTags(trellis, mode, kept ?? []);
  const shown = trellis.sentence.tags.map((_, tag) => tag).filter((tag) => !folded.includes(tag));
  return { folded, shown };
});

export function trellisView(
  sentence: ScoredSentence,
  mode: TrellisMode,
  step: number | undefined,
  kept?: readonly number[],
): TrellisView {
  const trellis = trellisOf(sentence);
  const { folded, shown } = shownTags(trellis, mode, kept);
  const last = mode === 'viterbi' ? trellis.T + 1 : trellis.T;
  return { trellis, mode, shown, folded, last, step: Math.min(step ?? last, last) };
}

/** The explained cell, in the column of the step. `tag` is undefined at END and after it. */
export function explainedCell(
  { trellis, step }: TrellisView,
  tag: number | undefined,
): { t: number; tag: number | undefined } {
  if (step >= trellis.T) return { t: trellis.T, tag: undefined };
  return { t: step, tag: tag ?? trellis.path[step]! };
}

export function valueAt({ trellis, mode }: TrellisView, t: number, tag: number): number {
  return (mode === 'viterbi' ? trellis.best : trellis.lattice.alpha)[t * trellis.K + tag]!;
}

/** The weight of a cell in [0, 1]: the best path through it relative to the best of all, or the probability of the tag. */
export function weightAt({ trellis, mode }: TrellisView, t: number, tag: number): number {
  const { best, rest, score, probabilities, K } = trellis;
  const cell = t * K + tag;
  return mode === 'viterbi' ? Math.exp(best[cell]! + rest[cell]! - score) : probabilities[cell]!;
}

export interface Explanation extends CellSum {
  /** `best(City, E-LOC)`, `alpha(City, E-LOC)`, `log Z`. */
  name: string;
  /** The recursion in symbols. */
  rule: string;
  /** The step in words, for screen readers. */
  sentence: string;
}

export function explain(view: TrellisView, tag: number | undefined): Explanation {
  const { trellis, mode } = view;
  const { tokens, tags } = trellis.sentence;
  const cell = explainedCell(view, tag);
  const sum = cellSum(trellis, mode, cell.t, cell.tag);
  const isEnd = cell.tag === undefined;
  const at = isEnd ? 'END' : `${tokens[cell.t]}, ${tags[cell.tag!]}`;
  const symbol = mode === 'viterbi' ? 'best' : 'alpha';
  const name = isEnd ? (mode === 'viterbi' ? 'score of the best path' : 'log Z') : `${symbol}(${at})`;
  const over = mode === 'viterbi' ? 'the maximum' : 'log of the sum of exp';
  const rule = `${over} over the previous tag: ${symbol} + transition${isEnd ? '' : ' + emission'}`;
  const [first, second] = sum.candidates;
  const from = (candidate: typeof first) => (candidate?.from === undefined ? 'START' : tags[candidate.from]!);
  const lead = second && first ? `, ahead of ${from(second)} by ${(first.total - second.total).toFixed(2)}` : '';
  const sentence =
    mode === 'viterbi'
      ? `${at}: ${sum.value.toFixed(2)} from ${from(first)}${lead}`
      : `${at}: ${name} is ${sum.value.toFixed(2)}, the log-sum of ${formatCounted(sum.candidates.length, 'term')}`;
  return { ...sum, name, rule, sentence };
}

/** How many tags are folded, and why. */
export function foldedNote({ folded, mode }: TrellisView): string | undefined {
  if (folded.length === 0) return undefined;
  const why =
    mode === 'viterbi'
      ? 'no path through them weighs 1/1000 of the best'
      : 'none has a probability of 1/1000 at any token';
  return `${formatCounted(folded.length, 'tag')} folded: ${why}.`;
}

/** A row per token and tag; a row is the index of its cell. */
export function trellisTable({ trellis, mode }: TrellisView): Table<number> {
  const { sentence, T, K, best, origins, lattice, path } = trellis;
  const { tokens, tags, emissions } = sentence;
  const number = (values: ArrayLike<number>) => (cell: number) => {
    const value = values[cell]!;
    if (value < -1000) return -Infinity; // it contains a penalty
    return Number.isInteger(value) ? value : value.toFixed(4);
  };
  const t = (cell: number) => Math.floor(cell / K);
  const recursion: Table<number>['columns'] =
    mode === 'viterbi'
      ? [
          { name: 'best', value: number(best) },
          { name: 'from', value: (cell) => (t(cell) === 0 ? 'START' : tags[origins[cell]!]) },
        ]
      : [
          { name: 'alpha', value: number(lattice.alpha) },
          { name: 'beta', value: number(lattice.beta) },
        ];
  return {
    columns: [
      { name: 'token', value: (cell) => tokens[t(cell)] },
      { name: 'tag', value: (cell) => tags[cell % K] },
      { name: 'emission', value: number(emissions) },
      ...recursion,
      { name: 'on_path', value: (cell) => (path[t(cell)] === cell % K ? 1 : 0) },
    ],
    rows: Array.from({ length: T * K }, (_, cell) => cell),
  };
}
