import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

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
