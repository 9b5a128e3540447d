import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tagsOf, tokensOf } from '../../../../../test/helpers/read-text.ts';
import type { CorpusOptions } from '../../../corpus.ts';
import { requireUsable } from '../../read-corpus.ts';
import { ENTITIES, TEXT } from '../example-text.testing.ts';

const read = (records: readonly unknown[], options?: CorpusOptions) =>
  readText(`${records.map((record) => JSON.stringify(record)).join('\n')}\n`, options, 'a.jsonl');

describe('entities without offsets are where their texts occur', () => {
  const entities = [
    { text: 'Varde', label: 'LOC' },
    { text: 'Ada Byrne', label: 'PER' },
  ];
  test.each<[string, object, boolean?]>([
    ['objects', { text: TEXT, entities }],
    [
      'objects with other names',
      { sentence: TEXT, entities: entities.map(({ text: name, label: type }) => ({ name, type })) },
    ],
    [
      'objects whose text is the entity',
      { text: TEXT, spans: entities.map(({ text: entity, label: type }) => ({ entity, type })) },
    ],
    [
      'objects whose type is the entity',
      { text: TEXT, spans: entities.map(({ text: word, label: entity }) => ({ word, entity })) },
    ],
    [
      'pairs',
      {
        text: TEXT,
        entities: [
          ['Varde', 'LOC'],
          ['Ada Byrne', 'PER'],
        ],
      },
    ],
    [
      'pairs with the type first',
      {
        text: TEXT,
        entities: [
          ['LOC', 'Varde'],
          ['PER', 'Ada Byrne'],
        ],
      },
    ],
    [
      'objects whose type has another usual name',
      { text: TEXT, entities: entities.map(({ text: name, label: typ }) => ({ typ, name, code: '' })) },
    ],
    ['texts by type', { sentence: TEXT, entities: { PER: ['Ada Byrne'], LOC: ['Varde'], ORG: [] } }],
    ['a text by type', { text: TEXT, ner: { PER: 'Ada Byrne', LOC: 'Varde', ORG: null } }],
    ['fields by type', { text: TEXT, PER: ['Ada Byrne'], LOC: ['Varde'], ORG: [] }],
    ['fields by kind', { text: TEXT, persons: ['Ada Byrne'], locations: ['Varde'], organizations: [] }, true],
    ['fields by kind in capitals', { text: TEXT, People: ['Ada Byrne'], Places: ['Varde'] }, true],
    ['types by text', { text: TEXT, labels: { 'Ada Byrne': 'PER', Varde: 'LOC' } }],
    ['a list in a string', { input: TEXT, output: JSON.stringify(entities) }],
    ['an object in a string', { input: TEXT, output: JSON.stringify({ PER: ['Ada Byrne'], LOC: ['Varde'] }) }],
    ['texts and types in one string each', { input: TEXT, output: ['Varde <> LOC', 'Ada Byrne <> PER'] }],
    [
      'lists of types',
      { text: TEXT, entities: entities.map(({ text: entity, label }) => ({ entity, types: [label] })) },
    ],
    ['a prompt and its completion', { prompt: TEXT, completion: JSON.stringify(entities) }],
  ])('%s', (_, record, isNamed = false) => {
    const corpus = read([record, { text: 'It rained.', entities: [] }]);
    expect(corpus.question).toBeUndefined();
    const [person, place] = Object.keys(record).slice(1);
    expect(entitiesOf(corpus)).toEqual(isNamed ? [`${person} Ada Byrne`, `${place} Varde`] : ENTITIES);
    expect(tokensOf(corpus)).toEqual(['😀 Ada Byrne saw Varde .', 'It rained .', 'It rained .']);
    expect(corpus.problems.map(({ message }) => message)).toEqual([
      '1 of 2 objects have entities without offsets: each is where its text occurs.',
    ]);
  });

  test('given tokens are kept', () => {
    const tokens = ['Ada', 'Byrne', 'saw', 'Varde-Nord', '.'];
    const corpus = read([{ tokens, entities: [{ text: 'Ada Byrne', type: 'PER' }] }]);
    expect(tokensOf(corpus)).toEqual(['Ada Byrne saw Varde-Nord .']);
    expect(tagsOf(corpus)).toEqual(['B-PER I-PER O O O']);
  });

  test('not within words, and not within longer ones that are listed, too', () => {
    const text = 'Adaline of New York met Ada in York and spent 20 of 2024.';
    const listed = { PER: ['Ada', 'Adaline'], LOC: ['York', 'New York'], NUM: ['20'] };
    const corpus = read([{ text, entities: listed }]);
    expect(corpus.question).toBeUndefined();
    expect(entitiesOf(corpus)).toEqual(['PER Adaline', 'LOC New York', 'PER Ada', 'LOC York', 'NUM 20']);
  });

  test('in scripts without spaces, anywhere', () => {
    const corpus = read([{ text: '田中さんは京都へ行った。', entities: { PER: ['田中'], LOC: ['京都'] } }]);
    expect(entitiesOf(corpus)).toEqual(['PER 田中', 'LOC 京都']);
  });

  test('an object without types is a text without entities', () => {
    expect(
      tagsOf(
        read([
          { text: 'It rained .', entities: {} },
          { text: 'Ada .', entities: { PER: ['Ada'] } },
        ]),
      ),
    ).toEqual(['O O O', 'B-PER O']);
  });
});

