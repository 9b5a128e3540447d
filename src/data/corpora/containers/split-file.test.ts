import { expect, test } from 'vitest';
import { packedFile } from '../../../../test/helpers/packed-files.ts';
import { StudioError } from '../../../lib/errors.ts';
import { readCorpus } from '../read-corpus.ts';
import { splitFiles } from './split-file.ts';

const file = (name: string, value: unknown) => packedFile(name, JSON.stringify(value));

const texts = (count: number, label: string): [string, string][] =>
  Array.from({ length: count }, (_, i) => [`the text number ${i}`, label]);

test('CLINC150: a file for each split, with texts and their classes', async () => {
  const clinc = {
    train: [...texts(9, 'balance'), ...texts(9, 'book_flight')],
    val: texts(4, 'balance'),
    oos_train: texts(5, 'oos'),
  };
  const files = await splitFiles([file('data_full.json', clinc), file('other.json', { a: 1 })]);
  expect(files.map(({ name }) => name)).toEqual([
    'data_full.json.train.jsonl',
    'data_full.json.val.jsonl',
    'other.json',
  ]);
  const train = await files[0]!.open();
  const { format, sentences, question } = readCorpus(train.name, new Uint8Array(await train.arrayBuffer()));
  expect([format, sentences.length, question]).toEqual(['classTexts', 23, undefined]);
  expect([...new Set(sentences.map(({ tags }) => tags[0]))]).toEqual(['balance', 'book_flight', 'oos']);
});

test('records of other kinds are split, too', async () => {
  const sentence = { tokens: ['Ada'], ner_tags: ['B-PER'] };
  const [train, test_] = await splitFiles([file('a.json', { train: [sentence], test: [sentence, sentence] })]);
  expect(await (await train!.open()).text()).toBe(`${JSON.stringify(sentence)}\n`);
  expect((await (await test_!.open()).text()).trim().split('\n')).toHaveLength(2);
});

const SENTENCE = { tokens: ['Ada'], ner_tags: ['B-PER'] };
const translations = (...numbers: number[]) => numbers.map((i) => [`the text ${i}`, `le texte ${i}`]);

test.each<[string, unknown]>([
  ['a single split', { train: [SENTENCE] }],
  ['a list with another name', { train: [SENTENCE], names: ['O'] }],
  ['lists of two languages', { en_train: [SENTENCE], de_train: [SENTENCE], test: [SENTENCE] }],
  ['texts and their labels apart', { X_train: ['a b'], y_train: ['c'], X_test: ['a b'], y_test: ['c'] }],
  ['numbers', { train: [1], test: [2] }],
  ['commands', { dev: [{ cmd: 'vite' }], test: [{ cmd: 'vitest' }] }],
  ['pairs of translations', { train: translations(1, 2, 3, 4), test: translations(5, 6) }],
  ['a list', [1]],
])('%s is not split', async (_, value) => {
  const own = file('a.json', value);
  expect(await splitFiles([own])).toEqual([own]);
});

test('a file that cannot be unpacked or parsed stays for its reader', async () => {
  const damaged = { name: 'a.json', open: () => Promise.reject(new StudioError('BadInput', 'its checksum is wrong')) };
  const cut = packedFile('b.json', '{"train": [{"text": "a');
  expect(await splitFiles([damaged, cut])).toEqual([damaged, cut]);
});
