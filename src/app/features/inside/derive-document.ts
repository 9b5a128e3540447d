import { formatCsv } from '../../../lib/csv.ts';
import type { Occurrence, Occurrences } from '../../../tagging/occurrences.ts';
import { scoreText } from './derive.ts';
import { signedText } from './derive-why.ts';

/** An occurrence as a line of a concordance: as much context as fits. */
export interface ConcordanceLine extends Occurrence {
  before: string;
  word: string;
  after: string;
  share: string;
}

export interface DocumentView {
  summary: string;
  lines: ConcordanceLine[];
}

/** @param letters of context on each side */
export function documentView({ word, tag, emission, added, others }: Occurrences, letters: number): DocumentView {
  const times = others.length === 1 ? 'another occurrence' : `${others.length} other occurrences`;
  return {
    summary:
      others.length === 0
        ? `“${word}” has no other occurrence to attend to: its state does not change.`
        : `“${word}”: ${times}, which ${others.length === 1 ? 'adds' : 'add'} ${signedText(added)} to the emission of ${tag}, ${scoreText(emission)} in all.`,
    lines: others.map((other) => ({
      ...other,
      before: lastLetters(other.tokens.slice(0, other.token).join(' '), letters),
      word: other.tokens[other.token]!,
      after: firstLetters(other.tokens.slice(other.token + 1).join(' '), letters),
      share: `${Math.round(100 * other.weight)} %`,
    })),
  };
}

function lastLetters(text: string, count: number): string {
  const letters = [...text];
  return letters.length > count ? `…${letters.slice(1 - count).join('')}` : text;
}

function firstLetters(text: string, count: number): string {
  const letters = [...text];
  return letters.length > count ? `${letters.slice(0, count - 1).join('')}…` : text;
}

export function documentCsv({ others, added, tag }: Occurrences): string {
  return formatCsv([
    ['sentence', 'token', 'attention', 'text', 'tag', 'all_add'],
    ...others.map(({ sentence, token, weight, tokens }) => [
      sentence + 1,
      token + 1,
      weight.toFixed(6),
      tokens.join(' '),
      tag,
      added.toFixed(6),
    ]),
  ]);
}
