import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tagsOf, tokensOf } from '../../../../../test/helpers/read-text.ts';
import { requireUsable } from '../../read-corpus.ts';

const read = (...records: unknown[]) =>
  readText(records.map((record) => JSON.stringify(record)).join('\n'), {}, 'export.jsonl');
const TEXT = '😀 Mira left Oslo. She 👍🏽 flew.';
const TOKENS = ['😀 Mira left Oslo .', 'She 👍🏽 flew .'];
const TAGS = ['O B-PER O B-LOC O', 'B-PER O O O'];

/** The tokens, with offsets in code points, as Prodigy writes them. */
const GIVEN = TOKENS.join(' ')
  .split(' ')
  .reduce<{ text: string; start: number; end: number; id: number }[]>((before, text, id) => {
    const points = Array.from(TEXT);
    const first = Array.from(text)[0]!;
    const start = points.indexOf(first, before.at(-1)?.end ?? 0);
    return [...before, { text, start, end: start + Array.from(text).length, id }];
  }, []);

const task = (result: unknown, more: object = {}) => ({
  id: 1,
  data: { text: TEXT },
  annotations: [{ result, ...more }],
});
const region = (start: number, end: number, ...labels: string[]) => ({ type: 'labels', value: { start, end, labels } });
const REGIONS = [region(3, 7, 'PER'), region(13, 17, 'LOC'), region(19, 22, 'PER')];

describe('offsets in code points, by', () => {
  const spans = [
    [2, 6, 'PER'],
    [12, 16, 'LOC'],
    [18, 21, 'PER'],
  ];
  const objects = spans.map(([start, end, label]) => ({ start, end, label }));
  test.each([
    ['doccano', { id: 3, text: TEXT, label: spans, Comments: [] }],
    ['older versions of doccano', { text: TEXT, labels: spans }],
    [
      'doccano, with relations',
      {
        text: TEXT,
        entities: objects.map(({ start, end, label }, id) => ({ id, label, start_offset: start, end_offset: end })),
        relations: [],
      },
    ],
    ['spaCy', { text: TEXT, entities: spans }],
    ['spaCy, in an object', { text: TEXT, annotation: { entities: spans } }],
    [
      'pairs by type',
      {
        text: TEXT,
        entities: { PER: [spans[0]!.slice(0, 2), spans[2]!.slice(0, 2)], LOC: [spans[1]!.slice(0, 2)], MISC: null },
      },
    ],
    [
      'a list for each field',
      {
        text: TEXT,
        entities: {
          start: spans.map(([start]) => start),
          end: spans.map(([, end]) => end),
          type: spans.map(([, , type]) => type),
        },
      },
    ],
    ...[
      ['starts', 'ends', 'types'],
      ['start', 'end', 'label'],
      ['begin_offsets', 'end_offsets', 'labels'],
      ['entity_starts', 'entity_ends', 'entity_types'],
    ].map((names): [string, object] => [
      `lists in the record: ${names.join(', ')}`,
      { text: TEXT, ...Object.fromEntries(names.map((name, i) => [name, spans.map((span) => span[i])])) },
    ]),
    ...['kind', 'label_name', 'LABEL', 'concept', 'tagName', 'typ'].map((name): [string, object] => [
      name,
      { text: TEXT, entities: objects.map(({ start, end, label }) => ({ start, end, [name]: label })) },
    ]),
    ...[{ stage: 'gold' }, { annotator_kind: 'human' }, { tagSource: 'import' }, { span_class: 'x' }].map(
      (more): [string, object] => [
        `kind beside ${Object.keys(more)[0]}`,
        { text: TEXT, entities: objects.map(({ start, end, label }) => ({ start, end, ...more, kind: label })) },
      ],
    ),
    ...[
      ['Start', 'End'],
      ['START', 'END'],
      ['inicio', 'fin'],
      ['StartOffset', 'EndOffset'],
    ].map(([from, to]): [string, object] => [
      from!,
      { text: TEXT, entities: objects.map(({ start, end, label }) => ({ [from!]: start, [to!]: end, label })) },
    ]),
    [
      'an offset and its length',
      {
        text: TEXT,
        entities: objects.map(({ start, end, label }) => ({ offset: start, len: Number(end) - Number(start), label })),
      },
    ],
    ['spaCy documents', { text: TEXT, label: [], spans: objects }],
    ['Prodigy', { text: TEXT, tokens: GIVEN, spans: objects, answer: 'accept' }],
  ])('%s', (_, record) => {
    const corpus = read(record);
    expect([tokensOf(corpus), tagsOf(corpus)]).toEqual([TOKENS, TAGS]);
    expect(corpus).toMatchObject({ format: 'jsonl', problems: [], style: { scheme: 'BIO' } });
  });
});

