import { expect, test } from 'vitest';
import { codePointOffsets } from './code-points.ts';

test('offsets are unchanged within the Basic Multilingual Plane', () => {
  const of = codePointOffsets('Ägypten, 東京');
  expect([0, 4, 12].map(of)).toEqual([0, 4, 12]);
});

test('a surrogate pair counts as one code point', () => {
  const text = '😀 Mira 𝒳 and 👩‍🚀 Tom';
  const points = [...text];
  const of = codePointOffsets(text);
  for (const word of ['Mira', '𝒳', 'and', 'Tom']) {
    const start = text.indexOf(word);
    expect(points.slice(of(start), of(start + word.length)).join('')).toBe(word);
  }
  expect(of(text.length)).toBe(points.length);
});

test('a lone surrogate counts as one code point', () => {
  expect(codePointOffsets('a\ud83db')(3)).toBe(3);
});
