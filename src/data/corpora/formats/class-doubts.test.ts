import { describe, expect, test } from 'vitest';
import { readCorpus } from '../read-corpus.ts';
import { RunningTextError } from '../doubts/running-text.ts';
import { readTextTable } from '../texts/text-table.ts';
import { detectFormat } from './registry.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (name: string, text: string, options = {}) => readCorpus(name, encode(text), options);
const lines = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const fileOf = (written: readonly string[]) => written.map((line) => `${line}\n`).join('');
const jsonl = (values: readonly object[]) => fileOf(values.map((value) => JSON.stringify(value)));
const choices = ({ question }: ReturnType<typeof read>) => question?.options.map(({ settings }) => settings.classField);

const PRONE = [
  ['a log', 'L:root Mary Smith of Paris asked for #', 'Traceback (most recent call last):'],
  ['verses', 'K In the beginning # God created the heaven.', 'The end of the first part'],
  ['questions as in TREC', 'T What is # the capital ?', 'What is this ?'],
] as const;

describe('lines that begin like a class, and some that do not', () => {
  const very = (i: number) => 'the very '.repeat(i % 5);
  const written = (pattern: string, count: number) =>
    lines(count, (i) => pattern.replace('#', `${very(i)}${i}`).replace(/^K/, String(1 + (i % 3))).replace(/^L/, ['INFO', 'WARNING'][i % 2]!).replace(/^T/, ['DESC:manner', 'HUM:ind'][i % 2]!)); // prettier-ignore

  test.each(PRONE)('%s: one of 300 is a loss that is listed', (_, pattern, odd) => {
    const text = fileOf(written(pattern, 300).with(250, odd));
    const corpus = read('a.txt', text);
    expect(corpus.question?.what).toBe('Which has the class of each text?');
    const { sentences, problems, question } = read('a.txt', text, { classField: 'column 1' });
    expect([sentences.length, question]).toEqual([299, undefined]);
    expect(problems).toMatchObject([{ line: 251, message: 'The line does not begin with a class. It was skipped.', excerpt: odd }]); // prettier-ignore
  });

  test.each(PRONE)('%s: of more than 1%% the reader asks', (_, pattern, odd) => {
    const text = fileOf(written(pattern, 300).map((line, i) => (i % 50 === 49 ? odd : line)));
    const { question } = read('a.txt', text, { classField: 'column 1' });
    expect(question?.options).toMatchObject([{ settings: { acceptLosses: true } }]);
  });

  test.each(PRONE)('%s: with many, or a text below the first lines, it is running text', (_, pattern, odd) => {
    const few = written(pattern, 300).map((line, i) => (i % 10 === 0 ? odd : line));
    expect(() => read('a.txt', fileOf(few))).toThrow(RunningTextError);
    const below = lines(300, (i) => `Then ${very(i)}came the ${i}th of them.`);
    expect(() => read('a.txt', fileOf([...written(pattern, 250), ...below]))).toThrow(RunningTextError);
  });
});

test('a log with a single level is running text', () => {
  const log = lines(
    300,
    (i) => `INFO:root Mary Smith of Paris asked for ${'the very '.repeat(i % 5)}report number ${i}`,
  );
  expect(() => read('a.txt', fileOf(log))).toThrow(RunningTextError);
  expect(() => read('a.txt', fileOf(log.with(250, 'Traceback (most recent call last):')))).toThrow(RunningTextError);
});

test.each([
  ['numbers', fileOf(lines(60, (i) => `${1 + (i % 3)} cups of ${'very '.repeat(i % 4)}chopped onions`))],
  ['questions', fileOf(lines(60, (i) => `${['DESC:def', 'HUM:ind'][i % 2]} What ${'very '.repeat(i % 4)}is it ?`))],
])('whoever wants no classes reads lines that begin with one as running text: %s', (_, text) => {
  expect(readTextTable('a.txt', encode(text))).toBeUndefined();
});

test.each([
  [
    'speeches',
    fileOf(lines(40, (i) => `${['HAMLET', 'OPHELIA'][i % 2]}\tMy lord said ${i} times the Queen of Denmark.`)),
  ],
  [
    'speakers',
    fileOf(lines(24, (i) => `${['Alice Smith', 'Bob'][i % 2]}\tI think ${i} times that Rome is nice in spring.`)),
  ],
])('of a table without a header, the columns that are not read are named: %s', (_, text) => {
  const table = readTextTable('a.txt', encode(text));
  expect(table?.problems).toMatchObject([
    { message: 'The columns have no names. Only column 2 is read as text; column 1 is not.' },
  ]);
});

