import { expect, test } from 'vitest';
import { tokenAt, placeOfStep } from './places.ts';
import { trellisOf } from './trellis.ts';

test('a character lies in a token, or before the next one', () => {
  const text = 'New York. Oslo, too!';
  const sentences = [{ tokens: ['New', 'York', '.'] }, { tokens: ['Oslo', ',', 'too', '!'] }];
  const at = (offset: number) => tokenAt(text, sentences, offset);
  expect(at(0)).toEqual({ sentence: 0, token: 0 });
  expect(at(4)).toEqual({ sentence: 0, token: 1 });
  expect(at(9)).toEqual({ sentence: 1, token: 0 }); // the space before it
  expect(at(17)).toEqual({ sentence: 1, token: 2 });
  expect(at(20)).toBeUndefined();
});

test('a step is taken on the path, or where it is most probable', () => {
  const none = new Float32Array(2);
  const sentence = {
    tokens: ['a', 'b', 'c', 'd'],
    tags: ['O', 'X'],
    emissions: Float32Array.from([3, 0, 0, 3, 1, 0, 4, 0]), // path: O X O O
    scores: { transitions: new Float32Array(4), start: none, end: none },
    illegal: { transitions: new Uint8Array(4), start: new Uint8Array(2), end: new Uint8Array(2) },
    isConstrained: false,
  };
  const trellis = trellisOf(sentence);
  expect([...trellis.path]).toEqual([0, 1, 0, 0]);
  expect(placeOfStep(trellis, { from: 0, to: 1 })).toBe(1);
  expect(placeOfStep(trellis, { from: 0, to: 0 })).toBe(3);
  expect(placeOfStep(trellis, { from: 1, to: 1 })).toBe(2); // b is X, and c almost X
  expect([placeOfStep(trellis, { from: undefined, to: 1 }), placeOfStep(trellis, { from: 1, to: undefined })]).toEqual([
    0, 4,
  ]);
});
