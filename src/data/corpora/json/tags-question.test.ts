import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { writeCorrected } from '../write-corrected.ts';

const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');
const TOKENS = ['Ada', 'Lin', 'saw', 'Varde', '.'];

test('tags of a few words without letters, one of which may mean outside, are asked about', () => {
  const text = lines({ tokens: TOKENS, ner: ['PER', 'PER', 'O', 'LOC', 'O'] });
  const { question } = readText(text, {}, 'a.jsonl');
  expect(question?.what).toBe('Does O mean "outside an entity"?');
  const [entities, labels] = question!.options.map(({ settings }) => readText(text, settings, 'a.jsonl'));
  expect([entities!.question, labels!.question]).toEqual([undefined, undefined]);
  expect(entitiesOf(entities!)).toEqual(['PER Ada Lin', 'LOC Varde']);
  expect(labels!.style.scheme).toBe('none');
});

test.each([
  ['letters', ['B-PER', 'I-PER', 'O', 'B-LOC', 'O']],
  ['parts of speech', ['NNP', 'NNP', 'VBD', 'NNP', '.']],
  ['types without letters, most words outside', ['PER', 'O', 'O', 'O', 'O']],
])('%s are not asked about', (_, tags) => {
  expect(readText(lines({ tokens: TOKENS, tags }, { tokens: TOKENS, tags }), {}, 'a.jsonl').question).toBeUndefined();
});

test.each([
  ['objects of a word and its tag', TOKENS.map((word, i) => ({ word, tag: i === 0 ? 'B-PER' : 'O' }))],
  [
    'what a pipeline predicts',
    TOKENS.map((word, i) => ({ entity: i === 0 ? 'B-PER' : 'O', word, index: i, score: 0.9 })),
  ],
  ['lists of one word', TOKENS.map((word, i) => ({ tokens: [word], tags: [i === 0 ? 'B-PER' : 'O'] }))],
])('%s are asked about: each would be a sentence', (_, records) => {
  for (const text of [lines(...records), JSON.stringify(records)]) {
    const { question } = readText(text, {}, 'a.json');
    expect(question?.what).toBe('Is each object a sentence of one word?');
    const corpus = readText(text, question!.options[0]!.settings, 'a.json');
    expect([corpus.question, entitiesOf(corpus)]).toEqual([undefined, ['PER Ada']]);
  }
});

test('types that look like letters and types are asked about', () => {
  const records = [
    ['BPER', 'IPER', 'O', 'BLOC', 'O'],
    ['BPER', 'O', 'O', 'BLOC', 'O'],
  ].map((tags) => ({ tokens: TOKENS, tags }));
  const { question } = readText(lines(...records), {}, 'a.jsonl');
  expect(question?.reason).toMatch('unknown spelling: BPER, IPER');
});

test.each([
  ['stime', 'etime', 'location'],
  ['start_date', 'end_date', 'start_date'],
  ['EVENT', 'EMAIL', 'EDUCATION'],
])('types with the same beginning or end are types: %s, %s, %s', (first, second, third) => {
  const text = lines({ tokens: TOKENS, tags: [first, 'O', 'O', second, 'O'] }, { tokens: TOKENS, tags: [third, 'O', 'O', 'O', 'O'] }); // prettier-ignore
  expect(readText(text, {}, 'a.jsonl').question).toBeUndefined();
});

test.each<[string, (tags: string[][]) => object]>([
  ['in objects of a word', (tags) => ({ tokens: TOKENS.map((word, i) => ({ word, ner: tags[i] })) })],
  ['beside the tokens', (tags) => ({ tokens: TOKENS, ner_tags: tags })],
])('lists of tags %s are read', (_, write) => {
  const text = lines(
    write([['B-PER'], ['I-PER'], [], ['B-LOC', 'B-ORG'], []]),
    write([[], [], [], ['B-LOC'], []]),
    write([[], [], [], [], []]),
  );
  const corpus = readText(text, {}, 'a.jsonl');
  expect(corpus.question).toBeUndefined();
  expect(corpus.sentences).toHaveLength(3);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Lin', 'LOC Varde', 'LOC Varde']);
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('several tags: the first were read'),
  ]);
  const { tokens } = corpus.sentences[2]!;
  const change = new Map([[2, { tokens, spans: [{ start: 0, end: 1, type: 'PER' }] }]]);
  const { parts } = writeCorrected(new TextEncoder().encode(text), corpus, change);
  const corrected = readText(parts.map((part) => new TextDecoder().decode(part)).join(''), {}, 'a.jsonl');
  expect(entitiesOf(corrected)).toEqual(['PER Ada Lin', 'LOC Varde', 'LOC Varde', 'PER Ada']);
});
