import { gzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sniff } from '../files/sniff.ts';
import { readVectors, type VectorsRead } from './read-vectors.ts';
import { fileOf } from './testing.ts';

type Row = [word: string, numbers: number[]];

const ROWS: Row[] = [
  ['the', [0.25, -0.5, 0.75, 1, 0.5, 1.5]],
  [',', [1.5, 2.5, -3.5, 0.5, 0.125, 2]],
  ['1996', [0.5, 1.25, 2, 3.5, -0.25, 0.5]],
  ['né', [0.5, 0.25, 8.5, -0.5, 0.25, 3]],
  ['"', [0.5, 0.75, 3.5, 0.5, 0.5, 0.25]],
];
const lines = (rows: readonly Row[], line: (word: string, numbers: number[], i: number) => string) =>
  rows.map(([word, numbers], i) => `${line(word, numbers, i)}\n`).join('');
const usual = (rows: readonly Row[]) => lines(rows, (word, numbers) => `${word} ${numbers.join(' ')}`);
const csv = (word: string) => (/[",;|]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word);
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function read(content: Uint8Array | string, name = 'v.txt', chunk = 7): Promise<VectorsRead> {
  const words = ROWS.map(([word]) => word);
  return readVectors(fileOf(content, name, chunk), { wanted: new Set([...words, 'New_York']) });
}

/** The words and values that are read, and what is told. */
const told = ({ vectors, words, problems }: VectorsRead) => ({
  words,
  vectors: vectors.words.map((word, i) => [word, ...vectors.values.subarray(6 * i, 6 * i + 6)]),
  problems: problems.map(({ line, message }) => `${line}: ${message}`),
});
const expected = (rows: readonly Row[], ...notes: string[]) => ({
  words: rows.length,
  vectors: rows.map(([word, numbers]) => [word, ...numbers]),
  problems: notes.map((note) => expect.stringContaining(note) as string),
});

/** Rows written otherwise, and what is told of it. */
const FORMS: Record<string, [write: (rows: readonly Row[]) => string, ...notes: string[]]> = {
  commas: [(rows) => lines(rows, (word, numbers) => [csv(word), ...numbers].join(','))],
  'commas, the comma not quoted': [
    (rows) => lines(rows, (word, numbers) => [word.replace('"', '""""'), ...numbers].join(',')),
  ],
  'commas and spaces': [(rows) => lines(rows, (word, numbers) => [csv(word), ...numbers].join(', '))],
  'commas, with names of columns': [
    (rows) => `word,a,b,c,d,e,f\n${lines(rows, (word, numbers) => [csv(word), ...numbers].join(','))}`,
  ],
  'pandas, the word as index': [
    (rows) => `,0,1,2,3,4,5\n${lines(rows, (word, numbers) => [csv(word), ...numbers].join(','))}`,
  ],
  'pandas, numbered rows': [
    (rows) => `,word,0,1,2,3,4,5\n${lines(rows, (word, numbers, i) => [i, csv(word), ...numbers].join(','))}`,
    'begins with its number',
  ],
  'numbered lines': [
    (rows) => lines(rows, (word, numbers, i) => `${i + 1} ${word} ${numbers.join(' ')}`),
    'begins with its number',
  ],
  semicolons: [(rows) => lines(rows, (word, numbers) => [csv(word), ...numbers].join(';'))],
  'semicolons, decimal commas': [
    (rows) => lines(rows, (word, numbers) => [csv(word), ...numbers.map((n) => String(n).replace('.', ','))].join(';')),
  ],
  'spaces, decimal commas': [(rows) => usual(rows).replaceAll(/(\d)\.(\d)/g, '$1,$2')],
  bars: [(rows) => lines(rows, (word, numbers) => [csv(word), ...numbers].join('|'))],
  'a list of Python': [(rows) => lines(rows, (word, numbers) => `${word} [${numbers.join(', ')}]`)],
  'a list in a cell': [
    (rows) => `word,vector\n${lines(rows, (word, numbers) => `${csv(word)},"[${numbers.join(', ')}]"`)}`,
  ],
  'an array of NumPy in a cell': [
    (rows) => `word,vector\n${lines(rows, (word, numbers) => `${csv(word)},[${numbers.join('  ')}]`)}`,
  ],
  'a list in a cell, numbered rows': [
    (rows) => `,word,vector\n${lines(rows, (word, numbers, i) => `${i},${csv(word)},"[${numbers.join(', ')}]"`)}`,
    'begins with its number',
  ],
  'a tuple': [(rows) => lines(rows, (word, numbers) => `${word}\t(${numbers.join(', ')})`)],
  'a tab, then commas': [(rows) => lines(rows, (word, numbers) => `${word}\t${numbers.join(',')}`)],
  'quoted words': [
    (rows) => lines(rows, (word, numbers) => `"${word.replace('"', '\\"')}" ${numbers.join(' ')}`),
    'in quotation marks',
  ],
  'bytes of Python': [
    (rows) => lines(rows, (word, numbers) => `b'${word.replace('é', '\\xc3\\xa9')}' ${numbers.join(' ')}`),
    'bytes of Python',
  ],
  ConceptNet: [
    (rows) => `5 6\n${lines(rows, (word, numbers) => `/c/en/${word} ${numbers.join(' ')}`)}`,
    'begin with their language',
  ],
  'parts of speech': [
    (rows) =>
      lines(rows, (word, numbers, i) => `${word}_${['DET', 'PUNCT', 'NUM', 'NOUN', 'X'][i]} ${numbers.join(' ')}`),
    'part of speech',
  ],
  'a colon': [(rows) => lines(rows, (word, numbers) => `${word}: ${numbers.join(' ')}`), 'end with a colon'],
  counts: [
    (rows) => lines(rows, (word, numbers, i) => `${word} ${900 - i * i} ${numbers.join(' ')}`),
    'how often the word occurs',
  ],
  CRLF: [(rows) => usual(rows).replaceAll('\n', '\r\n')],
  CR: [(rows) => usual(rows).replaceAll('\n', '\r')],
};

/** How each content may be packed. */
const PACKED = {
  plain: (content: Uint8Array) => ({ content, name: 'v.txt' }),
  gzip: (content: Uint8Array) => ({ content: gzipSync(content), name: 'v.txt.gz' }),
  zip: (content: Uint8Array) => ({ content: zipSync({ 'v.txt': content }), name: 'v.zip' }),
};

describe.each(Object.entries(FORMS))('%s', (_, [write, ...notes]) => {
  test.each(Object.entries(PACKED))('%s: the words and values of the usual form', async (_, pack) => {
    const { content, name } = pack(bytesOf(write(ROWS)));
    expect(told(await read(content, name))).toEqual(expected(ROWS, ...notes));
  });

  test('is recognised as vectors', async () => {
    expect(await sniff(new File([write(ROWS)], 'v.txt'))).toEqual({ kind: 'vectors' });
  });

  test('any words and numbers, in any chunks', async () => {
    const word = fc.stringMatching(/^[a-zé.]{1,7}$/).filter((text) => !/^(?:\d|\.)+$/.test(text));
    const number = fc.integer({ min: -4000, max: 4000 }).map((n) => (2 * n + 1) / 64);
    const row = fc.tuple(word, fc.array(number, { minLength: 6, maxLength: 6 }));
    const rows = fc.uniqueArray(row, { minLength: 5, maxLength: 5, selector: ([text]) => text });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 99 }), async (some, chunk) => {
        const { vectors, problems } = await readVectors(fileOf(write(some), 'v.txt', chunk), {
          wanted: new Set(some.map(([text]) => text)),
        });
        expect(problems).toHaveLength(notes.length);
        expect(vectors.words.map((text, i) => [text, [...vectors.values.subarray(6 * i, 6 * i + 6)]])).toEqual(some);
      }),
      { numRuns: 30 },
    );
  });
});

