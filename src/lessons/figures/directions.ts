/** A sentence with a word that is a person in one and a place in another. */
export interface AmbiguousSentence {
  tokens: readonly string[];
  word: number;
}

export const AMBIGUOUS: readonly AmbiguousSentence[] = [
  { tokens: ['Washington', 'crossed', 'the', 'river'], word: 0 },
  { tokens: ['I', 'flew', 'to', 'Washington'], word: 3 },
];

/** What a neighbouring word says of the ambiguous one: points for a person, and for a place. */
const CLUES: Readonly<Record<string, readonly [person: number, place: number]>> = {
  crossed: [2, 0],
  river: [0.5, 0],
  flew: [0, 1],
  to: [0, 1.5],
};

/** Without any clue, `Washington` is a little more often a place. */
const ALONE: readonly [person: number, place: number] = [1, 1.2];

export interface Reading {
  person: number;
  place: number;
  /** Indices of the words that were read. */
  read: number[];
}

/** The points for a person and a place after reading from the left, from the right, or both. */
export function readFrom({ tokens, word }: AmbiguousSentence, fromLeft: boolean, fromRight: boolean): Reading {
  const read = tokens.flatMap((_, i) => ((i < word && fromLeft) || (i > word && fromRight) ? [i] : []));
  const points = read.flatMap((i) => [CLUES[tokens[i]!] ?? ([0, 0] as const)]);
  const sum = (which: 0 | 1) => points.reduce((total, point) => total + point[which], ALONE[which]);
  return { person: sum(0), place: sum(1), read };
}