test('offsets that count bytes are a question', () => {
  const texts = ['Übrigens sah Mira Åse nicht', 'Café in Oslo heute', 'Mira left Oslo', 'It rained'];
  const spans = [['Mira', 'Åse'], ['Oslo'], ['Mira', 'Oslo'], []];
  const records = texts.map((text, i) => ({
    text,
    entities: spans[i]!.map((own) => {
      const start = Buffer.byteLength(text.slice(0, text.indexOf(own)));
      return [start, start + Buffer.byteLength(own), 'X'];
    }),
  }));
  expect(read(...records.slice(2)).question).toBeUndefined();
  const { question } = read(...records);
  expect(question?.what).toMatch(/^Do the offsets count bytes/);
  expect(
    readText(records.map((record) => JSON.stringify(record)).join('\n'), question!.options[0]!.settings, 'a.jsonl')
      .question,
  ).toBeUndefined();
});

test.each([
  [
    'one that counts bytes',
    [
      ['Zoë met Adas in Oslo', 0, 3],
      ['Zoë met Adas in Oslo', 9, 13],
    ],
    '1 of 2 spans begins or ends within a word in line 2: "das"',
  ],
  [
    'of many',
    [
      ['Ada met Bo', 0, 2],
      ['Ada met Bo', 8, 10],
      ['Ada met Bo', 5, 10],
      ['Ada left', 0, 3],
      ['Ada left', 0, 3],
    ],
    '2 of 5 spans begin or end within a word, the first in line 1: "Ad"',
  ],
  ['none', [['Ada-Lin met Bo', 0, 3]], undefined],
] satisfies [string, [string, number, number][], string | undefined][])(
  'spans within words are counted: %s',
  (_, spans, expected) => {
    const corpus = read(...spans.map(([text, start, end]) => ({ text, entities: [[start, end, 'PER']] })));
    expect(corpus.question).toBeUndefined();
    const ofSpans = corpus.problems.filter(({ kind }) => kind !== 'same-texts');
    expect(ofSpans.map(({ message }) => message.split('. They')[0])).toEqual(expected ? [expected] : []);
  },
);

describe('offsets in UTF-16 units, by Label Studio', () => {
  test.each([
    ['tasks', task(REGIONS)],
    [
      'skips cancelled annotations',
      {
        ...task([]),
        annotations: [
          { was_cancelled: true, result: [region(0, 2, 'X')] },
          { was_cancelled: false, result: REGIONS },
        ],
      },
    ],
    ['skips regions that are not spans', task([{ type: 'relation' }, ...REGIONS])],
    ['tasks in the JSON-MIN format', { id: 1, text: TEXT, label: REGIONS.map(({ value }) => value) }],
  ])('%s', (_, record) => {
    const corpus = readText(JSON.stringify([record]), {}, 'project.json');
    expect([tokensOf(corpus), tagsOf(corpus)]).toEqual([TOKENS, TAGS]);
    expect(corpus).toMatchObject({ problems: [], style: { scheme: 'BIO' } });
  });

  test('skips texts without annotation, with a warning at the line of each', () => {
    const tasks = [{ ...task([]), annotations: [] }, task(REGIONS), task([], { was_cancelled: true })];
    const corpus = readText(JSON.stringify(tasks, undefined, 1), {}, 'project.json');
    requireUsable(corpus);
    expect(tokensOf(corpus)).toEqual(TOKENS);
    const lines = JSON.stringify(tasks, undefined, 1).split('\n');
    const starts = lines.flatMap((line, i) => (line === ' {' ? i + 1 : []));
    expect(corpus.sentences[0]!.line).toBe(starts[1]);
    expect(corpus.problems).toMatchObject([
      { line: 0, message: '2 of 3 objects were left out, because their labels are not accepted: 2 not annotated.' },
      { line: starts[0], severity: 'warning', kind: 'spans', excerpt: JSON.stringify(TEXT) },
      { line: starts[2], message: expect.stringContaining('has no annotation') as string },
    ]);
  });
});

test('accepts empty texts and texts without spans', () => {
  const corpus = read({ text: '', label: [] }, { text: ' \n', label: [] }, { text: 'It rains.', label: [] });
  expect([tokensOf(corpus), tagsOf(corpus)]).toEqual([['It rains .'], ['O O O']]);
  expect(corpus.sentences[0]!.line).toBe(3);
  expect(corpus.problems.map(({ kind, line }) => [kind, line])).toEqual([['entities', 0]]);
});

test('types may contain spaces and hyphens, or be a single letter', () => {
  const corpus = read({
    text: 'a b c',
    label: [
      [0, 1, 'Job Title'],
      [2, 3, 'X-Y'],
      [4, 5, 'O'],
    ],
  });
  expect(corpus.sentences[0]!.spans.map(({ type }) => type)).toEqual(['Job Title', 'X-Y', 'O']);
});

test('prefers tokens with tags to a text with spans', () => {
  const corpus = read({ text: 'Mira left', label: [[0, 9, 'X']], tokens: ['Mira', 'left'], tags: ['B-PER', 'O'] });
  expect(tagsOf(corpus)).toEqual(['B-PER O']);
});

