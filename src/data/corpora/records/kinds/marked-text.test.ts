import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';

const read = (records: readonly object[], settings = {}) =>
  readText(records.map((record) => JSON.stringify(record)).join('\n'), settings, 'a.jsonl');

test.each([
  ['one mark', [{ text: '[Ada](PER) left .' }], ['PER Ada'], ['Ada left .']],
  [
    'marks in a field of any name, and a text without some',
    [
      { id: 7, note: '[Ada Lin]{PER} saw [Varde]{LOC} .' },
      { id: 8, note: 'It rained all day .' },
      { id: 9, note: '[Bo]{PER} left .' },
    ],
    ['PER Ada Lin', 'LOC Varde', 'PER Bo'],
    ['Ada Lin saw Varde .', 'It rained all day .', 'Bo left .'],
  ],
  ['elements', [{ text: '<PER>Ada</PER> saw <LOC>Varde</LOC> .' }], ['PER Ada', 'LOC Varde'], ['Ada saw Varde .']],
])('texts of objects with %s are read', (_, records, entities, texts) => {
  const corpus = read(records);
  expect(corpus.question).toBeUndefined();
  expect(entitiesOf(corpus)).toEqual(entities);
  expect(tokensOf(corpus)).toEqual(texts);
  expect(corpus.problems.map(({ message }) => message).join()).toMatch('have entities marked in');
});

test.each<[string, object]>([
  ['an empty list of entities', { entities: [] }],
  ['empty spans', { spans: [] }],
  ['empty labels', { label: [] }],
  ['an empty object of entities', { entities: {} }],
  ['no entities', { entities: null }],
  ['entities in a string', { output: '{}' }],
])('marks beside %s are read', (_, empty) => {
  const corpus = read([{ id: 1, text: '[Ada](PER) saw [Varde](LOC) .', ...empty }]);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Varde']);
  expect(tokensOf(corpus)).toEqual(['Ada saw Varde .']);
});

test('marks beside empty entities are asked about if they may be links', () => {
  const text = '[aspirin](drug) and [zinc](drug) for [flu](illness) .';
  expect(read([{ text, entities: [] }]).question?.isAboutWords).toBe(true);
});

test('marks are text in a file with spans, wherever the first one is', () => {
  const plain = Array.from({ length: 60 }, () => ({ text: '[Ada](PER) left .', entities: [] as unknown[] }));
  const corpus = read([...plain, { text: '[Ada](PER) left .', entities: [[1, 4, 'NAME']] }]);
  expect(entitiesOf(corpus)).toEqual(['NAME Ada']);
  expect(tokensOf(corpus)[0]).toBe('[ Ada ] ( PER ) left .');
});

test.each([
  ['types that are not usual', '[aspirin](drug) and [zinc](drug) for [flu](illness) .'],
  ['the type within the mark', '[PER Ada] saw [LOC Varde] and [PER Bo] .'],
])('marks with %s are asked about', (_, text) => {
  expect(read([{ text }]).question?.what).toBe('Are entities and their types marked in this way?');
  expect(read([{ text }], { scheme: 'BIO' }).question).toBeUndefined();
});

test('links to one page are text', () => {
  const corpus = read([{ text: 'See [home](index), [here](index) or [up](index) .' }]);
  expect(corpus.sentences).toEqual([]);
});
