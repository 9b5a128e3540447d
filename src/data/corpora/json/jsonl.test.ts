import { describe, expect, test } from 'vitest';
import { ProblemLog } from '../../files/problem-log.ts';
import { readJsonItems } from './items.ts';
import { readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import type { CorpusOptions } from '../../corpus.ts';
import { requireUsable } from '../read-corpus.ts';

const read = (lines: unknown[], options?: CorpusOptions) =>
  readText(
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    options,
    'data.jsonl',
  );

describe('sentences', () => {
  test.each([
    { tokens: ['EU', 'is'], ner_tags: ['B-ORG', 'O'] },
    { words: ['EU', 'is'], tags: ['B-ORG', 'O'] },
    { id: 7, tokens: ['EU', 'is'], labels: ['B-ORG', 'O'] },
  ])('%j', (record) => {
    const corpus = read([record]);
    expect(corpus.sentences).toMatchObject([
      { tokens: ['EU', 'is'], tags: ['B-ORG', 'O'], spans: [{ start: 0, end: 1, type: 'ORG' }], line: 1 },
    ]);
    expect(corpus).toMatchObject({ format: 'jsonl', problems: [], style: { scheme: 'BIO' } });
  });

  test.each([
    ['as Python writes them', `{'tokens': ['EU', 'is'], 'ner_tags': ['B-ORG', 'O'], 'id': None}`],
    ['with constants of Python', '{"tokens": ["EU", "is"], "ner_tags": ["B-ORG", "O"], "score": NaN}'],
    ['with a comma at the end', '{"tokens": ["EU", "is"], "ner_tags": ["B-ORG", "O"]},'],
    ['with a record separator', '\u001E{"tokens": ["EU", "is"], "ner_tags": ["B-ORG", "O"]}'],
  ])('objects %s', (_, line) => {
    const corpus = read([line, line]);
    expect(corpus.problems).toEqual([]);
    expect([tokensOf(corpus), tagsOf(corpus)]).toEqual([
      ['EU is', 'EU is'],
      ['B-ORG O', 'B-ORG O'],
    ]);
  });

  test('keeps empty sentences and sentences without tags', () => {
    const corpus = read([
      { tokens: [], ner_tags: [] },
      '',
      { tokens: ['a b', ''] },
      { tokens: ['x'], ner_tags: ['B-X'] },
    ]);
    expect(corpus.sentences).toMatchObject([
      { tokens: [], tags: [], spans: [], line: 1 },
      { tokens: ['a b', ''], tags: [], spans: [], line: 3 },
      { tokens: ['x'], tags: ['B-X'], spans: [{ start: 0, end: 1, type: 'X' }], line: 4 },
    ]);
  });

  test('reads exported predictions, possibly corrected, by the tags of their tokens', () => {
    const mio = { text: 'Mio', start: 41, end: 44, tag: 'B-PER', probability: 0.9 };
    const left = { text: 'left', start: 45, end: 49, tag: 'O', probability: 1 };
    const entities = [{ type: 'ORG', text: 'Mio', start: 41, end: 44, first: 0, last: 0, probability: 0.4 }];
    const written = { text: 'Mio left', start: 41, end: 49, tokens: [mio, left], entities, otherReadings: [] };
    const corpus = read([written, { text: '', start: 0, end: 0, tokens: [], entities: [], otherReadings: [] }]);
    expect(corpus.sentences).toMatchObject([
      { tokens: ['Mio', 'left'], tags: ['B-PER', 'O'], spans: [{ start: 0, end: 1, type: 'PER' }], line: 1 },
      { tokens: [], tags: [], spans: [], line: 2 },
    ]);
    expect(corpus.problems).toEqual([]);
  });

  test('reads one array of objects', () => {
    const records = [
      { tokens: ['a'], tags: ['O'] },
      { tokens: ['b'], tags: ['B-X'] },
    ];
    for (const text of [JSON.stringify(records), JSON.stringify(records, undefined, 2)]) {
      expect(tokensOf(readText(text, {}, 'data.txt'))).toEqual(['a', 'b']);
    }
  });
});

describe('integer tags', () => {
  const record = { tokens: ['EU', 'is'], ner_tags: [1, 0] };

  test('take their names from the last label_names', () => {
    const corpus = read([{ label_names: ['O', 'B-LOC'] }, record, { ...record, label_names: ['O', 'B-PER'] }]);
    expect(tagsOf(corpus)).toEqual(['B-LOC O', 'B-PER O']);
    expect(corpus.problems).toEqual([]);
  });

  test.each([record, { ...record, ner_tags: ['1', '0'] }])('without names are a question: %j', (unnamed) => {
    const corpus = read([unnamed, { ...record, ner_tags: [3, 0] }]);
    expect(() => requireUsable(corpus)).toThrow(
      'ner_tags are integers (0 to 3) without label names. Insert a line {"label_names": ["O", "B-PER", …]} before them, add their dataset_info.json with them, or pass the names. What are the names of the labels? (1) no names: each number is a tag by itself (2) O, B-PER, I-PER, B-ORG, I-ORG, B-LOC, I-LOC (as in CoNLL-2003)',
    );
    const answers = corpus.question!.options.map(({ settings }) => tagsOf(read([unnamed], settings)));
    expect(answers).toEqual([['1 0'], ['B-PER O']]);
    expect(read([unnamed], corpus.question!.options[1]!.settings).question).toBeUndefined();
  });

  test('of a long text are read', () => {
    const count = 300_000; // more than a call has arguments
    const labels = Array.from({ length: count }, (_, t) => t % 3);
    const { question } = read([{ tokens: labels.map(() => 'a'), ner_tags: labels }]);
    expect(question?.reason).toContain('ner_tags are integers (0 to 2)');
  });

  test.each([1e9, 2 ** 53 - 1, '4294967296'])('that cannot be labels, such as %s, are problems', (label) => {
    const labels = typeof label === 'string' ? [label, '0'] : [label, 0];
    const { sentences, problems } = read([record, { ...record, ner_tags: labels }]);
    expect(sentences).toHaveLength(1);
    expect(problems[0]!.message).toContain(`contains ${label}, expected labels from 0 to 9999`);
  });

  test('that exceed the names are problems', () => {
    const names = { label_names: ['O'] };
    const [beyond, below] = read([names, record, { ...record, ner_tags: [-1, 0] }]).problems.slice(-2);
    expect(beyond!.message).toContain('contains 1, but the 1 label names are numbered 0 to 0');
    expect(below!.message).toContain('contains -1');
  });
});

describe('skips what cannot be read, with an error', () => {
  test.each<[unknown, string]>([
    ['{"tokens": ["a"], "tags": ["O"}', 'Not JSON'],
    ['["a"]', 'Found an array, expected an object'],
    ['3', 'Found a number'],
    [{ text: 'a' }, 'Found neither tokens or words'],
    [{ tokens: 'a b' }, 'The tokens are a string'],
    [{ tokens: ['a', 3] }, 'an array that contains a number'],
    [{ tokens: ['a'], tags: ['O', 'O'] }, 'Found 2 tags for 1 tokens'],
    [{ tokens: ['a'], tags: 'O' }, 'tags is a string'],
    [{ tokens: ['a', 'b'], tags: ['O', 0] }, 'expected only strings or only integers'],
    [{ tokens: ['a'], tags: [0.5] }, 'expected only strings or only integers'],
    [{ label_names: 'O' }, 'label_names is a string'],
  ])('%j', (line, message) => {
    const good = { tokens: ['EU'], tags: ['B-ORG'] };
    const corpus = read([good, line, good]);
    expect(corpus.sentences.map((sentence) => sentence.line)).toEqual([1, 3]);
    expect(corpus.problems).toHaveLength(1);
    expect(corpus.problems[0]).toMatchObject({
      line: 2,
      severity: 'error',
      kind: 'json',
      message: expect.stringContaining(message) as string,
    });
  });

  test('reports the column of a syntax error', () => {
    expect(read(['{"tokens": ["a" "b"]}']).problems.at(-1)).toMatchObject({ line: 1, column: 17 });
  });

  test('reports line and column of a syntax error in an array', () => {
    const { sentences, problems } = read(['[', ' {"tokens": ["a"]},', ' {"tokens": ["a" "b"]}', ']']);
    expect(sentences.map(({ line }) => line)).toEqual([2]);
    expect(problems.at(-1)).toMatchObject({ line: 3, column: 18, excerpt: '{"tokens": ["a" "b"]}' });
  });

  test('rejects a file if most lines do not contain a sentence', () => {
    const corpus = read(['{"tokens": ["a"], "tags": ["O"]}', '{', 'a', '}', ']']);
    expect(corpus.sentences).toHaveLength(1);
    expect(() => requireUsable(corpus)).toThrow(
      'Read as JSON, there is no sentence in 4 of 5 lines. Expected objects with tokens and tags',
    );
  });
});

test.each([
  [
    'records by id',
    '{"10": {"text": "Ada left Oslo"}, "9": {"text": "It rained today"}, "x": {"text": "Mio sang a song"}}',
  ],
  [
    'columns of rows',
    '{"text": {"10": "Ada left Oslo", "9": "It rained today", "11": "Mio sang a song"}, "tags": {"10": "O O O", "9": "O O O", "11": "O O O O"}}',
  ],
])('%s come in the order of the file, not of their numbers', (_, text) => {
  const items = [...readJsonItems('a.json', [text], new ProblemLog('a.json'))];
  expect(items.map(({ value }) => value?.['text'])).toEqual(['Ada left Oslo', 'It rained today', 'Mio sang a song']);
});

test('the name of a member is the id of its record', () => {
  const text = '{"10": {"text": "Ada left Oslo"}, "9": {"text": "It rained today", "id": 5}}';
  const items = [...readJsonItems('a.json', [text], new ProblemLog('a.json'))];
  expect(items.map(({ value }) => value?.['id'])).toEqual(['10', 5]);
});

test('an empty list of tokens beside an annotated text is none', () => {
  const record = {
    name: 'd0',
    document: 'Ada left Oslo.',
    tokens: [],
    annotation: [{ start: 0, end: 3, label: 'PER', text: 'Ada' }],
  };
  const corpus = readText(`${JSON.stringify(record)}\n`, {}, 'a.jsonl');
  expect(tokensOf(corpus)).toEqual(['Ada left Oslo .']);
  expect(corpus.sentences[0]!.spans).toEqual([{ start: 0, end: 1, type: 'PER' }]);
});

test('a string of millions of characters is read, also with escapes', () => {
  const text = `${'It "rained" \n'.repeat(300_000)}${'x'.repeat(8_000_000)}`;
  const corpus = readText(JSON.stringify([{ tokens: ['Ada'], tags: ['B-PER'], note: text }]), {}, 'a.json');
  expect(tagsOf(corpus)).toEqual(['B-PER']);
});

test.each([
  ['a list with an object in each line', (one: string, two: string) => `{"data": [${one},\n${two}]}\n`],
  [
    'an object whose first string has a brace',
    (one: string, two: string) => `{"by": "a } b",\n"data": [${one}, ${two}]}\n`,
  ],
  ['a list that begins in the first line', (one: string, two: string) => `{"data": [\n${one},\n${two}\n]}\n`],
])('%s is one object', (_, written) => {
  const records = ['Ada', 'Bo'].map((name) => JSON.stringify({ tokens: [name, 'left'], tags: ['B-PER', 'O'] }));
  const corpus = readText(written(records[0]!, records[1]!), {}, 'a.json');
  expect(tokensOf(corpus)).toEqual(['Ada left', 'Bo left']);
  expect(corpus.problems).toEqual([]);
});
