import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';
import { requireUsable } from '../../read-corpus.ts';
import { ADA, ENTITIES, TEXT, TUPLES, VARDE } from '../example-text.testing.ts';

const TOKENS = ['😀', 'Ada', 'Byrne', 'saw', 'Varde', '.', 'It', 'rained', '.'];

test('what cannot be read in a field of spans is an error, not a text without entities', () => {
  for (const record of [
    { text: TEXT, label: { PER: 'Bob' } },
    { text: TEXT, label: { PER: [[2]] } },
    { text: TEXT, ann: 'PER 2 11; LOC 16 21' },
  ]) {
    const corpus = readText(`${JSON.stringify(record)}\n`, {}, 'a.jsonl');
    expect(() => requireUsable(corpus)).toThrow(/cannot be used as a corpus|were dropped|do not contain|Found/);
  }
});

test('one span for each text beside its label is no class', () => {
  const records = ['PER', 'LOC', 'PER', 'LOC'].map((label) => ({
    text: 'Ada left it',
    offsets: [[0, 3]],
    labels: [label],
  }));
  const corpus = readText(JSON.stringify([...records, { text: 'It rained', offsets: [], labels: [] }]), {}, 'a.json');
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Ada', 'PER Ada', 'LOC Ada']);
  expect(corpus.question).toBeUndefined();
});

test('HTML of Label Studio may have numbers of characters that do not exist', () => {
  const value = { globalOffsets: { start: 0, end: 3 }, hypertextlabels: ['PER'] };
  const task = { data: { html: '<p>Ada &#99999999999; &#x110000; left</p>' }, annotations: [{ result: [{ value }] }] };
  const corpus = readText(JSON.stringify([task]), {}, 'export.json');
  expect(entitiesOf(corpus)).toEqual(['PER Ada']);
});

