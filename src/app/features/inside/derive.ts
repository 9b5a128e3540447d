import { overruledTokens } from '../../../insight/emissions.ts';
import { networkStages, type Stage } from '../../../insight/network.ts';
import { stepName, stepValue, type ScoredSentence } from '../../../insight/sentence.ts';
import { cellSum, foldedTags, type CellSum, type Trellis, type TrellisMode } from '../../../insight/trellis.ts';
import { formatCsv } from '../../../lib/csv.ts';
import type { Inspection } from '../../../tagging/inspect.ts';
import { formatCounted } from '../../format.ts';
import { trellisOf } from '../../selectors/inside.ts';
import { memoized } from '../../selectors/memoized.ts';

export function stagesOf({ config, inputs, mix, tags }: Inspection, { tokens }: ScoredSentence): Stage[] {
  const forms = new Set(tokens);
  const characters = [...forms].reduce((sum, form) => sum + [...form].length, 0);
  return networkStages(config, {
    tokens: tokens.length,
    forms: forms.size,
    characters,
    inputs,
    mix,
    tags: tags.length,
  });
}

/** Positions of columns (tokens, from the left) and rows (tags, from the top), in pixels. */
export interface GridLayout {
  /** Width of the tag names before the first column. */
  left: number;
  top: number;
  column: number;
  row: number;
  width: number;
  height: number;
}

export const GRID_LEFT = 76;
export const GRID_TOP = 22;
const NARROWEST = 58;
const WIDEST = 120;

/**
 * The layout of a grid. Columns are equally wide in all figures of a sentence, with room for one more: END.
 *
 * @param width available; if the tokens do not fit, the grid is wider and scrolls
 * @param columns number of drawn columns
 */
export function gridLayout(tokens: number, rows: number, width: number, row: number, columns = tokens): GridLayout {
  const column = Math.min(WIDEST, Math.max(NARROWEST, Math.floor((width - GRID_LEFT) / (tokens + 1))));
  return {
    left: GRID_LEFT,
    top: GRID_TOP,
    column,
    row,
    width: GRID_LEFT + columns * column,
    height: GRID_TOP + rows * row + 4,
  };
}

/** A drawn row of coloured numbers, one per token. */
export interface CellRow {
  name: string;
  /** [T] */
  cells: readonly { value: number; text: string; opacity: number }[];
}

/** A token shortened to the width of a column. */
export function clipped(token: string, column: number): string {
  const letters = Math.floor((column - 6) / 6.5);
  return token.length > letters ? `${token.slice(0, Math.max(1, letters - 1))}…` : token;
}

/** Opacity of a score, in [0, 1): steep near 0, never saturated. */
export function intensity(score: number): number {
  return Math.abs(score) / (4 + Math.abs(score));
}

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

/** The drawn tags. Memoized, so that figures without steps are not rendered at every step. */
const foldedAndShown = memoized((trellis: Trellis, mode: TrellisMode, kept: readonly number[] | undefined) => {
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
  const { folded, shown } = foldedAndShown(trellis, mode, kept);
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

/** Notes on the tokens at which a transition outweighs the best emission. */
export function overruledNotes({ sentence, path }: Trellis): { token: number; note: string }[] {
  const { tokens, tags, illegal, isConstrained } = sentence;
  return overruledTokens(sentence, path).map(({ token, tag, onPath, gain, against, loss }) => {
    const isForbidden = isConstrained && stepValue(illegal, against) === 1;
    const why = isForbidden ? 'is illegal' : `scores ${loss.toFixed(2)} less than the step on the path`;
    return {
      token,
      note:
        `${tokens[token]}: the emission of ${tags[tag]} is ${gain.toFixed(2)} higher than that of ${tags[onPath]}, ` +
        `but ${stepName(tags, against)} ${why}.`,
    };
  });
}

export function scoreText(score: number): string {
  if (score === -Infinity) return '−∞';
  if (score === Infinity) return '∞';
  return Math.abs(score) < 0.005 ? '0.00' : score.toFixed(2).replace('-', '−');
}

export function probabilityText(probability: number): string {
  if (probability === 0) return '0';
  if (probability < 0.0001) return probability.toExponential(1).replace('-', '−');
  return probability > 0.9999 && probability < 1 ? '> 0.9999' : probability.toFixed(4);
}

/** @param shown tags, a row each */
export function emissionRows({ sentence, K, T }: Trellis, shown: readonly number[]): CellRow[] {
  return shown.map((tag) => ({
    name: sentence.tags[tag]!,
    cells: Array.from({ length: T }, (_, t) => {
      const value = sentence.emissions[t * K + tag]!;
      return { value, text: scoreText(value), opacity: intensity(value) };
    }),
  }));
}

export function emissionsCsv({ tokens, tags, emissions }: ScoredSentence): string {
  return formatCsv([
    ['token', ...tags],
    ...tokens.map((token, t) => [token, ...tags.map((_, k) => emissions[t * tags.length + k]!.toFixed(4))]),
  ]);
}

export function trellisCsv({ trellis, mode }: TrellisView): string {
  const { sentence, T, K, best, origins, lattice, path } = trellis;
  const { tokens, tags, emissions } = sentence;
  const rows = Array.from({ length: T * K }, (_, cell) => {
    const [t, k] = [Math.floor(cell / K), cell % K];
    const values =
      mode === 'viterbi'
        ? [best[cell]!, t === 0 ? 'START' : tags[origins[cell]!]!]
        : [lattice.alpha[cell]!, lattice.beta[cell]!];
    return [tokens[t]!, tags[k]!, emissions[cell]!, ...values, path[t] === k ? 1 : 0];
  });
  const names = mode === 'viterbi' ? ['best', 'from'] : ['alpha', 'beta'];
  return formatCsv([
    ['token', 'tag', 'emission', ...names, 'on_path'],
    ...rows.map((row) =>
      row.map((cell) => (typeof cell === 'number' && !Number.isInteger(cell) ? cell.toFixed(4) : cell)),
    ),
  ]);
}
