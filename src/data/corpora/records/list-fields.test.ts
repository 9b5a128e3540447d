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
