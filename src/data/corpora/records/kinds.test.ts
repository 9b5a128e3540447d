import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';
import type { CorpusOptions } from '../../corpus.ts';
import { requireUsable } from '../read-corpus.ts';
import { writeCorrected } from '../write-corrected.ts';

function read(value: unknown, options?: CorpusOptions, file = 'export.json') {
  return readText(JSON.stringify(value), options, file);
}

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

const ENTITIES = ['PER Ada Byrne', 'LOC Varde'];
const TOKENS = ['😀', 'Ada', 'Byrne', 'saw', 'Varde', '.'];

describe('tokens with spans, as written by', () => {
  test.each<[string, unknown]>([
    [
      'GLiNER',
      [
        {
          tokenized_text: TOKENS,
          ner: [
            [1, 2, 'PER'],
            [4, 4, 'LOC'],
          ],
        },
      ],
    ],
    [
      'SpERT',
      [
        {
          tokens: TOKENS,
          entities: [
            { type: 'PER', start: 1, end: 3 },
            { type: 'LOC', start: 4, end: 5 },
          ],
          relations: [],
        },
      ],
    ],
    [
      'W2NER',
      [
        {
          sentence: TOKENS,
          ner: [
            { index: [1, 2], type: 'PER' },
            { index: [4], type: 'LOC' },
          ],
        },
      ],
    ],
    [
      'DyGIE++',
      {
        doc_key: 'a',
        sentences: [['It', 'rained'], TOKENS],
        ner: [
          [],
          [
            [3, 4, 'PER'],
            [6, 6, 'LOC'],
          ],
        ],
      },
    ],
    [
      'tools with exclusive ends',
      [
        { tokens: TOKENS.slice(1, 3), spans: [{ start: 0, end: 2, label: 'PER' }] },
        { tokens: ['Varde'], spans: [[0, 1, 'LOC']] },
      ],
    ],
    [
      'tools with inclusive ends',
      [
        {
          words: TOKENS,
          spans: [
            { start: 1, end: 2, label: 'PER' },
            { start: 4, end: 4, label: 'LOC' },
          ],
        },
      ],
    ],
    [
      'spaCy (Example.to_dict)',
      {
        doc_annotation: { cats: {}, entities: ['O', 'B-PER', 'L-PER', 'O', 'U-LOC', 'O'], links: {} },
        token_annotation: { ORTH: TOKENS, SPACY: TOKENS.map(() => true), SENT_START: [1, 0, 0, 0, 0, 0] },
      },
    ],
    [
      'spaCy 2 (training)',
      [
        {
          id: 0,
          paragraphs: [
            {
              sentences: [
                { tokens: TOKENS.map((orth, i) => ({ orth, ner: ['O', 'B-PER', 'L-PER', 'O', 'U-LOC', 'O'][i] })) },
              ],
            },
          ],
        },
      ],
    ],
    ['lists of words with tags', [TOKENS.map((word, i) => [word, 'X', ['O', 'B-PER', 'I-PER', 'O', 'B-LOC', 'O'][i]])]],
  ])('%s', (_, value) => {
    const corpus = read(value);
    requireUsable(corpus);
    expect(entitiesOf(corpus)).toEqual(ENTITIES);
    expect(corpus.problems).toEqual([]);
  });

  test('with a question if no span shows where it ends', () => {
    const value = [{ tokens: TOKENS, spans: [{ start: 1, end: 2, label: 'PER' }] }];
    const { question } = read(value);
    expect(() => requireUsable(read(value))).toThrow('Is the end of a span its last token, or the one after it?');
    expect(question!.options.map(({ settings }) => entitiesOf(read(value, settings)))).toEqual([
      ['PER Ada'],
      ['PER Ada Byrne'],
    ]);
  });

  test('overlapping spans and spans beyond the tokens are reported', () => {
    const corpus = read([
      {
        tokenized_text: ['Ada', 'Byrne'],
        ner: [
          [0, 0, 'X'],
          [0, 1, 'PER'],
          [1, 7, 'Y'],
        ],
      },
    ]);
    expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne']);
    expect(corpus.problems.map(({ message }) => message)).toEqual([
      'Found Y of tokens 1 to 8 (end exclusive) in a sentence of 2 tokens; the span was skipped.',
      'Skipped X (“Ada”), because it overlaps PER (“Ada Byrne”).',
    ]);
  });
});

