import { quoted } from '../../../../../lib/text-direction.ts';
import { savedColumns, type Table } from '../../../../../lib/table.ts';
import type { FiringFilter, NearWord, Spelling } from '../../../../../tagging/explain/spelling.ts';
import { formatCounted, formatProbability } from '../../../../look/format.ts';
import type { GridLayout } from '../../drawing/layout.ts';
import { scoreText } from '../../drawing/numbers.ts';

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
  return `${quoted(trigramAt(characters, winner))}, ${deviations < 0 ? '' : '+'}${scoreText(deviations)} σ`;
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

export function filtersTable({ characters, filters }: Spelling): Table<FiringFilter> {
  return {
    columns: [
      { head: 'Filter', value: ({ filter }) => filter },
      { head: 'Trigram', text: ({ winner }) => trigramAt(characters, winner) },
      { head: 'Activation', text: ({ responses, winner }) => scoreText(responses[winner]!) },
      { head: 'Standard deviations above other words', text: ({ deviations }) => scoreText(deviations) },
    ],
    rows: filters,
  };
}

export function variantsTable({ variants }: Spelling): Table<Spelling['variants'][number]> {
  return {
    columns: [
      { head: 'Written', text: ({ spelling }) => spelling },
      { head: 'How', text: ({ how }) => how },
      { head: 'Similarity', text: ({ similarity }) => (similarity === undefined ? '' : scoreText(similarity)) },
      { head: 'Vector', text: ({ isKnown }) => (isKnown ? 'own vector' : 'unknown word') },
      { head: 'Tag', text: ({ tag }) => tag },
      { head: 'p', text: ({ probability }) => formatProbability(probability) },
    ],
    rows: variants,
  };
}

/** @param by what the words are compared by */
export function nearTable(by: string, words: readonly NearWord[]): Table<NearWord> {
  return {
    columns: [
      { head: `By ${by}`, value: ({ word }) => word },
      {
        head: 'cos',
        title: 'Cosine: 1 for the same direction, 0 for unrelated ones',
        text: ({ similarity }) => scoreText(similarity),
      },
    ],
    rows: words,
  };
}

interface CharactersRow {
  kind: string;
  name: string | number;
  detail?: string;
  value: number | undefined;
  tag?: string;
  probability?: number;
}

/** The whole figure, one value per row. */
export function charactersTable(spelling: Spelling): Table<CharactersRow> {
  const { characters, filters, variants, nearestByCharacters, nearestByVector } = spelling;
  const near = (kind: string, words: readonly NearWord[]) =>
    words.map(({ word, similarity }) => ({ kind, name: word, value: similarity }));
  return {
    columns: savedColumns<CharactersRow>({
      kind: ({ kind }) => kind,
      name: ({ name }) => name,
      detail: ({ detail }) => detail,
      value: ({ value }) => value?.toFixed(4),
      tag: ({ tag }) => tag,
      probability: ({ probability }) => probability?.toFixed(4),
    }),
    rows: [
      ...filters.map(({ filter, winner, deviations }) => ({
        kind: 'filter',
        name: filter,
        detail: trigramAt(characters, winner),
        value: deviations,
      })),
      ...variants.map(({ how, spelling: name, similarity, tag, probability }) => ({
        kind: 'spelling',
        name,
        detail: how,
        value: similarity,
        tag,
        probability,
      })),
      ...near('near by characters', nearestByCharacters),
      ...near('near by vector', nearestByVector),
    ],
  };
}