test.each([
  ['of things that are not in the text', { products: ['SKU 1', 'SKU 2'] }],
  ['of other names', { authors: ['Ada Byrne'], keywords: ['Varde'] }],
  ['that are empty, of other names', { comments: [], replies: [] }],
])('lists %s are no entities', (_, fields) => {
  expect(() => requireUsable(read([{ text: TEXT, ...fields }]))).toThrow('cannot be used');
});

describe('an entity that occurs several times', () => {
  const records = [{ text: 'Ada saw Ada and Bob .', entities: { PER: ['Ada', 'Bob'] } }];

  test('is a question', () => {
    const { question } = read(records);
    expect(question?.reason).toMatch(
      '1 entity has no offsets and occurs at more places than are listed, in 1 of the texts; the first is "Ada" in line 1.',
    );
    expect(question?.options.map(({ settings }) => settings.occurrences)).toEqual(['all', 'first', 'unknown']);
  });

  test.each([
    ['all', 'B-PER O B-PER O B-PER O'],
    ['first', 'B-PER O O O B-PER O'],
    ['unknown', '? O ? O B-PER O'],
  ] as const)('%s', (occurrences, tags) => {
    const corpus = read(records, { occurrences });
    expect(() => requireUsable(corpus)).not.toThrow();
    expect(tagsOf(corpus)).toEqual([tags]);
    expect(corpus.problems.some(({ message }) => message.includes('As chosen'))).toBe(true);
    expect(corpus.sentences[0]!.unknown?.tokens ?? []).toEqual(occurrences === 'unknown' ? [0, 2] : []);
  });

  test('is clear if it is listed as often', () => {
    const corpus = read([
      {
        text: 'Ada saw Ada .',
        entities: [
          ['Ada', 'PER'],
          ['Ada', 'PER'],
        ],
      },
    ]);
    expect(corpus.question).toBeUndefined();
    expect(tagsOf(corpus)).toEqual(['B-PER O B-PER O']);
  });

  test('with several types is unknown, whatever was chosen', () => {
    const twice = [{ text: 'Paris met Bob in Paris .', entities: { PER: ['Paris', 'Bob'], LOC: ['Paris'] } }];
    expect(read(twice).question).toBeDefined();
    expect(tagsOf(read(twice, { occurrences: 'all' }))).toEqual(['? O B-PER O ? O']);
  });
});

