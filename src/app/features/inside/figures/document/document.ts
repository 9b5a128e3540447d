import { quoted } from '../../../../../lib/text-direction.ts';
import type { Table } from '../../../../../lib/table.ts';
import type { Occurrence, Occurrences } from '../../../../../tagging/explain/occurrences.ts';
import { scoreText, signedText } from '../../drawing/numbers.ts';
import { formatShare } from '../../../../../lib/format-share.ts';

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
        ? `${quoted(word)} has no other occurrence to attend to: its state does not change.`
        : `${quoted(word)}: ${times}, which ${others.length === 1 ? 'adds' : 'add'} ${signedText(added)} to the emission of ${tag}, ${scoreText(emission)} in all.`,
    lines: others.map((other) => ({
      ...other,
      before: lastLetters(other.tokens.slice(0, other.token).join(' '), letters),
      word: other.tokens[other.token]!,
      after: firstLetters(other.tokens.slice(other.token + 1).join(' '), letters),
      share: shareText(other),
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

export function documentTable({ others, added, tag }: Occurrences): Table<Occurrence> {
  return {
    columns: [
      { name: 'sentence', head: 'Sentence', value: ({ sentence }) => sentence + 1 },
      { name: 'token', value: ({ token }) => token + 1 },
      { name: 'attention', head: 'Attention', value: ({ weight }) => weight.toFixed(6), text: shareText },
      { name: 'text', head: 'Text', value: ({ tokens }) => tokens.join(' ') },
      { name: 'tag', value: () => tag },
      { name: 'all_add', value: () => added.toFixed(6) },
    ],
    rows: others,
  };
}

const shareText = ({ weight }: Occurrence) => formatShare(weight, 0);
