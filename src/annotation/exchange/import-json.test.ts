import { expect, test } from 'vitest';
import { importTexts } from './import-texts.ts';

const jsonl = (...records: unknown[]) =>
  importTexts('export.jsonl', new TextEncoder().encode(records.map((record) => JSON.stringify(record)).join('\n')));

test.each([
  ['an empty type', { text: 'Nora sails.', label: [[0, 4, '']] }],
  ['a blank type', { text: 'Nora sails.', label: [[0, 4, ' ']] }],
  ['a fractional offset', { text: 'Nora sails.', label: [[0.5, 4, 'PER']] }],
  ['a fractional offset and a wide character', { text: 'Nora 😀 sails.', label: [[0, 3.5, 'PER']] }],
  ['a fractional offset in Prodigy', { text: 'Nora sails.', spans: [{ start: 0, end: 4.5, label: 'PER' }] }],
  ['a fractional offset in Label Studio', { data: { text: 'Nora sails.' }, annotations: [{ result: [{ type: 'labels', value: { start: 0.5, end: 4, labels: ['PER'] } }] }] }], // prettier-ignore
  ['an empty type in Label Studio', { data: { text: 'Nora sails.' }, annotations: [{ result: [{ type: 'labels', value: { start: 0, end: 4, labels: [''] } }] }] }], // prettier-ignore
])('%s is reported, and not imported', (_, record) => {
  const { sentences, problems } = jsonl(record, { text: 'Ivo waits.' });
  expect(sentences.flatMap(({ spans }) => spans)).toEqual([]);
  expect(problems.map(({ line }) => line)).toEqual([1]);
});

test('of overlapping spans, the longer one is imported, and the other reported', () => {
  const label = [[0, 4, 'PER'], [0, 10, 'ORG']]; // prettier-ignore
  const { sentences, problems } = jsonl({ text: 'Nora Field sails.', label });
  expect(sentences).toMatchObject([{ spans: [{ start: 0, end: 2, type: 'ORG' }], state: 'accepted' }]);
  expect(problems).toHaveLength(1);
});

const own = (fields: object) => ({ text: 'Nora sails on', tokens: [{ start: 0, end: 4 }, { start: 5, end: 10 }, { start: 11, end: 13 }], tagsmith: { state: 'open', spans: 0, ...fields } }); // prettier-ignore

test.each([
  ['a fractional index', [[0.5, 1, 'PER', 0.5]]],
  ['an empty range', [[1, 1, 'PER', 0.5]]],
  ['an index after the end', [[2, 4, 'PER', 0.5]]],
  ['an empty type', [[0, 1, '', 0.5]]],
  ['a probability above 1', [[0, 1, 'PER', 1.5]]],
  ['a negative probability', [[0, 1, 'PER', -0.5]]],
  ['an overlap', [[0, 2, 'PER', 0.5], [1, 3, 'ORG', 0.5]]], // prettier-ignore
  ['something else', [7]],
  ['no list', { 0: [0, 1, 'PER', 0.5] }],
])('predictions with %s are not used, which is reported', (_, predicted) => {
  const { sentences, problems } = jsonl(own({ predicted }), own({}));
  expect(sentences[0]).not.toHaveProperty('predicted');
  expect(problems.map(({ line }) => line)).toEqual([1]);
  expect(problems[0]!.message).toMatch(/suggestions .* were not imported/);
  const valid = jsonl(own({ predicted: [[0, 1, 'PER', 1]] }));
  expect(valid.sentences[0]).toHaveProperty('predicted');
  expect(valid.problems).toEqual([]);
});

test.each([
  ['a score above 1', { type: 'labels', score: 1.5, value: { start: 0, end: 4, labels: ['PER'] } }],
  ['a fractional offset', { type: 'labels', score: 0.5, value: { start: 0.5, end: 4, labels: ['PER'] } }],
  ['an empty type', { type: 'labels', score: 0.5, value: { start: 0, end: 4, labels: [''] } }],
])('a prediction of Label Studio with %s is reported', (_, result) => {
  const task = (one: object) => ({ data: { text: 'Nora sails.' }, predictions: [{ result: [one] }] });
  const { sentences, problems } = jsonl(task(result), task({ ...result, score: 0.5, value: { start: 0, end: 4, labels: ['PER'] } })); // prettier-ignore
  expect(sentences.map(({ spans }) => spans)).toEqual([[], []]);
  expect(sentences[0]!.predicted?.[0]?.probability).toBeUndefined();
  expect(sentences[1]!.predicted?.[0]?.probability).toBe(0.5);
  expect(problems.map(({ line }) => line)).toEqual([1]);
});

