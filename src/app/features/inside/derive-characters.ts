import { formatCsv } from '../../../lib/csv.ts';
import type { FiringFilter, Spelling } from '../../../tagging/spelling.ts';
import { formatCounted, formatProbability } from '../../format.ts';
import { scoreText, type GridLayout } from './derive.ts';

const LEFT = 76;
const TOP = 26;
const COLUMN = 36;
const ROW = 20;
/** Width of the note with the trigram of the maximum. */
const RIGHT = 150;

/** A column for each character and for the padding at both ends, a row for each filter. */
export function charactersLayout({ characters, filters }: Pick<Spelling, 'characters' | 'filters'>): GridLayout {
  const columns = characters.length + 2;
  return {
    left: LEFT,
    top: TOP,
    column: COLUMN,
    row: ROW,
    width: LEFT + columns * COLUMN + RIGHT,
    height: TOP + filters.length * ROW + 4,
  };
}

/** Represents the padding at both ends of a word. */
const PADDING = '·';

/** The padded word. */
export function paddedWord(characters: readonly string[]): string[] {
  return [PADDING, ...characters, PADDING];
}

/** The window at a character. */
export function trigramAt(characters: readonly string[], position: number): string {
  return paddedWord(characters)
    .slice(position, position + 3)
    .join('');
}

/** The activation of a filter at each character, scaled to [0, 1] from its minimum in this word to its maximum. */
export function scaledActivations({ responses }: FiringFilter): number[] {
  const [least, most] = [Math.min(...responses), Math.max(...responses)];
  return Array.from(responses, (response) => (most === least ? 1 : (response - least) / (most - least)));
}

/** `“ari”, +2.5 σ` */
export function winnerText(characters: readonly string[], { winner, deviations }: FiringFilter): string {
  return `“${trigramAt(characters, winner)}”, ${deviations < 0 ? '' : '+'}${scoreText(deviations)} σ`;
}

/** What the drawing omits, or why there is none. */
export function encoderNote({ encoder, filters, compared }: Spelling): string {
  if (encoder === 'none') return 'This model reads no characters: a word is its vector alone.';
  if (encoder === 'lstm') return 'A character BiLSTM has no filters: its last states are the features.';
  const others =
    compared === 0 ? 'the words of this sentence; those of the model are private' : formatCounted(compared, 'word');
  return `The ${formatCounted(filters.length, 'filter')} that stand out most: σ is the standard deviation over ${others}.`;
}

/** Why a list of neighbours is empty. */
export function noNeighbours({ compared }: Spelling): string {
  return compared === 0 ? 'The words of this model are private.' : 'This word has no vector.';
}

export function variantRows({ variants }: Spelling): string[][] {
  return variants.map(({ how, spelling, similarity, isKnown, tag, probability }) => [
    spelling,
    how,
    similarity === undefined ? '' : scoreText(similarity),
    isKnown ? 'own vector' : 'unknown word',
    tag,
    formatProbability(probability),
  ]);
}

export function charactersCsv(spelling: Spelling): string {
  const { characters, filters, variants, nearestByCharacters, nearestByVector } = spelling;
  const number = (value: number | undefined) => value?.toFixed(4) ?? '';
  return formatCsv([
    ['kind', 'name', 'detail', 'value', 'tag', 'probability'],
    ...filters.map(({ filter, winner, deviations }) => [
      'filter',
      filter,
      trigramAt(characters, winner),
      number(deviations),
      '',
      '',
    ]),
    ...variants.map(({ how, spelling: written, similarity, tag, probability }) => [
      'spelling',
      written,
      how,
      number(similarity),
      tag,
      number(probability),
    ]),
    ...nearestByCharacters.map(({ word, similarity }) => ['near by characters', word, '', number(similarity), '', '']),
    ...nearestByVector.map(({ word, similarity }) => ['near by vector', word, '', number(similarity), '', '']),
  ]);
}
