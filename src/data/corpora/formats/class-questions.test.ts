import { describe, expect, test } from 'vitest';
import { readCorpus } from '../read-corpus.ts';
import { writePredictions } from '../write-predictions.ts';
import { detectFormat } from './registry.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (name: string, text: string, options = {}) => readCorpus(name, encode(text), options);
const jsonl = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

describe('few of many texts are looked at, and show enough', () => {
  const texts = (count: number, of: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => ({ text: `the text number ${i} of this file`, label: of(i) }));
  const csv = (values: readonly { text: string; label: string }[]) =>
    `text,label\n${values.map(({ text, label }) => `"${text}",${label}\n`).join('')}`;
  const shuffled = texts(600, (i) => `intent_${(i * 7919) % 150}`);

  test.each([
    ['texts of 30 lines', 'a.csv', csv(texts(60, (i) => ['a', 'b', 'c', 'd', 'e'][i % 5]!).map(({ text, label }) => ({ label, text: `${text}\n`.repeat(30) }))), 60, 5], // prettier-ignore
    ['texts of 300 lines', 'a.csv', csv(texts(9, (i) => ['a', 'b'][i % 2]!).map(({ text, label }) => ({ label, text: `${text}\n`.repeat(300) }))), 9, 2], // prettier-ignore
    ['150 shuffled classes', 'a.csv', csv(shuffled), 600, 150],
    ['150 shuffled classes, JSON', 'a.jsonl', jsonl(shuffled), 600, 150],
    ['a broken object among the first', 'a.jsonl', `${jsonl(texts(99, (i) => ['a', 'b'][i % 2]!))}{"text": "x\n${jsonl(texts(99, (i) => ['a', 'b'][i % 2]!))}`, 198, 2], // prettier-ignore
  ])('%s', (_, name, text, count, classes) => {
    const corpus = read(name, text);
    expect([corpus.format, corpus.question, corpus.sentences.length]).toEqual(['classTexts', undefined, count]);
    expect(new Set(corpus.sentences.map(({ tags }) => tags[0])).size).toBe(classes);
  });

  test('where few values repeat in the whole file, the reader asks; numbers and texts are no classes', () => {
    const few = texts(60, (i) => `intent_${i % 50}`);
    expect(read('a.csv', csv(few)).question?.options.map(({ settings }) => settings)).toEqual([
      { classField: 'label' },
      { classField: '' },
    ]);
    expect(detectFormat('a.csv', csv(texts(60, (i) => `${i % 50}.5`)).split('\n')).format).not.toBe('classTexts');
    expect(detectFormat('a.csv', csv(texts(60, (i) => `intent_${i}`)).split('\n')).format).not.toBe('classTexts');
  });
});

test.each([
  ['a column with commas', 'train.csv', ','],
  ['a column with tabs', 'SMSSpamCollection', '\t'],
])('without a header, the reader asks which is the class: %s', (_, name, separator) => {
  const rows = Array.from({ length: 40 }, (__, i) => [['ham', 'spam'][i % 2]!, `the text number ${i} of this file`]);
  const text = rows.map((row) => `${row.join(separator)}\n`).join('');
  const { question } = read(name, text);
  expect(question?.options.map(({ settings }) => settings)).toEqual([{ classField: 'column 1' }, { classField: '' }]);
  const chosen = read(name, text, question!.options[0]!.settings);
  expect([chosen.sentences.length, chosen.question, chosen.sentences[1]!.tags[0]]).toEqual([40, undefined, 'spam']);
  const tags = chosen.sentences.map(({ tokens }) => tokens.map(() => 'ham'));
  expect(writePredictions(encode(text), chosen, { tags, style: chosen.style })).toBe(
    rows.map((row) => `${[...row, 'ham'].join(separator)}\n`).join(''),
  );
});

