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

test('neither words that look like tags nor chunks are tags', () => {
  const of = (...tokens: object[]) => taggedTokens({ tokens });
  expect(of({ text: 'S-Bahn', iob: 'O' })).toMatchObject({ tokens: ['S-Bahn'], tags: ['O'], name: 'iob', others: [] });
  expect(of({ text: 'S-Bahn', lemma: 'S-Bahn', ner: 'O' })).toMatchObject({ name: 'ner', others: [] });
  expect(of({ text: 'Ada', chunk: 'B-NP', iob: 'B-PER' })).toMatchObject({ tags: ['B-PER'], name: 'iob', others: [] });
  expect(of({ text: 'Ada', layer: 'B-NP', second: 'B-PER' })).toMatchObject({ name: 'second', others: [] });
  expect(of({ text: 'Ada', layer: 'B-NP' })).toBeUndefined();
});

test('of several tags, those are read in all records whose name says so', () => {
  const of = (...tokens: object[]) => taggedTokens({ tokens })?.name;
  expect(of({ text: 'Ada', layer: 'O', iob: 'B-PER' })).toBe('iob');
  expect(of({ text: 'Ada', chunk: 'O', iob: 'O' })).toBe('iob');
});