describe('labels that nobody accepted are not gold', () => {
  const spans = [{ start: 0, end: 3, label: 'PER' }];
  const record = { text: 'Ada ran.', spans };

  test('Prodigy: rejected and ignored texts, with counts', () => {
    const text = lines(
      { ...record, answer: 'accept' },
      { ...record, answer: 'reject' },
      { ...record, answer: 'ignore' },
    );
    const corpus = readText(text, {}, 'p.jsonl');
    expect(entitiesOf(corpus)).toEqual(['PER Ada']);
    expect(corpus.problems).toMatchObject([
      {
        line: 0,
        message: '2 of 3 objects were left out, because their labels are not accepted: 1 rejected, 1 ignored.',
      },
    ]);
  });

  test('Prodigy: rejected spans; accepted texts need no spans', () => {
    const rejected = { ...record, answer: 'accept', spans: [{ ...spans[0], answer: 'reject' }] };
    const corpus = readText(lines(rejected, { text: 'It rained.', answer: 'accept', spans: null }), {}, 'p.jsonl');
    expect(tokensOf(corpus)).toEqual(['Ada ran .', 'It rained .']);
    expect(entitiesOf(corpus)).toEqual([]);
    expect(corpus.problems[0]!.message).toBe(
      '1 of 2 objects have spans with another answer than accept, which were left out.',
    );
  });

  test('our own export: only accepted sentences, unless another program has changed them', () => {
    const own = (state: string, count: number) => ({ ...record, tagsmith: { state, spans: count } });
    const corpus = readText(lines(own('accepted', 1), own('flagged', 1), own('open', 0)), {}, 'own.jsonl');
    expect(corpus.sentences.map(({ line }) => line)).toEqual([1, 3]);
    const empty = { text: 'Ada ran.', spans: [], tagsmith: { state: 'open', spans: 0 } };
    expect(() => requireUsable(readText(lines(empty, own('skipped', 1)), {}, 'own.jsonl'))).toThrow(
      'No object has accepted labels: 1 open, 1 skipped.',
    );
  });

  test.each([
    [[[2, 3, 'LOC']], [{ start: 2, end: 3, type: 'LOC' }]],
    [[[2, 3, 'LOC'], [2, 9, 'LOC']], undefined], // prettier-ignore
    [[[0.5, 1, 'LOC']], undefined],
    [[[1, 1, 'LOC']], undefined],
    [[[0, 1, ' ']], undefined],
    [7, undefined],
  ])('our own export: what is accepted and refused in open sentences: %j', (written, refused) => {
    const open = { ...record, tagsmith: { state: 'open', spans: 1, refused: written } };
    const { sentences, problems } = readText(lines(open), {}, 'own.jsonl');
    expect(sentences[0]).toMatchObject({ tags: ['B-PER', '?', '?'], unknown: { tokens: [1, 2] } });
    expect(sentences[0]!.unknown?.refused).toEqual(refused);
    expect(problems.map(({ kind }) => kind)).toEqual(refused === undefined ? ['spans'] : []);
  });

  test('Argilla: discarded records, and records without a response', () => {
    const all = [
      { text: 'Ada ran.', status: 'Validated', annotation: [['PER', 0, 3]] },
      { text: 'Ada ran.', status: 'Discarded', annotation: [['PER', 0, 3]] },
      { fields: { text: 'Ada ran.' }, responses: {} },
    ];
    const corpus = read(all);
    expect(corpus.sentences).toHaveLength(1);
    expect(corpus.problems[0]!.message).toContain('2 of 3 objects were left out');
  });
});

test('of two annotators the first is read, with a warning; the other can be chosen', () => {
  const by = (completed_by: number, end: number, label: string) => ({
    completed_by,
    result: [{ value: { start: 0, end, labels: [label] } }],
  });
  const tasks = [{ data: { text: 'Ada Byrne ran.' }, annotations: [by(7, 3, 'PER'), by(8, 9, 'LOC')] }];
  const corpus = read(tasks);
  expect(entitiesOf(corpus)).toEqual(['PER Ada']);
  expect(corpus.problems[0]!.message).toBe(
    '1 of 1 objects have annotations by several people (7, 8): the first one was read.',
  );
  expect(entitiesOf(read(tasks, { annotator: '8' }))).toEqual(['LOC Ada Byrne']);
});

test('given tokens are kept, and divided into sentences', () => {
  const text = 'New York is-it. Yes.';
  const tokens = [[0, 8], [9, 14], [14, 15], [16, 20]].map(([start, end], id) => ({ text: text.slice(start, end), start, end, id })); // prettier-ignore
  const corpus = read({ text, tokens, spans: [{ start: 0, end: 8, label: 'LOC' }], answer: 'accept' });
  expect(corpus.sentences.map((sentence) => sentence.tokens)).toEqual([['New York', 'is-it', '.'], ['Yes.']]);
});

test('of several fields with a label for each token, the one with tags of a scheme is read', () => {
  expect(entitiesOf(read([{ tokens: ['Ada', 'ran'], tags: ['NNP', 'VBD'], labels: ['B-PER', 'O'] }]))).toEqual([
    'PER Ada',
  ]);
});

test('rows of the datasets server have the names of their labels', () => {
  const features = [{ name: 'ner_tags', type: { feature: { names: ['O', 'B-PER'], _type: 'ClassLabel' } } }];
  const corpus = read({ features, rows: [{ row_idx: 0, row: { tokens: ['Ada', 'ran'], ner_tags: [1, 0] } }] });
  expect(entitiesOf(corpus)).toEqual(['PER Ada']);
});

test('objects over several lines, and several lists in one object', () => {
  const record = { tokens: ['Ada', 'ran'], ner_tags: ['B-PER', 'O'] };
  const pretty = readText(`${JSON.stringify(record, undefined, 2)}\n${JSON.stringify(record, undefined, 2)}\n`);
  expect([pretty.format, tokensOf(pretty)]).toEqual(['jsonl', ['Ada ran', 'Ada ran']]);
  expect(read({ train: [record], dev: [record] }).problems.at(-1)!.message).toContain(
    'several lists of records (train, dev). Save each in a file of its own',
  );
});

test('corrections of records that are written in another way are given back as JSON lines', () => {
  const file = 'gliner.json';
  const bytes = new TextEncoder().encode(
    JSON.stringify([
      {
        tokenized_text: TOKENS,
        ner: [
          [1, 2, 'PER'],
          [4, 4, 'LOC'],
        ],
      },
    ]),
  );
  const corpus = readText(new TextDecoder().decode(bytes), {}, file);
  const { name, parts } = writeCorrected(bytes, corpus, new Map([[0, { spans: [{ start: 4, end: 5, type: 'ORG' }] }]]));
  const again = readText(parts.map((part) => new TextDecoder().decode(part)).join(''), {}, name);
  expect([name, entitiesOf(again)]).toEqual(['gliner.json.corrected.jsonl', ['ORG Varde']]);
});
