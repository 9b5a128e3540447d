import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../../test/helpers/read-text.ts';
import { requireReadable } from '../../read-corpus.ts';
import { ADA, ENTITIES, TEXT, VARDE } from '../example-text.testing.ts';

const spans = [
  { start: ADA.start, end: ADA.end, label: 'PER' },
  { start: VARDE.start, end: VARDE.end, label: 'LOC' },
];
const read = (record: unknown) => readText(`${JSON.stringify(record)}\n`, {}, 'a.jsonl');

test.each<[string, unknown]>([
  ['a text in an object', { document: { id: 3, text: TEXT }, entities: spans }],
  ['a text in data', { data: { text: TEXT }, annotations: spans }],
  ['spans in an object', { text: TEXT, annotations: { spans } }],
  ['both in an object', { meta: { lang: 'en' }, doc: { text: TEXT, entities: spans } }],
  ['both in objects of their own', { input: { text: TEXT }, gold: { entities: spans } }],
  [
    'without offsets',
    {
      document: { text: TEXT },
      entities: [
        { text: 'Varde', label: 'LOC' },
        { text: 'Ada Byrne', label: 'PER' },
      ],
    },
  ],
])('%s', (_, record) => {
  const corpus = read(record);
  expect(corpus.question).toBeUndefined();
  expect(entitiesOf(corpus)).toEqual(ENTITIES);
});

test('of several texts none is read', () => {
  const corpus = read({ a: { text: TEXT }, b: { text: 'It rained.' }, entities: spans });
  expect(() => requireReadable(corpus)).toThrow('cannot be used');
});