describe('encodings', () => {
  const utf16 = (mark: [number, number]) =>
    Uint8Array.from([
      ...mark,
      ...[...usual(ROWS)].flatMap((c) => (mark[0] === 0xff ? [c.charCodeAt(0), 0] : [0, c.charCodeAt(0)])),
    ]);

  test.each([
    ['UTF-16, little-endian', utf16([0xff, 0xfe])],
    ['UTF-16, big-endian', utf16([0xfe, 0xff])],
    ['UTF-8 with a byte order mark', bytesOf(`\uFEFF${usual(ROWS)}`)],
  ])('%s', async (_, content) => {
    expect(told(await read(content))).toEqual(expected(ROWS));
  });

  test('Latin-1, which is told', async () => {
    const latin1 = Uint8Array.from([...usual(ROWS)], (c) => c.charCodeAt(0));
    expect(told(await read(latin1))).toEqual(expected(ROWS, 'was read as Windows-1252'));
  });
});

test('pieces of words: those that are whole words, and signs', async () => {
  const pieces = `5 6\n${lines(ROWS, (word, numbers, i) => `${['▁the', ',', '▁1996', 'né', '"'][i] ?? word} ${numbers.join(' ')}`)}`;
  const whole = ROWS.filter(([word]) => word !== 'né');
  expect(told(await read(pieces))).toEqual(expected(whole, 'pieces of words'));
});

