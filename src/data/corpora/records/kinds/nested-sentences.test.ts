import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';

const SENTENCES = [['Ada', 'Lin', 'ran'], ['Bo', 'saw', 'Varde', '.']]; // prettier-ignore
const TAGS = [['B-PER', 'I-PER', 'O'], ['B-PER', 'O', 'B-LOC', 'O']]; // prettier-ignore

test.each([
  ['usual names', { tokens: SENTENCES, labels: TAGS }],
  ['beside parts of speech', { id: 3, sentences: SENTENCES, pos: TAGS.map((tags) => tags.map(() => 'NN')), ner: TAGS }],
  ['other names', { sents: SENTENCES, marks: TAGS }],
])('sentences of a document in lists, with %s', (_, record) => {
  const corpus = readText(`${JSON.stringify(record)}\n${JSON.stringify(record)}\n`, {}, 'a.jsonl');
  expect(tokensOf(corpus).slice(0, 2)).toEqual(['Ada Lin ran', 'Bo saw Varde .']);
  expect(entitiesOf(corpus).slice(0, 3)).toEqual(['PER Ada Lin', 'PER Bo', 'LOC Varde']);
  expect(corpus.problems).toEqual([]);
});

test('lists of other lengths are no tags', () => {
  const corpus = readText(JSON.stringify({ tokens: SENTENCES, labels: [['O'], ['O']] }), {}, 'a.json');
  expect(corpus.problems.some(({ severity }) => severity === 'error')).toBe(true);
});