test.each([
  ['premise', 'hypothesis', 'label'],
  ['sentence1', 'sentence2', 'label'],
  ['question', 'sentence', 'label'],
  ['text', 'aspect', 'polarity'],
])('a class of two texts, %s and %s, cannot be learned: the reader asks', (first, second, label) => {
  const pairs = Array.from({ length: 20 }, (_, i) => ({ [first]: `the man number ${i}`, [second]: `a person plays ${i}`, [label]: ['yes', 'no'][i % 2] })); // prettier-ignore
  const { question } = read('nli.jsonl', jsonl(pairs));
  expect(question?.options.map(({ settings }) => settings)).toEqual([{ classField: label }, { classField: '' }]);
  const { problems } = read('nli.jsonl', jsonl(pairs), { classField: label });
  expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/^The texts are those of .* are not read\.$/)]); // prettier-ignore
});

test('a header with empty cells and names without a meaning: the reader asks', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${['ham', 'spam'][i % 2]},"the text number ${i}, really",,,\n`);
  const { question } = read('spam.csv', `v1,v2,,,\n${rows.join('')}`);
  expect(question?.options.map(({ settings }) => settings)).toEqual([{ classField: 'v1' }, { classField: '' }]);
});

test('lines that begin with a class of two parts: the reader asks for which', () => {
  const labels = ['DESC:manner', 'DESC:def', 'HUM:ind', 'NUM:date'];
  const text = Array.from({ length: 60 }, (_, i) => `${labels[i % 4]} What is ${'very '.repeat(i % 5)}text ${i} ?\n`).join(''); // prettier-ignore
  const { question } = read('TREC_10.label', text);
  expect(question?.options.map(({ settings }) => settings.classField)).toEqual(['column 1', 'column 1, before the colon', '']); // prettier-ignore
  const classes = question!.options.slice(0, 2).map(({ settings }) => {
    const { sentences } = read('TREC_10.label', text, settings);
    return [...new Set(sentences.map(({ tags }) => tags[0]))].join(' ');
  });
  expect(classes).toEqual([labels.join(' '), 'DESC HUM NUM']);
  expect(read('TREC_10.label', text, question!.options[1]!.settings).sentences[0]!.tokens.join(' ')).toBe(
    'What is text 0 ?',
  );
});

test('if more than 1% of the texts would be lost, the reader asks', () => {
  const good = Array.from({ length: 50 }, (_, i) => `the text number ${i},${['a', 'b'][i % 2]}\n`).join('');
  const { question } = read('a.csv', `text,label\n${good},a\n`);
  expect(question?.options).toMatchObject([{ settings: { acceptLosses: true } }]);
  expect(read('a.csv', `text,label\n${good},a\n`, { acceptLosses: true }).question).toBeUndefined();
});

describe('several classes per text', () => {
  const text = (i: number) => `the text number ${i} of this file`;
  const table = (values: readonly string[]) =>
    `text,topics\n${Array.from({ length: 12 }, (_, i) => `${text(i)},"${values[i % values.length]}"\n`).join('')}`;

  test('values that share a part are a question: each may be one class', () => {
    const { question, format } = read('a.csv', table(['earn;acq', 'earn', 'grain; wheat']));
    expect([format, question?.what]).toEqual(['classTexts', 'Is each value of topics one class?']);
    expect(question?.reason).toContain('“earn;acq”, beside “earn”');
    expect(question?.options.map(({ settings }) => settings)).toEqual([{ classField: 'topics' }, { classField: '' }]);
    expect(read('a.csv', table(['1,2', '3', '2'])).question?.what).toBe('Is each value of topics one class?');
  });

  test.each([
    [['Books, Films', 'Music', 'Art|Design']],
    [['Oslo, Norway', 'Bergen, Norway', 'Varde, Denmark']],
    [['Home|Garden', 'Home|Kitchen', 'Office|Paper']],
    [['4,5', '4,0', '1,0']],
  ])('values of which no part is a class by itself are classes: %s', (values) => {
    expect(read('a.csv', table(values)).question).toBeUndefined();
  });

  test('lists are refused with the reason', () => {
    const { problems } = read('a.jsonl', jsonl(Array.from({ length: 9 }, (_, i) => ({ text: text(i), labels: ['a', 'b'] })))); // prettier-ignore
    expect(problems[0]?.message).toContain(
      'labels has the classes of a text (a, b), expected spans, or one class: a model predicts one class for each text.',
    );
  });
});
