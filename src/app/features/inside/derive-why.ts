import { formatCsv } from '../../../lib/csv.ts';
import type { Attribution } from '../../../tagging/attribution.ts';
import { memoizedByObject } from '../../selectors/memoized.ts';
import { intensity, probabilityText, scoreText, type CellRow } from './derive.ts';

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

/** Column headings of the table for screen readers, by the names of the rows. */
export const WHY_HEADINGS: Readonly<Record<string, string>> = {
  'left out': 'Change in log p without it',
  'p without': 'p without it',
  gradient: 'Change estimated by the gradient',
  '· vector': 'of the word vector',
  '· letters': 'of the characters',
  '· others': 'of the other inputs',
};

export const whyView = memoizedByObject(
  ({ tokens, target, logProbability, logProbabilityAlone, words, inputs }: Attribution): WhyView => {
    const own = tokens.slice(target.first, target.first + target.tags.length).join(' ');
    const name = target.type === undefined ? `${target.tags[0]} of “${own}”` : `${target.type} “${own}”`;
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
        row('· vector', ofVectors),
        row('· letters', ofLetters),
        ...(inputs.features || inputs.encoder ? [row('· others', ofOthers)] : []),
      ],
      summary: [summaryOf({ tokens, target, words }, shades), ...aloneText(logProbabilityAlone)].join(' '),
      flips: words.flatMap(({ flipsTo }, token) =>
        flipsTo === undefined
          ? []
          : [{ token, note: `Without “${tokens[token]}”, ${own} becomes ${flipsTo.join(' ')}.` }],
      ),
      limits: inputs.encoder
        ? 'The encoder reads the whole sentence: only the features of the word itself are removed, not its influence on the features of other words.'
        : undefined,
    };
  },
);

function summaryOf(
  { tokens, target, words }: Pick<Attribution, 'tokens' | 'target' | 'words'>,
  shades: number[],
): string {
  const end = target.first + target.tags.length;
  const others = shades.map((_, t) => t).filter((t) => t < target.first || t >= end);
  const [most] = others.toSorted((a, b) => Math.abs(shades[b]!) - Math.abs(shades[a]!));
  if (most === undefined) return 'There are no other words.';
  const then = probabilityText(Math.exp(words[most]!.logProbabilityWithout));
  return `Of the other words “${tokens[most]}” matters most: without it p is ${then}.`;
}

function aloneText(logProbabilityAlone: number | undefined): string[] {
  if (logProbabilityAlone === undefined) return [];
  return [`Without the rest of the text p is ${probabilityText(Math.exp(logProbabilityAlone))}.`];
}

/** `+0.41`, `−2.30`; `0.00` has no sign. */
export function signedText(change: number): string {
  const text = scoreText(change);
  return change > 0 && text !== '0.00' ? `+${text}` : text;
}

export function whyCsv({ tokens, words, logProbability }: Attribution): string {
  return formatCsv([
    [
      'token',
      'change',
      'log_p_without',
      'p_without',
      'word_estimate',
      'character_estimate',
      'other_estimate',
      'flips_to',
    ],
    ...tokens.map((token, t) => {
      const { logProbabilityWithout, wordEstimate, characterEstimate, featureEstimate, flipsTo } = words[t]!;
      const numbers = [
        logProbabilityWithout - logProbability,
        logProbabilityWithout,
        Math.exp(logProbabilityWithout),
        wordEstimate,
        characterEstimate,
        featureEstimate,
      ];
      return [token, ...numbers.map((number) => number.toFixed(6)), flipsTo?.join(' ') ?? ''];
    }),
  ]);
}