describe('skips a text with a malformed span, with an error', () => {
  test.each<[object, string]>([
    [{ text: 'a', label: ['positive'] }, 'label has the classes of a text (positive), expected spans, or one class'],
    [{ text: 'a', label: [['X', 0]] }, 'label contains ["X",0]'],
    [{ text: 'a', label: [[0, 0.5, 'X']] }, 'label contains [0,0.5,"X"]'],
    [{ text: 'a', entities: [[0, 1]] }, 'entities contains [0,1]'],
    [{ text: 'a', entities: [[0, 1, '']] }, 'entities contains [0,1,""]'],
    [{ text: 'a', spans: [{ start: 'zero', end: 1, label: 'X' }] }, 'spans contains {"start":"zero"'],
    [{ text: 'a', spans: [null] }, 'spans contains null'],
    ...[{ stage: 'gold' }, { annotator_kind: 'human' }, { nerTag: 'X', span_class: 'Y' }].map(
      (more): [object, string] => [{ text: 'a', spans: [{ start: 0, end: 1, ...more }] }, 'spans contains {"start":0'],
    ),
    [{ text: 'a', label: 'positive' }, 'Found neither tokens or words nor a text with spans'],
    [{ data: {}, annotations: [] }, 'data.text is missing, expected a string'],
    [{ data: { text: 'a' }, annotations: [{}] }, 'The result of the annotation is missing, expected an array'],
    [task([{ value: { start: 0, end: 1, labels: 'X' } }]), 'result contains {"start":0,"end":1,"labels":"X"}'],
  ])('%j', (record, message) => {
    const good = { text: 'Mira', label: [[0, 4, 'PER']] };
    const corpus = read(good, record, good);
    expect(tagsOf(corpus)).toEqual(['B-PER', 'B-PER']);
    expect(corpus.problems).toMatchObject([
      { line: 2, severity: 'error', kind: 'json', message: expect.stringContaining(message) as string },
    ]);
  });
});

test('problems of spans have the line of their text', () => {
  const corpus = read({ text: 'a', label: [] }, { text: 'Mira left', label: [[0, 99, 'PER']] });
  expect(corpus.problems.at(-1)).toMatchObject({ file: 'export.jsonl', line: 2, severity: 'error', kind: 'spans' });
  expect(tagsOf(corpus)).toEqual(['O', 'O O']);
});

test.each(['sentence', 'example', 'full_text'])('a document beside %s is its id, not the text', (field) => {
  const record = { document: 'news-17.txt', [field]: 'Ada Vale lives in Oslo.', entities: [[0, 8, 'PER']] };
  const corpus = readText(JSON.stringify(record), {}, 'a.jsonl');
  expect(tokensOf(corpus)).toEqual(['Ada Vale lives in Oslo .']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Vale']);
});

describe('tuples of more than offsets and a type', () => {
  test.each([
    ['an id behind', [0, 3, 'PER', 'T1'], [9, 13, 'LOC', 'T2']],
    ['an id in front, offsets in lists', ['T1', 'PER', [[0, 3]]], ['T2', 'LOC', [[9, 13]]]],
    ['an id in front', ['T1', 'PER', 0, 3], ['T2', 'LOC', 9, 13]],
    ['the text', [0, 3, 'PER', 'Ada'], [9, 13, 'LOC', 'Ribe']],
    ['the text in front', ['Ada', 0, 3, 'PER'], ['Ribe', 9, 13, 'LOC']],
    ['a score', [0, 3, 'PER', 0.9], [9, 13, 'LOC', 1]],
    ['two numbers of something else', [0, 3, 'PER', [1, 2]], [9, 13, 'LOC', [5, 6]]],
    ['such numbers in a list of lists', [0, 3, 'PER', [[1, 2]]], [9, 13, 'LOC', [[5, 6]]]],
  ])('%s', (_, ...entities) => {
    expect(entitiesOf(read({ text: 'Ada left Ribe.', entities }))).toEqual(['PER Ada', 'LOC Ribe']);
  });

  test.each([
    ['two types', [0, 3, 'PER', 'GPE']],
    ['two ids', [0, 3, 'T1', 'T2']],
    ['three numbers in a row', [2, 9, 13, 'LOC']],
  ])('%s are not read', (_, span) => {
    expect(read({ text: 'Ada left Ribe.', entities: [span] }).sentences).toEqual([]);
  });

  test('a text and spans in objects of their own are read', () => {
    const record = { data: { text: 'Ada left.' }, annotation: { entities: [{ start: 0, end: 3, label: 'PER' }] } };
    expect(entitiesOf(read(record))).toEqual(['PER Ada']);
  });

  test('a few spans that all end within words are a question', () => {
    const utterances = [
      { text: 'rain in Ribe', entities: [{ type: 'city', start: 8, end: 11 }] },
      { text: 'sun in Varde', entities: [{ type: 'city', start: 7, end: 11 }] },
    ];
    expect(read({ utterances }).question?.what).toBe('Is the end of a span its last character?');
  });
});
