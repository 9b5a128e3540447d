import { overruledTokens } from '../../../../../insight/emissions.ts';
import { stepName, stepValue, type ScoredSentence } from '../../../../../insight/sentence.ts';
import type { Trellis } from '../../../../../insight/trellis.ts';
import type { Table } from '../../../../../lib/table.ts';
import type { CellRow } from '../../drawing/layout.ts';
import { intensity, scoreText } from '../../drawing/numbers.ts';

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

/** A row per token, which is its index, and a column per tag. */
export function emissionsTable({ tokens, tags, emissions }: ScoredSentence): Table<number> {
  const emission = (t: number, k: number) => emissions[t * tags.length + k]!;
  return {
    columns: [
      { name: 'token', head: 'Token', value: (t) => tokens[t] },
      ...tags.map((tag, k) => ({
        name: tag,
        head: tag,
        value: (t: number) => emission(t, k).toFixed(4),
        text: (t: number) => scoreText(emission(t, k)),
      })),
    ],
    rows: tokens.map((_, t) => t),
  };
}
