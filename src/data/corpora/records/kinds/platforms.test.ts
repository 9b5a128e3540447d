import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';
import { requireUsable } from '../../read-corpus.ts';
import { ADA, ENTITIES, TEXT, TUPLES, VARDE } from '../example-text.testing.ts';

test('Kili: the last review is read; labels of a model and assets without labels are left out', () => {
  const label = (labelType: string, end: number, email: string) => ({
    labelType,
    author: { email },
    isLatestLabelForUser: true,
    jsonResponse: { JOB: { annotations: [{ beginOffset: 0, endOffset: end, categories: [{ name: 'PER' }] }] } },
  });
  const asset = (labels: unknown[]) => ({ content: 'Ada Byrne ran.', externalId: 'a', labels });
  const all = [
    asset([label('DEFAULT', 3, 'a@x.org'), label('REVIEW', 9, 'b@x.org')]),
    asset([label('PREDICTION', 3, 'model')]),
    asset([]),
  ];
  const corpus = readText(JSON.stringify(all), {}, 'kili.json');
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne']);
  expect(corpus.problems.map(({ message }) => message)).toContain(
    '2 of 3 objects were left out, because their labels are not accepted: 2 not annotated.',
  );
  expect(corpus.problems.some(({ message }) => message.includes('several people (a@x.org, b@x.org)'))).toBe(true);
});

test('Kili: the latest label is that of the latest time, if all have one', () => {
  const label = (end: number, createdAt: string | undefined) => ({
    createdAt,
    labelType: 'DEFAULT',
    jsonResponse: { JOB: { annotations: [{ beginOffset: 0, endOffset: end, categories: [{ name: 'PER' }] }] } },
  });
  const [early, late] = ['2024-05-01T09:00:00.000Z', '2024-05-01T11:00:00+01:00'];
  const read = (...labels: unknown[]) =>
    entitiesOf(readText(JSON.stringify([{ content: 'Ada Byrne ran.', externalId: 'a', labels }]), {}, 'kili.json'));
  expect(read(label(9, late), label(3, early))).toEqual(['PER Ada Byrne']);
  expect(read(label(3, early), label(9, late))).toEqual(['PER Ada Byrne']);
  expect(read(label(9, late), label(3, undefined))).toEqual(['PER Ada']);
});

test('Ground Truth: automatic labels, failed tasks and several jobs', () => {
  const job = { annotations: { entities: [{ label: 'PER', startOffset: 0, endOffset: 3 }] } };
  const source = 'Ada ran.';
  const lines = [
    { source, ner: job, 'ner-metadata': { 'human-annotated': 'yes' } },
    { source, ner: job, 'ner-metadata': { 'human-annotated': 'no' } },
    { source, 'ner-metadata': { 'failure-reason': 'x' } },
  ];
  const read = (values: unknown[]) =>
    readText(values.map((value) => JSON.stringify(value)).join('\n'), {}, 'output.manifest');
  const corpus = read(lines);
  expect([corpus.sentences.length, entitiesOf(corpus)]).toEqual([1, ['PER Ada']]);
  expect(corpus.problems[0]!.message).toContain('1 labelled automatically, 1 not annotated');
  const two = { source, a: job, 'a-metadata': {}, b: job, 'b-metadata': {} };
  expect(() => requireUsable(read([two]))).toThrow('several jobs (a, b)');
});

