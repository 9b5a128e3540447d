import { expect, test } from 'vitest';
import { acceptPieces, piecesOf, refusePieces, wordsOfPiece, type PieceFilter } from './pieces.ts';
import { reduce } from '../sets/reduce.ts';
import type { Suggestion } from './suggestions.ts';
import { sentence, setOf } from '../testing.ts';

const suggested = (start: number, end: number, type: string, probability: number): Suggestion => ({
  start,
  end,
  type,
  probability,
  alternatives: [],
  isDoubtful: probability < 0.5,
});
const SET = setOf([
  sentence('Nora sails to Weir'),
  sentence('Weir is far'),
  sentence('Ada left', [{ start: 0, end: 1, type: 'PER' }]),
  sentence('Ada is here', [], 'accepted'),
]);
const SUGGESTIONS = [
  [suggested(0, 1, 'PER', 0.9), suggested(3, 4, 'LOC', 0.4)],
  [suggested(0, 1, 'LOC', 0.7)],
  [suggested(0, 1, 'LOC', 0.8)],
  [suggested(0, 1, 'PER', 0.8)],
];
const of = (filter: Partial<PieceFilter> = {}, set = SET) =>
  piecesOf(set.sentences, ({ id }) => SUGGESTIONS[id]!, { type: undefined, words: '', order: 'sure', ...filter });
const texts = (filter?: Partial<PieceFilter>, set = SET) => of(filter, set).map(wordsOfPiece);

test('suggestions of open sentences that overlap no decided span, in order', () => {
  expect(texts()).toEqual(['Nora', 'Weir', 'Weir']);
  expect(of({ order: 'doubtful' }).map(({ suggestion }) => suggestion.probability)).toEqual([0.4, 0.7, 0.9]);
  expect(texts({ order: 'words' })).toEqual(['Weir', 'Weir', 'Nora']);
  expect(texts({ type: 'PER' })).toEqual(['Nora']);
  expect(texts({ words: 'wei' })).toEqual(['Weir', 'Weir']);
});

test('accepted and refused ones are decided, and the sentences stay open', () => {
  const accepted = reduce(SET, { kind: 'edit', edits: acceptPieces(of()) });
  expect(accepted.sentences.map(({ spans, state }) => [spans.length, state])).toEqual([
    [2, 'open'],
    [1, 'open'],
    [1, 'open'],
    [0, 'accepted'],
  ]);
  expect(texts({}, accepted)).toEqual([]);
  const refused = reduce(SET, { kind: 'edit', edits: refusePieces(of({ type: 'LOC' })) });
  expect(refused.sentences[0]!.refused).toEqual([{ start: 3, end: 4, type: 'LOC' }]);
  expect(texts({}, refused)).toEqual(['Nora']);
});
