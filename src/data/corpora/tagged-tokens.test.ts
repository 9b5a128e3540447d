import { expect, test } from 'vitest';
import { taggedTokens } from './tagged-tokens.ts';

test('tags of a scheme are found under any name; a head of 0 is no tag', () => {
  const of = (...tokens: object[]) => taggedTokens({ tokens });
  expect(of({ text: 'Ada', layer: 'B-PER' }, { text: 'left', layer: 'O' })).toMatchObject({
    tokens: ['Ada', 'left'],
    tags: ['B-PER', 'O'],
    name: 'layer',
    others: [],
  });
  expect(of({ text: 'Ada', ner: 'B-PER', second: 'B-ORG' })).toMatchObject({ name: 'ner', others: ['second'] });
  expect(of({ text: 'Hello', head: '0' })).toBeUndefined();
});