test.each([
  ['one of Hamlet', 'a.txt', fileOf(lines(40, () => 'HAMLET\tMy lord said the Queen of Denmark.'))],
  ['one server', 'a.txt', fileOf(lines(24, (i) => `INFO:Paris The server ${'very '.repeat(i % 5)}slow.`))],
  ['a part of the text', 'a.csv', fileOf(lines(24, (i) => `the text number ${i}, or so`))],
])('a column with a single value is no class: %s', (_, name, text) => {
  expect(detectFormat(name, text.split('\n')).format).not.toBe('classTexts');
});

test('of several columns without names, those with a single value are not offered', () => {
  const cola = lines(60, (i) => `gj04\t${i % 2}\t${i % 2 ? '' : '*'}\tThe sailors rode the breeze ${i} times.`);
  expect(choices(read('in_domain_train.tsv', fileOf(cola)))).toEqual(['column 2', '']);
  const text = lines(60, (i) => `the text number ${i}, or so,${['pos', 'neg'][i % 2]}`);
  expect(choices(read('a.csv', fileOf(text)))).toEqual(['column 3', '']);
});

describe('the first row of a table is no header', () => {
  const emotions = lines(60, (i) => `today I feel ${i} times this way about it\t${['sadness', 'joy'][i % 2]}`);
  test.each([
    ['if its class is in rows below', 'a.tsv', ['I am sad\tsadness', ...emotions], 'column 2'],
    [
      'in a table with commas',
      'a.csv',
      ['great movie,pos', ...lines(60, (i) => `I saw it ${i} times in all,${['pos', 'neg'][i % 2]}`)],
      'column 2',
    ],
    [
      'if its class ends like the name of one',
      'a.tsv',
      [
        'good morning\tgreet_intent',
        ...lines(60, (i) => `I say it ${i} times a day\t${['greet', 'bye'][i % 2]}_intent`),
      ],
      'column 2',
    ],
    [
      'if its class is a number',
      'a.csv',
      ['1,good morning', ...lines(60, (i) => `${i % 2},I say it ${i} times a day`)],
      'column 1',
    ],
    ['if its class is only there', 'a.tsv', ['I am afraid\tfear', ...emotions], 'column 2'],
  ])('%s', (_, name, rows, column) => {
    const text = fileOf(rows);
    expect(choices(read(name, text))).toEqual([column, '']);
    const { sentences } = read(name, text, { classField: column });
    expect([sentences.length, sentences[0]!.line]).toEqual([61, 1]);
    const table = readTextTable(name, encode(text));
    expect([table?.records.length, table?.names]).toEqual([61, ['column 1', 'column 2']]);
  });

  test.each([
    ['names of a class', 'text,label'],
    ['names that nobody knows', 'mensaje,animo'],
    ['numbers', 'v1,v2'],
    ['a name that has a part of a class name', 'what was said,the_intent'],
  ])('but it is with %s', (_, header) => {
    const rows = lines(60, (i) => `today I feel ${i} times this way,${['sad', 'joyful'][i % 2]}`);
    const names = header.split(',');
    expect(readTextTable('a.csv', encode(fileOf([header, ...rows])))?.names).toEqual(names);
    const twice = [header, ...rows, header, ...rows]; // files that were joined
    expect(readTextTable('a.csv', encode(fileOf(twice)))?.names).toEqual(names);
    expect(read('a.csv', fileOf([header, ...rows]), { classField: names[1] }).sentences).toHaveLength(60);
  });
});

test.each([
  [
    'two of many topics',
    lines(200, (i) => ({ text: `the text number ${i} is this`, topic: i % 100 === 7 ? 'budget' : `about ${i}` })),
  ],
  [
    'the same summary for some',
    lines(60, (i) => ({ text: `the text number ${i} is this`, target: i % 3 === 0 ? 'same' : `it is ${i}` })),
  ],
])('one value that repeats makes no class: %s', (_, values) => {
  expect(detectFormat('a.jsonl', jsonl(values).split('\n')).format).not.toBe('classTexts');
});

test.each([
  ['claim', 'evidence'],
  ['headline', 'articleBody'],
  ['prompt', 'response'],
  ['instruction', 'output'],
  ['question1', 'question2'],
])('whether a class is that of %s or of %s, too, is asked', (first, second) => {
  const pairs = lines(40, (i) => ({ [first]: `the man said ${i}`, [second]: `a person plays ${i} times`, label: ['yes', 'no'][i % 2] })); // prettier-ignore
  expect(read('a.jsonl', jsonl(pairs)).question?.what).toMatch(/^Does .* alone have a class\?$/);
});
