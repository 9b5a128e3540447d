import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const TEXTS = ['Ada saw New Varde .', 'Bo left .', 'It rained .'];
const OWN = [['Ada', 'New Varde'], ['Bo'], []];
const TYPES = [['PER', 'LOC'], ['PER'], []];

const read = (recordOf: (i: number) => object) =>
  readText(TEXTS.map((_, i) => JSON.stringify(recordOf(i))).join('\n'), {}, 'a.jsonl');

const words = (i: number) => TEXTS[i]!.split(' ');

test.each<[string, (i: number) => object]>([
  ['tokens, entities and types', (i) => ({ tokens: words(i), entities: OWN[i], types: TYPES[i] })],
  ['tokens, mentions and labels', (i) => ({ tokens: words(i), mentions: OWN[i], labels: TYPES[i] })],
  ['words, names and types with what they are of', (i) => ({ words: words(i), entity_names: OWN[i], entity_types: TYPES[i] })], // prettier-ignore
  ['a text, entities and labels', (i) => ({ text: TEXTS[i], entities: OWN[i], labels: TYPES[i] })],
  ['a text, spans and tags', (i) => ({ sentence: TEXTS[i], spans: OWN[i], tags: TYPES[i] })],
  ['a list of parts of speech, too', (i) => ({ tokens: words(i), pos: words(i), entities: OWN[i], types: TYPES[i] })],
  ['lists in an object', (i) => ({ text: TEXTS[i], entities: { text: OWN[i], type: TYPES[i] } })],
  ['lists in an object beside tokens', (i) => ({ tokens: words(i), entities: { name: OWN[i], label: TYPES[i] } })],
])('%s', (_, recordOf) => {
  const corpus = read(recordOf);
  expect(corpus.question).toBeUndefined();
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC New Varde', 'PER Bo']);
  expect(tokensOf(corpus)).toEqual(TEXTS);
});

test('as many types as tokens in some objects are no tags of the tokens', () => {
  const lines = [
    { tokens: ['Ada', 'Varde'], mentions: ['Ada', 'Varde'], labels: ['PER', 'LOC'] },
    { tokens: ['Bo', 'left', '.'], mentions: ['Bo'], labels: ['PER'] },
  ];
  const corpus = readText(lines.map((line) => JSON.stringify(line)).join('\n'), {}, 'a.jsonl');
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Varde', 'PER Bo']);
});

test.each<[string, (i: number) => object]>([
  ['of other numbers', (i) => ({ text: TEXTS[i], mentions: OWN[i], types: ['PER'] })],
  ['that are not in the texts', (i) => ({ text: TEXTS[i], mentions: TYPES[i], labels: TYPES[i] })],
  ['of key words', (i) => ({ text: TEXTS[i], key_terms: OWN[i], labels: TYPES[i] })],
])('lists %s are no entities', (_, recordOf) => {
  const { sentences } = read(recordOf);
  expect(sentences.flatMap(({ spans }) => spans)).toEqual([]);
});

test('tags of the tokens win over lists of names', () => {
  const record = (i: number) => ({ tokens: words(i), entities: OWN[i], types: TYPES[i], ner_tags: words(i).map((_, t) => (t === 0 ? 'B-ACT' : 'O')) }); // prettier-ignore
  const text = TEXTS.map((_, i) => JSON.stringify(record(i))).join('\n');
  for (const options of [{}, { tagField: 'ner_tags' }]) {
    const corpus = readText(text, options, 'a.jsonl');
    expect(corpus.question).toBeUndefined();
    expect(entitiesOf(corpus)).toEqual(['ACT Ada', 'ACT Bo', 'ACT It']);
  }
});

const MANY = Array.from({ length: 80 }, (_, i) => ({
  text: `Ada saw Varde ${i} .`,
  entities: ['Ada', 'Varde'],
  types: ['PER', 'LOC'],
}));

test.each([3, 70])('one object with fewer types, number %i of 80, is lost by itself', (at) => {
  const records = MANY.map((record, i) => (i === at ? { ...record, types: ['PER'] } : record));
  const corpus = readText(records.map((record) => JSON.stringify(record)).join('\n'), {}, 'a.jsonl');
  expect(corpus.sentences).toHaveLength(79);
  expect(corpus.problems.at(-1)!.message).toBe(
    'entities has 2 entities, but types has 1 type. The object was skipped.',
  );
});

test.each<[string, object]>([
  ['are empty', { entities: [], types: [] }],
  ['are missing', { entities: null, types: null }],
])('lists that %s in the first 60 objects are read in the others', (_, none) => {
  const records = MANY.map((record, i) => (i < 60 ? { ...record, ...none } : record));
  const corpus = readText(records.map((record) => JSON.stringify(record)).join('\n'), {}, 'a.jsonl');
  expect(corpus.question).toBeUndefined();
  expect(entitiesOf(corpus)).toHaveLength(40);
});

test('lists without any usual type are asked about, unless their names say what they are', () => {
  const records = [['fun'], ['news']].map((types) => ({ text: 'Ada saw Varde @bo .', texts: ['bo'], types }));
  const question = (texts: string, types: string) =>
    readText(
      records.map((one) => JSON.stringify({ text: one.text, [texts]: one.texts, [types]: one.types })).join('\n'),
      {},
      'a.jsonl',
    ).question?.what;
  expect(question('mentions', 'tags')).toMatch('Are these words of the texts entities');
  expect(question('entities', 'entity_types')).toBeUndefined();
});

test('two lists of as many values are a question, which names both', () => {
  const records = OWN.map((entities, i) => ({ text: TEXTS[i], entities, types: TYPES[i], labels: OWN[i] }));
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  const { question } = readText(text, {}, 'a.jsonl');
  expect(question?.what).toBe('Which list has the types of the entities?');
  const [types] = question!.options.map(({ settings }) => readText(text, settings, 'a.jsonl'));
  expect([types!.question, entitiesOf(types!)]).toEqual([undefined, ['PER Ada', 'LOC New Varde', 'PER Bo']]);
});
