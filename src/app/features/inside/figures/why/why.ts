import { isolated, quoted } from '../../../../../lib/text-direction.ts';
import type { Column, Table } from '../../../../../lib/table.ts';
import type { Attribution } from '../../../../../tagging/explain/attribution.ts';
import { memoizedByObject } from '../../../../stores/memoized.ts';
import type { CellRow } from '../../drawing/layout.ts';
import { intensity, probabilityText, signedText } from '../../drawing/numbers.ts';

export interface WhyView {
  /** `LOC “New York City”`, `O of “amazing”`. */
  target: string;
  probability: string;
  /** Changes of log p, one row per method. */
  rows: CellRow[];
  /** [T] change of log p without each word, which determines its shading. */
  shades: number[];
  /** A sentence about the most important word. */
  summary: string;
  /** Words whose removal changes the tags of the target. */
  flips: { token: number; note: string }[];
  /** What leave-one-out does not remove. */
  limits: string | undefined;
}

export const whyView = memoizedByObject(
  ({ tokens, target, logProbability, logProbabilityAlone, words, inputs }: Attribution): WhyView => {
    const own = tokens.slice(target.first, target.first + target.tags.length).join(' ');
    const name = target.type === undefined ? `${target.tags[0]} of ${quoted(own)}` : `${target.type} ${quoted(own)}`;
    const shades = words.map(({ logProbabilityWithout }) => logProbabilityWithout - logProbability);
    const ofVectors = words.map(({ wordEstimate }) => wordEstimate);
    const ofLetters = words.map(({ characterEstimate }) => characterEstimate);
    const ofOthers = words.map(({ featureEstimate }) => featureEstimate);
    const estimates = ofVectors.map((estimate, t) => estimate + ofLetters[t]! + ofOthers[t]!);
    const row = (rowName: string, changes: number[], texts = changes.map(signedText)): CellRow => ({
      name: rowName,
      cells: changes.map((value, t) => ({ value, text: texts[t]!, opacity: 0.8 * intensity(4 * value) })),
    });
    const without = words.map(({ logProbabilityWithout }) => probabilityText(Math.exp(logProbabilityWithout)));
    return {
      target: name,
      probability: probabilityText(Math.exp(logProbability)),
      shades,
      rows: [
        row('left out', shades),
        row('p without', shades, without),
        row('gradient', estimates),
        ...(inputs.network ? [row('· vector', ofVectors), row('· letters', ofLetters)] : []),
        ...(inputs.network && (inputs.features || inputs.encoder) ? [row('· others', ofOthers)] : []),
      ],
      summary: [summaryOf({ tokens, target, words }, shades), ...aloneText(logProbabilityAlone)].join(' '),
      flips: words.flatMap(({ flipsTo }, token) =>
        flipsTo === undefined
          ? []
          : [{ token, note: `Without ${quoted(tokens[token]!)}, ${isolated(own)} becomes ${flipsTo.join(' ')}.` }],
      ),
      limits: limitsText(inputs),
    };
  },
);

function limitsText({ network, encoder }: Attribution['inputs']): string | undefined {
  if (encoder) {
    return 'The encoder reads the whole sentence: only the features of the word itself are removed, not its influence on the features of other words.';
  }
  return network
    ? undefined
    : 'With a word, all features that read it are removed: its own, and those of its neighbours.';
}

function summaryOf(
  { tokens, target, words }: Pick<Attribution, 'tokens' | 'target' | 'words'>,
  shades: number[],
): string {
  const end = target.first + target.tags.length;
  const others = shades.map((_, t) => t).filter((t) => t < target.first || t >= end);
  const [most] = others.toSorted((a, b) => Math.abs(shades[b]!) - Math.abs(shades[a]!));
  if (most === undefined) return 'There are no other words.';
  const then = probabilityText(Math.exp(words[most]!.logProbabilityWithout));
  return `Of the other words ${quoted(tokens[most]!)} matters most: without it p is ${then}.`;
}

function aloneText(logProbabilityAlone: number | undefined): string[] {
  if (logProbabilityAlone === undefined) return [];
  return [`Without the rest of the text p is ${probabilityText(Math.exp(logProbabilityAlone))}.`];
}

/** A row per word, which is its index. */
export function whyTable(attribution: Attribution): Table<number> {
  const { tokens, words, logProbability } = attribution;
  const { rows } = whyView(attribution);
  const columns: [name: string | undefined, shown: string, head: string, value: (t: number) => number][] = [
    ['change', 'left out', 'Change in log p without it', (t) => words[t]!.logProbabilityWithout - logProbability],
    ['log_p_without', '', '', (t) => words[t]!.logProbabilityWithout],
    ['p_without', 'p without', 'p without it', (t) => Math.exp(words[t]!.logProbabilityWithout)],
    [undefined, 'gradient', 'Change estimated by the gradient', () => 0],
    ['word_estimate', '· vector', 'of the word vector', (t) => words[t]!.wordEstimate],
    ['character_estimate', '· letters', 'of the characters', (t) => words[t]!.characterEstimate],
    ['other_estimate', '· others', 'of the other inputs', (t) => words[t]!.featureEstimate],
  ];
  return {
    columns: [
      { name: 'token', head: 'Word', value: (t) => tokens[t] },
      ...columns.map(([name, drawn, head, value]): Column<number> => {
        const row = rows.find((one) => one.name === drawn);
        return {
          ...(name !== undefined && { name, value: (t) => value(t).toFixed(6) }),
          ...(row && { head, text: (t) => row.cells[t]!.text }),
        };
      }),
      { name: 'flips_to', value: (t) => words[t]!.flipsTo?.join(' ') },
    ],
    rows: tokens.map((_, t) => t),
  };
}