describe('texts with spans, as written by', () => {
  test.each<[string, unknown]>([
    ['spans by type', [{ text: TEXT, label: { PER: [[2, 11]], LOC: [[16, 21]] } }]],
    ['spaCy 2', [[TEXT, { entities: TUPLES }]]],
    ['tecoholic', { classes: ['PER'], annotations: [[TEXT, { entities: TUPLES }], null] }],
    ['offsets beside labels', { text: TEXT, offsets: [[2, 11], [16, 21]], labels: ['PER', 'LOC'] }], // prettier-ignore
    ['spans beside types', { text: TEXT, entity_spans: [[2, 11], [16, 21]], types: ['PER', 'LOC'] }], // prettier-ignore
    ['spans beside labels', { text: TEXT, spans: [[2, 11], [16, 21]], labels: ['PER', 'LOC'] }], // prettier-ignore
    ['Doc.to_json', { text: TEXT, ents: TUPLES.map(([start, end, label]) => ({ start, end, label })), tokens: [] }],
    [
      'tuples with the text of the span',
      {
        text: TEXT,
        entities: [
          ['Ada Byrne', 2, 11, 'PER'],
          ['Varde', 16, 21, 'LOC'],
        ],
      },
    ],
    [
      'tuples with the type first',
      {
        text: TEXT,
        entities: [
          ['PER', 2, 11],
          ['LOC', 16, 21, 0.9],
        ],
      },
    ],
    [
      'other names of fields',
      {
        text: TEXT,
        entities: [
          { begin: 2, stop: 11, tag: 'PER' },
          { offset: 16, length: 5, type: 'LOC' },
        ],
      },
    ],
    [
      'Rasa',
      {
        rasa_nlu_data: {
          common_examples: [
            {
              text: TEXT,
              intent: 'x',
              entities: [
                { ...ADA, entity: 'PER', value: 'A' },
                { ...VARDE, entity: 'LOC', value: 'V' },
              ],
            },
          ],
        },
      },
    ],
    [
      'LightTag',
      {
        examples: [
          {
            content: TEXT,
            annotations: [
              { ...ADA, tag: 'PER' },
              { ...VARDE, tag: 'LOC' },
            ],
          },
        ],
        schema: { tags: [{ name: 'PER' }] },
      },
    ],
    [
      'dataturks, with inclusive ends',
      {
        content: TEXT,
        extras: null,
        annotation: [
          { label: ['PER'], points: [{ ...ADA, end: 10 }] },
          { label: ['LOC'], points: [{ ...VARDE, end: 20 }] },
        ],
      },
    ],
    [
      'CLUENER, with inclusive ends',
      { text: TEXT, label: { PER: { 'Ada Byrne': [[2, 10]] }, LOC: { Varde: [[16, 20]] } } },
    ],
    [
      'PubAnnotation',
      {
        text: TEXT,
        denotations: [
          { span: { begin: 2, end: 11 }, obj: 'PER' },
          { span: { begin: 16, end: 21 }, obj: 'LOC' },
        ],
      },
    ],
    [
      'BioC',
      {
        documents: [
          {
            id: '1',
            passages: [
              {
                offset: 100,
                text: TEXT,
                annotations: [
                  { infons: { type: 'PER' }, locations: [{ offset: 102, length: 9 }] },
                  { infons: { type: 'LOC' }, locations: [{ offset: 116, length: 5 }] },
                ],
              },
            ],
          },
        ],
      },
    ],
    [
      'Argilla 1',
      {
        text: TEXT,
        tokens: TOKENS,
        status: 'Validated',
        annotation: [['PER', 2, 11], { label: 'LOC', start: 16, end: 21 }],
      },
    ],
    [
      'Argilla 2',
      {
        fields: { text: TEXT },
        responses: {
          spans: [{ value: TUPLES.map(([start, end, label]) => ({ start, end, label })), status: 'submitted' }],
        },
      },
    ],
    [
      'feedback of Argilla 1',
      {
        fields: { text: TEXT },
        responses: [
          { values: { spans: { value: [] } }, user_id: 'a', status: 'discarded' },
          {
            values: { spans: { value: TUPLES.map(([start, end, label]) => ({ start, end, label })) } },
            status: 'submitted',
          },
        ],
      },
    ],
    [
      'Argilla 2, flat',
      { text: TEXT, 'spans.responses': [TUPLES.map(([start, end, label]) => ({ start, end, label }))] },
    ],
    ['a table by columns', { id: { 0: 1 }, text: { 0: TEXT }, entities: { 0: TUPLES } }],
    ['an object with one list', { version: 1, data: [{ text: TEXT, entities: TUPLES }] }],
    [
      'a Label Studio task with another key',
      [
        {
          data: { r_TEXT: TEXT, id: 1 },
          annotations: [
            {
              result: [
                { value: { start: 3, end: 12, text: 'Ada Byrne', labels: ['PER'] } },
                { value: { start: 17, end: 22, labels: ['LOC'] } },
              ],
            },
          ],
        },
      ],
    ],
    [
      'Label Studio, completions',
      [
        {
          data: { text: TEXT },
          completions: [
            {
              result: [
                { value: { start: 3, end: 12, labels: ['PER'] } },
                { value: { start: 17, end: 22, labels: ['LOC'] } },
              ],
            },
          ],
        },
      ],
    ],
    [
      'Label Studio, HyperText',
      [
        {
          data: { html: `<p>${TEXT}</p>` },
          annotations: [
            {
              result: [
                { value: { start: '/p[1]/text()[1]', globalOffsets: { start: 3, end: 12 }, hypertextlabels: ['PER'] } },
                { value: { globalOffsets: { start: 17, end: 22 }, hypertextlabels: ['LOC'] } },
              ],
            },
          ],
        },
      ],
    ],
    [
      'Label Studio, JSON-MIN with another key',
      [
        {
          id: 1,
          body: TEXT,
          ner: [
            { start: 3, end: 12, text: 'Ada Byrne', labels: ['PER'] },
            { start: 17, end: 22, text: 'Varde', labels: ['LOC'] },
          ],
        },
      ],
    ],
  ])('%s', (_, value) => {
    const corpus = readText(JSON.stringify(value), {}, 'export.json');
    requireUsable(corpus);
    expect(entitiesOf(corpus)).toEqual(ENTITIES);
    expect(corpus).toMatchObject({ problems: [], style: { scheme: 'BIO' } });
    expect(tokensOf(corpus).join(' ')).toBe('😀 Ada Byrne saw Varde . It rained .');
  });
});