test('words of several parts of speech have the vector of the first', async () => {
  const rows = ['the_DET 1.5 2 3 4 5 6', 'né_NOUN 2.5 2 3 4 5 6', 'né_ADJ 3.5 2 3 4 5 6'].join('\n');
  expect(told(await read(rows))).toMatchObject({
    words: 2,
    vectors: [
      ['the', 1.5, 2, 3, 4, 5, 6],
      ['né', 2.5, 2, 3, 4, 5, 6],
    ],
  });
});

test.each<[string, string]>([
  ['texts with scores', 'EU rejects it,0.1,0.2,0.3,0.4,0.5\nit disagreed,0.3,0.1,0.3,0.4,0.5\n'],
  ['texts with an embedding in a cell', 'text,embedding\nEU rejects it,"[0.1, 0.2, 0.3, 0.4, 0.5]"\n'],
  ['columns and a list', 'EU,B-ORG,"[0.1, 0.2, 0.3, 0.4, 0.5]"\nit,O,"[0.3, 0.2, 0.3, 0.4, 0.5]"\n'],
])('%s are no vectors', async (_, text) => {
  expect(await sniff(new File([text], 'v.csv'))).toEqual({ kind: 'corpus' });
});

test('a first dimension of ones is no count', async () => {
  const rows = ROWS.map(([word, [, ...rest]]): Row => [word, [1, ...rest.map((number) => number + 0.125)]]);
  expect(told(await read(usual(rows)))).toEqual(expected(rows));
});

test('a table may begin with blank lines', async () => {
  const table = FORMS['pandas, the word as index']![0](ROWS);
  expect(told(await read(`\n\n${table}`))).toEqual(expected(ROWS));
});

test('a table with an endless line is refused', async () => {
  const table = new TextEncoder().encode(`${FORMS.commas![0](ROWS)}${'"'.repeat(17 * 2 ** 20)}`);
  await expect(read(table, 'v.csv', 1 << 20)).rejects.toThrow('Found no line break in 16 MiB');
});

test('lines that are no rows are told with their number', async () => {
  const text = FORMS['commas, with names of columns']![0](ROWS).replace('1996,', '1996,x,');
  expect(told(await read(text)).problems).toEqual([expect.stringMatching(/^4: Found/)]);
});