test('lines and documents that are no whole numbers are those of the file', () => {
  const { source } = jsonl(own({ file: 'a.txt', line: 1.5, document: -1 })).sentences[0]!;
  expect(source).toEqual({ file: 'a.txt', line: 1, document: 0 });
});

test.each([
  ['marks', { text: '[Nora](PER) sails to [Varde](LOC).', entities: [], year: 1987 }, ['PER', 'LOC']],
  ['marks that may be links', { text: 'See [home](index), [us](about) or [news](index).', year: 1987 }, []],
  ['an answer that may be anything', { text: 'Nora sails.', output: { translation: ['Nora'] }, year: 1987 }, []],
])('a text with %s is imported with the entities that are sure', (_, record, types) => {
  const { sentences, records } = jsonl(record);
  expect(sentences.flatMap(({ spans }) => spans.map(({ type }) => type))).toEqual(types);
  expect(new Set(sentences.map(({ state }) => state))).toEqual(new Set([types.length > 0 ? 'accepted' : 'open']));
  const text = types.length > 0 ? 'Nora sails to Varde.' : record.text;
  expect(sentences.map((sentence) => sentence.text).join('')).toBe(text);
  expect(records.map(({ value }) => value)).toMatchObject([{ text, year: 1987 }]);
});

test('whether names are types is decided for all objects, and what is not taken is counted', () => {
  const records = [{ PER: ['Ada'], village: ['Varde'] }, { village: ['Varde'] }, { translation: ['saw Varde'] }];
  const { sentences, problems } = jsonl(...records.map((output) => ({ text: 'Ada saw Varde .', output })));
  expect(sentences.map(({ spans }) => spans.map(({ type }) => type))).toEqual([['PER', 'village'], ['village'], []]);
  expect(problems.map(({ message }) => message).join()).toMatch(
    '1 entity was not taken: "translation" may be no types.',
  );
});

test('spans whose types are tags of a scheme are joined, as in a corpus', () => {
  const words = [{ start: 0, end: 4, label: 'B-PER' }, { start: 5, end: 10, label: 'I-PER' }, { start: 11, end: 16, label: 'O' }]; // prettier-ignore
  const record = { text: 'Nora Field sails.', spans: words };
  const tokens = { tokens: ['Nora', 'Field', 'sails'], spans: words.map(({ label }, t) => [t, t + 1, label]) };
  const several = { id: 1, parts: [record, { ...record, text: 'Nora Field rests.' }] };
  for (const one of [record, tokens, several]) {
    const { sentences, problems } = jsonl(one);
    for (const { spans } of sentences) expect(spans).toEqual([{ start: 0, end: 2, type: 'PER' }]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('are tags of a scheme, such as B-PER'),
    ]);
  }
});

test('predicted spans whose types are tags keep the probability of their first word', () => {
  const result = [['B-PER', 0, 4, 0.75], ['I-PER', 5, 10, 0.5]].map(([label, start, end, score]) => ({ type: 'labels', score, value: { start, end, labels: [label] } })); // prettier-ignore
  const { sentences } = jsonl({ data: { text: 'Nora Field sails.' }, predictions: [{ result }] });
  expect(sentences).toMatchObject([{ spans: [], predicted: [{ start: 0, end: 2, type: 'PER', probability: 0.75 }] }]);
});

test('an export of ours keeps types that look like tags', () => {
  const spans = [{ start: 0, end: 4, label: 'B-PER' }, { start: 5, end: 10, label: 'I-PER' }]; // prettier-ignore
  const { sentences } = jsonl({ ...own({ state: 'accepted', spans: 2 }), spans });
  expect(sentences[0]!.spans.map(({ type }) => type)).toEqual(['B-PER', 'I-PER']);
});
