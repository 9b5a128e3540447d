import { expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';

const read = (name: string, text: string, options = {}) => readText(text, options, name);
const jsonl = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');

test.each<[string, string, (i: number) => object, object]>([
  ['a status', 'status', (i) => ({ status: i % 2 === 0 ? 'discarded' : 'open' }), { classField: 'status' }],
  ['an answer', 'answer', (i) => ({ answer: i % 2 === 0 ? 'reject' : 'accept' }), { classField: 'answer' }],
  ['an answer of Prodigy', 'answer', (i) => ({ answer: i % 2 === 0 ? 'reject' : 'accept', _input_hash: i }), { classField: 'answer' }], // prettier-ignore
  ['an answer beside the class', 'label', (i) => ({ answer: i < 6 ? 'ignore' : 'reject', label: `c${i % 2}` }), {}],
  ['a status beside the class', 'label', (i) => ({ status: 'discarded', label: `c${i % 2}` }), {}],
])('%s that is no verdict of a tool leaves no text out', (_, field, fieldsOf, options) => {
  const records = Array.from({ length: 12 }, (_, i) => ({
    text: `This was the day number ${i} of all`,
    ...fieldsOf(i),
  }));
  const { sentences } = read('a.jsonl', jsonl(records), options);
  expect(sentences.map(({ tags }) => tags[0])).toEqual(
    records.map((record) => (record as Record<string, unknown>)[field]),
  );
});

test.each<[string, string, string]>([
  ['marks without parentheses', '[LOC Oslo] is nice', '[LOC Oslo]'],
  ['marks like links', '[Ada](PER) saw [Varde](LOC) .', '[Ada](PER)'],
])('%s in the texts are named', (_, text, mark) => {
  const texts = [text, text.replace('a', 'o'), 'it is very good', 'it is very bad'];
  const rows = texts.map((one, i) => ({ text: one, label: `c${i % 2}` }));
  const table = ['text\tlabel', ...rows.map((row) => `${row.text}\t${row.label}`)].join('\n');
  for (const corpus of [read('a.jsonl', jsonl(rows)), read('a.tsv', table)]) {
    expect(corpus.style.scheme).toBe('text');
    expect(corpus.problems.map(({ message }) => message).join()).toMatch(
      `marks, such as ${mark}, which are read as words`,
    );
  }
});

test('slots in a list of objects are named', () => {
  const records = ['ada', 'bo', 'cy'].map((value) => ({ text: `call ${value} now`, intent: 'call', slots: [{ name: 'contact', value }] })); // prettier-ignore
  const { problems } = read('a.jsonl', jsonl(records));
  expect(problems.map(({ message }) => message).join()).toMatch('slots has words of the texts');
});