describe('JSON', () => {
  const object = Object.fromEntries(ROWS);
  const each = ROWS.map(([word, vector]) => ({ word, vector }));
  test.each<[string, string]>([
    ['a vector for each word', JSON.stringify(object)],
    ['the same, on several lines', JSON.stringify(object, null, 2)],
    ['a list of objects', JSON.stringify(each)],
    ['a list on several lines', JSON.stringify(each, null, 1)],
    ['lines', each.map((row) => `${JSON.stringify(row)}\n`).join('')],
    ['the vector first', JSON.stringify(ROWS.map(([token, embedding]) => ({ embedding, token })))],
    ['with other fields', JSON.stringify(ROWS.map(([term, vec], id) => ({ id, term, count: 3, vec })))],
    [
      'words and vectors',
      JSON.stringify({ words: ROWS.map(([word]) => word), vectors: ROWS.map(([, vector]) => vector) }),
    ],
  ])('%s', async (_, text) => {
    expect(await sniff(new File([text], 'v.json'))).toEqual({ kind: 'vectors' });
    const { vectors, ...rest } = told(await read(text, 'v.json'));
    expect(rest).toEqual({ words: 5, problems: [] });
    expect(Object.fromEntries(vectors.map(([word, ...values]) => [word, values]))).toEqual(object); // integers are the first keys
    expect((await read(gzipSync(bytesOf(text)), 'v.json.gz')).words).toBe(5);
  });

  test.each<[string, string]>([
    ['tags', '{"tokens": ["EU", "rejects"], "ner_tags": [3, 0, 0, 0, 0, 1]}'],
    ['texts with a vector each', '{"text": "EU rejects it", "labels": ["A"], "scores": [0.1, 0.2, 0.3, 0.4, 0.5]}'],
    ['records', '[{"id": 1, "text": "a", "box": [0.1, 0.2, 0.3, 0.4, 0.5]}]'],
    ['times of words', '{"start": [0.1, 0.2, 0.3, 0.4, 0.5], "end": [0.2, 0.3, 0.4, 0.5, 0.6], "words": ["a", "b"]}'],
    ['numbers of a text', '{"scores": [0.1, 0.2, 0.3, 0.4, 0.5], "title": "EU"}'],
    ['texts with an embedding', '{"id": "a1", "text": "EU rejects it", "embedding": [0.1, 0.2, 0.3, 0.4, 0.5]}'],
    ['an embedding with a text', '{"embedding": [0.1, 0.2, 0.3, 0.4, 0.5], "id": "a1", "text": "EU rejects it"}'],
    ['annotated words', '{"word": "EU", "ner": "B-ORG", "embedding": [0.1, 0.2, 0.3, 0.4, 0.5]}'],
    ['annotated tokens', '{"tokens": ["EU", "it"], "vectors": [[0.1, 0.2, 0.3, 0.4, 0.5]], "ner_tags": [3, 0]}'],
    [
      'tokens of sentences',
      '{"tokens": ["EU"], "vectors": [[0.1, 0.2, 0.3, 0.4, 0.5]]}\n{"tokens": ["it"], "vectors": [[0.1, 0.2, 0.3, 0.4, 0.5]]}',
    ],
  ])('%s are no vectors', async (_, text) => {
    expect(await sniff(new File([text], 'v.json'))).toEqual({ kind: 'corpus' });
  });

  test('what is damaged is told', async () => {
    await expect(read('{"a": [0.5, 1, 2, 3, 4], "b": [1', 'v.json')).rejects.toThrow(
      /v\.json cannot be read as JSON: /,
    );
    const uneven = '{"word": "the", "vector": [0.5, 1, 2, 3, 4]}\n{"word": "né", "vector": [0.5, 1]}\n';
    expect(told(await read(uneven)).problems).toEqual([expect.stringMatching(/^2: Found 3 fields/)]);
    const cut =
      '{"word": "the", "vector": [0.5, 1, 2, 3, 4]}\n{"word": "né", "vec\n{"word": ",", "vector": [5, 1, 2, 3, 4]}\n';
    expect(told(await read(`\n${cut}`))).toMatchObject({ words: 2, problems: [expect.stringMatching(/^3: Found 3/)] });
    const nested = `{"the": [0.5, 1, 2, 3, 4], "né": [0.5, ${'['.repeat(1e5)}${']'.repeat(1e5)}]}`;
    expect(told(await read(nested, 'v.json', 1 << 16)).problems).toEqual([expect.stringMatching(/^2: Found 3 fields/)]);
  });

  test('numbers in quotation marks are read', async () => {
    const rows = '{"the": [0.5, 1, 2, 3, 4, 5], ",": [5, 1, 2, 3, 4, 5], "né": ["0.25", "1", "2", "3", "4", "5"]}';
    expect(told(await read(rows, 'v.json')).vectors).toContainEqual(['né', 0.25, 1, 2, 3, 4, 5]);
  });
});
