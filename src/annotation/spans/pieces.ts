import { acceptSuggestion, refuseSuggestion } from './actions.ts';
import type { AnnotatedSentence, SentenceEdit } from '../sets/set.ts';
import { openSuggestions, type Suggestion } from './suggestions.ts';

/** A suggestion that is decided on its own: its sentence stays open, and the rest of it unknown. */
export interface Piece {
  sentence: AnnotatedSentence;
  suggestion: Suggestion;
}

export interface PieceFilter {
  /** Undefined: all types. */
  type: string | undefined;
  /** Part of the words, whatever its case; empty: all. */
  words: string;
  order: PieceOrder;
}

/** `doubtful`: least probable first. `words`: the same words together, the most frequent first. */
export type PieceOrder = 'doubtful' | 'sure' | 'words';

export const wordsOfPiece = ({ sentence, suggestion: { start, end } }: Piece): string =>
  sentence.tokens.slice(start, end).join(' ');

/** The undecided suggestions in open sentences. */
export function piecesOf(
  sentences: readonly AnnotatedSentence[],
  suggestionsOf: (sentence: AnnotatedSentence) => readonly Suggestion[],
  { type, words, order }: PieceFilter,
): Piece[] {
  const wanted = words.trim().toLowerCase();
  const pieces = sentences
    .filter(({ state }) => state === 'open')
    .flatMap((sentence) =>
      openSuggestions(sentence, suggestionsOf(sentence)).map((suggestion): Piece => ({ sentence, suggestion })),
    )
    .filter(
      (piece) =>
        (type === undefined || piece.suggestion.type === type) && wordsOfPiece(piece).toLowerCase().includes(wanted),
    );
  if (order === 'words') {
    const counts = new Map<string, number>();
    for (const piece of pieces) counts.set(wordsOfPiece(piece), (counts.get(wordsOfPiece(piece)) ?? 0) + 1);
    const compare = (a: string, b: string) => counts.get(b)! - counts.get(a)! || a.localeCompare(b);
    return pieces.toSorted((a, b) => compare(wordsOfPiece(a), wordsOfPiece(b)));
  }
  const sureness = ({ suggestion: { probability = 1 } }: Piece) => (order === 'sure' ? -probability : probability);
  return pieces.toSorted((a, b) => sureness(a) - sureness(b));
}

/** Makes suggestions spans, one edit for each sentence. */
export function acceptPieces(pieces: readonly Piece[]): SentenceEdit[] {
  return eachSentence(pieces, (sentence, suggestion) => acceptSuggestion(sentence, suggestion));
}

/** Refuses suggestions, one edit for each sentence. */
export function refusePieces(pieces: readonly Piece[]): SentenceEdit[] {
  return eachSentence(pieces, (sentence, suggestion) => refuseSuggestion(sentence, suggestion));
}

function eachSentence(
  pieces: readonly Piece[],
  decide: (sentence: AnnotatedSentence, suggestion: Suggestion) => SentenceEdit,
): SentenceEdit[] {
  const edits = new Map<number, SentenceEdit>();
  for (const { sentence, suggestion } of pieces) {
    const known = edits.get(sentence.id);
    edits.set(sentence.id, { ...known, ...decide({ ...sentence, ...known } as AnnotatedSentence, suggestion) });
  }
  return [...edits.values()];
}