test.each<[string, object]>([
  ['lists by types that are words of the text', { city: ['Oslo'], person: ['Bo'] }],
  [
    'pairs whose types are words of the text',
    [
      ['Oslo', 'city'],
      ['Bo', 'person'],
    ],
  ],
  [
    'pairs with such types first',
    [
      ['city', 'Oslo'],
      ['person', 'Bo'],
    ],
  ],
  [
    'pairs, one of them without a text',
    [
      ['Oslo', 'city'],
      ['Bo', 'person'],
      ['', 'city'],
      ['Bo', ' '],
    ],
  ],
])('%s: texts and types are told apart', (_, entities) => {
  const corpus = read([{ text: 'Oslo is a city, Bo a person.', entities }]);
  expect(corpus.question).toBeUndefined();
  expect(entitiesOf(corpus)).toEqual(['city Oslo', 'person Bo']);
});

test('a type that is a part of a word does not occur', () => {
  const corpus = read([{ text: 'Oslo is a local hub.', entities: [['Oslo', 'loc']] }]);
  expect(entitiesOf(corpus)).toEqual(['loc Oslo']);
});

test.each([
  ['numbers in strings', { start: '9', end: '13', text: 'Oslo', label: 'LOC' }],
  ['other names', { startIndex: 9, endIndex: 13, text: 'Oslo', label: 'LOC' }],
])('offsets are read as %s', (_, entity) => {
  const corpus = read([{ text: 'Oslo and Oslo again.', entities: [entity] }]);
  expect(corpus.question).toBeUndefined();
  expect(tagsOf(corpus)).toEqual(['O O B-LOC O O']);
});

test('an entity that does not occur is a loss', () => {
  const corpus = read([{ text: 'Ada saw Bob .', entities: { PER: ['Ada', 'Bo'] } }]);
  expect(corpus.question?.reason).toMatch('The entity "Bo" does not occur in the text as whole words; it was skipped.');
  expect(tagsOf(corpus)).toEqual(['B-PER O O O']);
});

test.each([
  ['codes that are not in the text', { text: 'Ada took it.', ICD: ['I10'] }],
  ['keywords', { text: 'Ada took it.', KEYWORDS: ['Ada'] }],
  ['lists of other names', { text: 'Mix flour and sugar.', ingredients: ['flour', 'sugar'] }],
  ['addresses', { text: 'See the page.', IMAGES: [], URLS: ['http://x.org'] }],
  ['an empty name', { text: 'Ada left.', entities: { '': 'PER' } }],
  ['topics', { text: 'Ada left for Ribe.', tags: ['Ribe', 'travel'] }],
  ['empty texts', { text: 'Ada left.', entities: [['', 'PER']] }],
])('%s are no entities', (_, record) => {
  expect(read([record]).sentences).toEqual([]);
});

test.each<[string, object, string]>([
  ['sentences', { persons: ['Ada Byrne'], sentences: [TEXT] }, 'The list in sentences has words of the text'],
  ['authors', { PER: ['Ada Byrne'], authors: ['Varde'] }, 'The list in authors has words of the text'],
  ['empty fields of a type', { names: [], synonyms: ['saw'] }, 'The list in synonyms has words of the text'],
  ['a longer entity', { persons: ['Ada Byrne'], events: ['Byrne saw Varde'] }, 'because it overlaps events'],
])('lists beside those of types are a question: %s', (_, fields, reason) => {
  const corpus = read([{ text: TEXT, ...fields }]);
  expect(corpus.question?.reason).toMatch(reason);
  const types = read([{ text: TEXT, ...fields }], { acceptLosses: true }).sentences.flatMap(({ spans }) =>
    spans.map(({ type }) => type),
  );
  expect(['sentences', 'authors', 'synonyms'].filter((name) => types.includes(name))).toEqual([]);
});