describe('texts with spans, as exported by', () => {
  test.each<[string, unknown]>([
    [
      'UBIAI',
      [
        {
          documentName: 'a.txt',
          document: TEXT,
          tokens: [
            { ...ADA, token_start: 1, token_end: 2, entityLabel: 'PER' },
            { ...VARDE, token_start: 4, token_end: 4, entityLabel: 'LOC' },
          ],
          relations: [],
        },
      ],
    ],
    [
      'flair',
      {
        text: TEXT,
        labels: [],
        entities: [
          { text: 'Ada Byrne', start_pos: 2, end_pos: 11, labels: [{ value: 'PER', confidence: 1 }] },
          { text: 'Varde', start_pos: 16, end_pos: 21, labels: [{ value: 'LOC', confidence: 1 }] },
        ],
      },
    ],
    ['entities within annotations', [{ text: TEXT, annotations: { entities: TUPLES, relations: [] } }]],
    [
      'Kili',
      [
        {
          content: TEXT,
          externalId: 'a',
          labels: [
            { labelType: 'PREDICTION', jsonResponse: {} },
            {
              labelType: 'DEFAULT',
              isLatestLabelForUser: true,
              jsonResponse: {
                JOB_0: {
                  annotations: [
                    { beginOffset: 3, endOffset: 12, content: 'Ada Byrne', categories: [{ name: 'PER' }] },
                    { beginOffset: 17, content: 'Varde', categories: [{ name: 'LOC', confidence: 100 }] },
                  ],
                },
                CLASSIFICATION_JOB: { categories: [{ name: 'X' }] },
              },
            },
          ],
        },
      ],
    ],
    [
      'SageMaker Ground Truth',
      {
        source: TEXT,
        'ner-job': {
          annotations: {
            entities: [
              { label: 'PER', startOffset: 3, endOffset: 12 },
              { label: 'LOC', startOffset: 17, endOffset: 22 },
            ],
            labels: [{ label: 'PER' }, { label: 'LOC' }],
          },
        },
        'ner-job-metadata': { type: 'groundtruth/text-span', 'human-annotated': 'yes', entities: [{ confidence: 0 }] },
      },
    ],
    [
      'Watson Knowledge Studio',
      {
        id: 'd',
        name: 'a.txt',
        text: TEXT,
        sentences: [
          {
            id: 's0',
            begin: 0,
            end: 23,
            tokens: [
              [0, 2],
              [3, 6],
              [7, 12],
              [13, 16],
              [17, 22],
              [22, 23],
            ].map(([begin, end]) => ({ begin, end })),
          },
          {
            id: 's1',
            begin: 24,
            end: 34,
            tokens: [
              [24, 26],
              [27, 33],
              [33, 34],
            ].map(([begin, end]) => ({ begin, end })),
          },
        ],
        mentions: [
          { id: 'm0', type: 'PER', begin: 3, end: 12, properties: { SUBTYPE: 'NONE' }, inCoref: false },
          { id: 'm1', type: 'LOC', begin: 17, end: 22 },
        ],
        relations: [],
        corefs: [],
      },
    ],
  ])('%s', (_, value) => {
    const corpus = readText(JSON.stringify(value), {}, 'export.json');
    requireUsable(corpus);
    expect(entitiesOf(corpus)).toEqual(ENTITIES);
    expect(corpus).toMatchObject({ problems: [], style: { scheme: 'BIO' } });
    expect(tokensOf(corpus).join(' ')).toBe('😀 Ada Byrne saw Varde . It rained .');
  });
});

test('wit.ai: a role that is the name of its entity is no part of the type', () => {
  const text = 'Fly from Oslo to Varde today';
  const entities = [
    { entity: 'town:start', start: 9, end: 13, body: 'Oslo' },
    { entity: 'town:town', start: 17, end: 22, body: 'Varde' },
    { entity: 'wit$datetime:datetime', start: 23, end: 28, body: 'today' },
  ];
  const corpus = readText(
    JSON.stringify({ utterances: [{ text, intent: 'fly', entities, traits: [] }] }),
    {},
    'a.json',
  );
  expect(entitiesOf(corpus)).toEqual(['town:start Oslo', 'town Varde', 'datetime today']);
});

test('DocRED: the mentions of each entity, by sentence', () => {
  const record = {
    title: 'x',
    sents: [
      ['Ada', 'Byrne', 'ran', '.'],
      ['She', 'left', 'Varde', '.'],
    ],
    vertexSet: [
      [{ name: 'Ada Byrne', pos: [0, 2], sent_id: 0, type: 'PER' }],
      [{ name: 'Varde', pos: [2, 3], sent_id: 1, type: 'LOC' }],
    ],
    labels: [],
  };
  const corpus = readText(`${JSON.stringify([record])}\n`, {}, 'dev.json');
  expect(tokensOf(corpus)).toEqual(['Ada Byrne ran .', 'She left Varde .']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'LOC Varde']);
});
