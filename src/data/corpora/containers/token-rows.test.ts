import { describe, expect, test } from 'vitest';
import { entitiesOf } from '../../../../test/helpers/read-text.ts';
import { randomBits, streamKey } from '../../../lib/rng.ts';
import { readCorpus } from '../read-corpus.ts';
import { openCorpus } from './open-corpus.ts';

type Row = Record<string, string | number | null>;

const SENTENCES = [
  [
    ['Ada', 'B-PER'],
    ['Lind', 'I-PER'],
    ['left', 'O'],
    ['Oslo', 'B-LOC'],
    [',', 'O'],
    ['"', 'O'],
  ],
  [
    ['It', 'O'],
    ['rained', 'O'],
    ['.', 'O'],
  ],
  [
    ['Bo', 'B-PER'],
    ['saw', 'O'],
    ['New', 'B-LOC'],
    ['Rome', 'I-LOC'],
    ['.', 'O'],
  ],
] as const;

function rowsOf(of: (sentence: number, word: string, tag: string, at: number) => Row): Row[] {
  return SENTENCES.flatMap((sentence, s) => sentence.map(([word, tag], at) => of(s, word, tag, at)));
}

const byColumn = <T>(rows: readonly Row[], cells: (name: string) => T) =>
  Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, cells(name)]));

/** The forms of `DataFrame.to_json`, and others. */
const FORMS: Record<string, (rows: readonly Row[]) => string> = {
  records: (rows) => JSON.stringify(rows),
  'a table over several lines': (rows) => JSON.stringify({ schema: { fields: [] }, data: rows }, null, 2),
  'records over several lines': (rows) => JSON.stringify(rows, null, 2),
  lines: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  columns: (rows) =>
    JSON.stringify(byColumn(rows, (name) => Object.fromEntries(rows.map((row, i) => [String(i), row[name]])))),
  index: (rows) => JSON.stringify(Object.fromEntries(rows.map((row, i) => [String(i), row]))),
  split: (rows) =>
    JSON.stringify({
      columns: Object.keys(rows[0]!),
      index: [...rows.keys()],
      data: rows.map((row) => Object.values(row)),
    }),
  table: (rows) => JSON.stringify({ schema: { fields: [], primaryKey: ['index'] }, data: rows }),
  'lists by column': (rows) => JSON.stringify(byColumn(rows, (name) => rows.map((row) => row[name]))),
};

const ROWS: Record<string, Row[]> = {
  'a number of the sentence': rowsOf((sentence_id, word, tag) => ({ sentence_id, word, tag })),
  'names in other words': rowsOf((sent, token, label) => ({ sent, token, pos: 'X', label })),
  'the first word of a sentence marked': rowsOf((s, Word, Tag, at) => ({ 'Sentence #': at === 0 ? `Sentence: ${s + 1}` : null, Word, Tag })), // prettier-ignore
  'a document, too': rowsOf((sent_id, form, ner) => ({ doc_id: 'a', sent_id, form, ner })),
};

async function read(name: string, text: string) {
  const file = await openCorpus(new File([text], name));
  return { name: file.name, corpus: readCorpus(file.name, new Uint8Array(await file.arrayBuffer())) };
}

describe.each(Object.entries(ROWS))('rows of tokens with %s', (_, rows) => {
  test.each(Object.entries(FORMS))('%s', async (form, write) => {
    const { corpus } = await read(form === 'lines' ? 'a.jsonl' : 'a.json', write(rows));
    expect(corpus.question).toBeUndefined();
    expect(corpus.sentences.map(({ tokens }) => tokens)).toEqual(SENTENCES.map((all) => all.map(([word]) => word)));
    expect(entitiesOf(corpus)).toEqual(['PER Ada Lind', 'LOC Oslo', 'PER Bo', 'LOC New Rome']);
  });
});

test('words of one text whose entities go on in the next row', async () => {
  const { corpus } = await read('a.json', JSON.stringify(rowsOf((_, word, tag) => ({ word, tag }))));
  expect(entitiesOf(corpus)).toEqual(['PER Ada Lind', 'LOC Oslo', 'PER Bo', 'LOC New Rome']);
});

test.each([
  [
    'texts with a class',
    [
      { id: 1, text: 'Good', label: 'pos' },
      { id: 2, text: 'Bad', label: 'neg' },
    ],
  ],
  [
    'names with types',
    [
      { word: 'Ada', label: 'B-PER' },
      { word: 'Oslo', label: 'B-LOC' },
    ],
  ],
  [
    'entities that a model found',
    [
      { entity: 'B-PER', word: 'A', start: 0 },
      { entity: 'I-PER', word: '##da', start: 1 },
    ],
  ],
  [
    'sentences',
    [
      { tokens: ['Ada'], tags: ['B-PER'] },
      { tokens: ['left'], tags: ['O'] },
    ],
  ],
  ['texts with a tag for each word', [{ id: 1, text: 'Ada left', tags: 'B-PER O' }, { id: 1, text: 'It rained', tags: 'O O' }]], // prettier-ignore
])('%s are not rows of tokens', async (_, rows) => {
  for (const write of Object.values(FORMS)) expect((await read('a.json', write(rows as Row[]))).name).toBe('a.json');
});

test('a file of many lines is a table as its first rows are', async () => {
  const many = Array.from({ length: 600 }, () => ROWS['a number of the sentence']!).flat();
  const { corpus } = await read('a.jsonl', FORMS['lines']!(many));
  expect(corpus.sentences.flatMap(({ tokens }) => tokens)).toHaveLength(many.length);
});

test('words of any characters come back as they are', async () => {
  let at = 0;
  const draw = (below: number) => randomBits(streamKey(7), at++) % below;
  const letters = ['a', 'Ł', '"', ',', "'", ';', '=', '-', '漢', '😀', '#', '|', '\\', '1'];
  for (let round = 0; round < 20; round++) {
    const words = Array.from({ length: 12 }, () =>
      Array.from({ length: 1 + draw(3) }, () => letters[draw(letters.length)]!).join(''),
    );
    const tags = words.map((_, i) => ['B-PER', 'I-PER', 'O'][i % 3]!);
    const rows = words.map((word, i) => ({ sentence_id: 1 + Math.floor(i / 6), word, tag: tags[i]! }));
    const { corpus } = await read('a.jsonl', FORMS['lines']!(rows));
    expect(corpus.sentences.flatMap(({ tokens }) => tokens)).toEqual(words);
    expect(corpus.sentences.flatMap((sentence) => sentence.tags)).toEqual(tags);
  }
});