test.each<[string, unknown]>([
  ['a translation', { translation: 'Ada Byrne' }],
  ['an intent', { intent: 'see', song: 'Varde' }],
  ['an answer', { answer: 'saw' }],
])('the answer of a language model with %s names no entity', (_, answer) => {
  for (const field of ['output', 'completion', 'response'])
    expect(() => requireUsable(read([{ prompt: TEXT, [field]: JSON.stringify(answer) }]))).toThrow('cannot be used');
  const messages = [
    { role: 'user', content: TEXT },
    { role: 'assistant', content: JSON.stringify(answer) },
  ];
  expect(() => requireUsable(read([{ messages }]))).toThrow('cannot be used');
});

test('codes beside entities are lost: the reader asks', () => {
  const records = [
    { text: 'Ada took it.', ICD: ['I10'], PER: ['Ada'] },
    { text: 'Bo left.', ICD: ['J20'], PER: [] },
  ];
  expect(read(records).question?.reason).toMatch('2 of 3 spans');
});

test('50,000 different entities in a text are found in one pass', () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `Name${String(i).padStart(6, '0')}`);
  const pairs = names.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[`${name} ${names[i + 1]}`, 'PER'], [name, 'LOC']] : [[name, 'LOC']])); // prettier-ignore
  const corpus = read([{ text: `${names.join(' ')} .`, entities: pairs }], { acceptLosses: true });
  expect(entitiesOf(corpus)).toHaveLength(25_000);
});

describe('words of the texts under names that may be no types', () => {
  const what = 'Are these words of the texts entities, and these names their types?';
  const chat = (answer: object) => ({
    messages: [
      { role: 'user', content: TEXT },
      { role: 'assistant', content: JSON.stringify(answer) },
    ],
  });
  test.each<[string, ...object[]]>([
    ['in an answer', { text: TEXT, output: { translation: ['Varde'] } }],
    ['in an answer as a string', { input: TEXT, response: JSON.stringify({ answer: ['Varde'] }) }],
    ['of several lists', { prompt: TEXT, completion: { 'key words': ['Varde'], summary: ['Ada Byrne'] } }],
    ['in labels', { text: TEXT, labels: { topic: ['Varde'] } }],
    ['in a chat', chat({ translation: ['Varde'] })],
    ['beside objects with usual types', { text: TEXT, output: { summary: ['Varde'] } }, { text: TEXT, output: { PER: ['Ada Byrne'] } }], // prettier-ignore
    ['in pairs of words', { text: TEXT, entities: [['Ada Byrne', 'Varde']] }],
  ])('are asked about, %s', (_, ...records) => {
    expect(read(records).question).toMatchObject({ what, isAboutWords: true });
    expect(read(records, { scheme: 'BIO' }).question).toBeUndefined();
  });

  test.each<[string, object[]]>([
    ['one is a usual type', [{ text: TEXT, output: { person: ['Ada Byrne'], village: ['Varde'] } }]],
    ['another object has it beside a usual type', [{ text: TEXT, output: { village: ['Varde'] } }, { text: TEXT, output: { PER: ['Ada Byrne'], village: [] } }, { text: TEXT, output: { PER: ['Ada Byrne'], village: ['Varde'] } }]], // prettier-ignore
    ['they are in a field of entities', [{ text: TEXT, entities: { village: ['Varde'] } }]],
    ['they are in the last answer of a chat, with a type', [chat({ Person: ['Ada Byrne'] })]],
  ])('are read if %s', (_, records) => {
    const corpus = read(records);
    expect(corpus.question).toBeUndefined();
    expect(entitiesOf(corpus)).not.toEqual([]);
  });
});

test.each<[string, unknown]>([
  ['a list', ['a <> b <> operator']],
  ['JSON in a string', '["a <> b <> operator"]'],
  ['a list of Python in a string', "['a <> b <> operator']"],
])('the type is behind the last <> in %s', (_, output) => {
  const corpus = read([{ text: 'call a <> b now', output }]);
  expect(entitiesOf(corpus)).toEqual(['operator a < > b']);
});
