import { expect, test } from 'vitest';
import { NO_SCHEME, standardStyle } from './tag-style.ts';
import { tagTypes } from './training-tags.ts';

const typesOf = (tags: readonly string[], style = standardStyle('IOB1')) => {
  const { types, count } = tagTypes({ config: { scheme: 'BIOES' }, style, vocabulary: { tags } });
  return { types: [...types], count };
};

test('tags of one entity type have one number, O another', () => {
  const tags = ['O', 'B-PER', 'I-PER', 'E-PER', 'S-PER', 'S-LOC', 'B-LOC'];
  expect(typesOf(tags)).toEqual({ types: [0, 1, 1, 1, 1, 2, 2], count: 3 });
});

test('entities without a type differ from O', () => {
  expect(typesOf(['O', 'B', 'S'])).toEqual({ types: [0, 1, 1], count: 2 });
});

test('without a scheme each tag is a type', () => {
  expect(typesOf(['NOUN', 'B-PER', 'I-PER', 'O'], NO_SCHEME)).toEqual({ types: [0, 1, 2, 3], count: 4 });
});
