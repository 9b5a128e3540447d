import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import { requireUsable } from '../read-corpus.ts';
import { read } from '../records/reading.testing.ts';

const SENTENCES: readonly [string, string][][] = [
  [
    ['Mira', 'B-PER'],
    ['Holt', 'I-PER'],
    ['left', 'O'],
    ['Oslo', 'B-LOC'],
  ],
  [
    ['Rain', 'O'],
    ['fell', 'O'],
  ],
];
const words = (sentence: readonly [string, string][]) => sentence.map(([word]) => word);
const tags = (sentence: readonly [string, string][]) => sentence.map(([, tag]) => tag);
const ENTITIES = { PER: 1, LOC: 1 };

describe('tokens with tags', () => {
  test('under any usual or telling name, beside parts of speech', () => {
    const tokens = fc.constantFrom('tokens', 'words', 'token', 'word', 'str_words', 'tokenized_text', 'sent', 'input');
    const names = fc.constantFrom('ner_tags', 'labels', 'bio', 'iob_tags', 'entity_tags', 'gold', 'slots', 'y');
    const others = fc.subarray(['pos_tags', 'chunk_tags', 'lang']);
    fc.assert(
      fc.property(tokens, names, others, (token, tag, more) => {
        const objects = SENTENCES.map((sentence) => ({
          ...Object.fromEntries(more.map((name) => [name, words(sentence).map(() => 'NN')])),
          [token]: words(sentence),
          [tag]: tags(sentence),
        }));
        expect(read(...objects)).toMatchObject({ sentences: 2, entities: ENTITIES });
      }),
    );
  });

  test('0 is a name among names', () => {
    const objects = SENTENCES.map((s) => ({ tokens: words(s), tags: tags(s).map((tag) => (tag === 'O' ? '0' : tag)) }));
    expect(read(...objects)).toMatchObject({ entities: ENTITIES, question: undefined });
  });

  test('texts in place of tokens are refused', () => {
    const text = JSON.stringify({ tokens: ['Mira Holt left Oslo today.', 'It rained all the time.'] });
    expect(() => requireUsable(readText(text, {}, 'a.jsonl'))).toThrow(
      /The first, in line 1: The tokens are whole texts, expected words/,
    );
  });

  test('of two fields with tags of a scheme, the reader asks', () => {
    const objects = SENTENCES.map((s) => ({ tokens: words(s), coarse: tags(s), fine: tags(s) }));
    expect(read(...objects).question?.options.map(({ settings }) => settings)).toEqual([
      { tagField: 'coarse' },
      { tagField: 'fine' },
    ]);
  });

  test('parts of speech in a usual field are not the tags if another field has entities', () => {
    const objects = SENTENCES.map((s) => ({ tokens: words(s), tags: words(s).map(() => 'NN'), ne: tags(s) }));
    expect(read(...objects).entities).toEqual(ENTITIES);
  });

  test.each([
    ['CoNLL-like pairs with the tags first', JSON.stringify(SENTENCES.map((s) => [tags(s), words(s)]))],
    ['CoreNLP', { sentences: SENTENCES.map((s) => ({ tokens: s.map(([word, ner]) => ({ word, ner })) })) }],
    ['Stanza', JSON.stringify(SENTENCES.map((s) => s.map(([text, ner], id) => ({ id, text, ner }))))],
    [
      'words and tags as strings',
      JSON.stringify(SENTENCES.map((s) => ({ x: words(s).join(' '), y: tags(s).join(' ') }))),
    ],
    [
      'words as a string, parts of speech and tags as lists',
      JSON.stringify(SENTENCES.map((s) => ({ Sentence: words(s).join(' '), POS: s.map(() => 'NN'), Tag: tags(s) }))),
    ],
    [
      'a column of texts and one of tags',
      { text: SENTENCES.map((s) => words(s).join(' ')), labels: SENTENCES.map((s) => tags(s).join(' ')) },
    ],
    [
      'words with their tags, under unknown names',
      JSON.stringify(SENTENCES.map((s) => ({ kliem: s.map(([word, label]) => ({ word, label })) }))),
    ],
    [
      'objects by number',
      { 0: { tokens: ['Mira', 'Holt'], ner_tags: ['B-PER', 'I-PER'] }, 1: { tokens: ['Oslo'], ner_tags: ['B-LOC'] } },
    ],
    ['objects by id', Object.fromEntries(SENTENCES.map((s, i) => [`s${i}`, { tokens: words(s), ner_tags: tags(s) }]))],
  ])('%s', (_, value) => {
    expect(read(value)).toMatchObject({ sentences: 2, entities: ENTITIES });
  });
});

describe('texts with spans', () => {
  const text = 'Mira Holt left Oslo.';
  const spans = [
    { start: 0, end: 9, label: 'PER' },
    { start: 15, end: 19, label: 'LOC' },
  ];
  const repeated = (object: object) => Array.from({ length: 4 }, () => object);

  test.each([
    ['names of the user', { body: text, marks: spans }],
    [
      'pairs of offsets',
      { text, entities: spans.map(({ start, end, label }) => ({ span: [start, end], type: label })) },
    ],
    [
      'offsets as strings',
      { text, entities: spans.map((s) => ({ ...s, start: String(s.start), end: String(s.end) })) },
    ],
    ['nested tuples', { text, entities: spans.map(({ start, end, label }) => [[start, end], label]) }],
    ['a span group of spaCy', { text, spans: { sc: spans } }],
    ['labels as objects', { text, entities: spans.map((span) => ({ ...span, label: { name: span.label } })) }],
    [
      'offsets from 1, with the text',
      { text, entities: spans.map((s) => ({ ...s, start: s.start + 1, text: text.slice(s.start, s.end) })) },
    ],
    [
      'CMeEE',
      {
        text,
        entities: spans.map((s) => ({
          start_idx: s.start,
          end_idx: s.end - 1,
          type: s.label,
          entity: text.slice(s.start, s.end),
        })),
      },
    ],
    [
      'OneIE',
      {
        tokens: ['Mira', 'Holt', 'left', 'Oslo', '.'],
        entity_mentions: [
          { start: 0, end: 2, entity_type: 'PER' },
          { start: 3, end: 4, entity_type: 'LOC' },
        ],
      },
    ],
  ])('%s', (_, object) => {
    expect(read(...repeated(object))).toMatchObject({ tokens: 20, entities: { PER: 4, LOC: 4 }, question: undefined });
  });

  test('the text of a task of Label Studio without spans is in the field that other tasks quote', () => {
    const value = (start: number, end: number, label: string) => ({
      value: { start, end, text: text.slice(start, end), labels: [label] },
    });
    const task = (result: object[]) => ({ data: { body: text, url: 'a b' }, annotations: [{ result }] });
    const tasks = [task([value(0, 9, 'PER'), value(15, 19, 'LOC')]), task([]), task([])];
    expect(read(JSON.stringify(tasks))).toMatchObject({ tokens: 15, entities: ENTITIES, question: undefined });
  });

  test('spans that end within words are a question; the answer moves the ends', () => {
    const objects = repeated({ text, label: spans.map(({ start, end, label }) => [start, end - 1, label]) });
    const { question } = read(...objects);
    expect(question?.what).toBe('Is the end of a span its last character?');
    expect(read(...objects, { settings: question!.options[0]!.settings })).toMatchObject({
      tokens: 20,
      question: undefined,
    });
  });

  test('spans that begin within words are a question', () => {
    expect(
      read(
        ...repeated({
          text,
          label: [
            [1, 10, 'PER'],
            [16, 20, 'LOC'],
          ],
        }),
      ).question?.reason,
    ).toBe('8 of 8 spans begin within a word.');
  });

  test('a text that the file repeats and that is elsewhere is a loss', () => {
    const objects = repeated({ text, entities: [{ start: 0, end: 4, label: 'PER', text: 'Oslo' }] });
    expect(read(...objects).question?.what).toBe('Use the file without these spans?');
  });

  test('objects that cannot be read are a question, unless all are', () => {
    expect(read(...repeated({ text, label: [] }), { other: 1 }).question?.what).toBe(
      'Use the file without these objects?',
    );
    expect(read({ other: 1 }).question).toBeUndefined();
  });

  test('only the responses that were submitted are gold (Argilla 2)', () => {
    const object = {
      text,
      'span.responses': [[{ start: 0, end: 4, label: 'NO' }], spans],
      'span.responses.status': ['discarded', 'submitted'],
    };
    expect(read(object).entities).toEqual(ENTITIES);
  });
});

test('tokens and tags under any names are recognised by their values', () => {
  const line = (kliem: string[], marki: string[], more = {}) =>
    `${JSON.stringify({ id: 'a', ...more, kliem, marki })}\n`;
  const text = line(['Ada', 'left', 'Lund'], ['B-PER', 'O', 'B-LOC']) + line(['It', 'rained'], ['O', 'O']);
  expect(tokensOf(readText(text, {}, 'a.jsonl'))).toEqual(['Ada left Lund', 'It rained']);
  expect(tagsOf(readText(text, {}, 'a.jsonl'))).toEqual(['B-PER O B-LOC', 'O O']);
  // Two lists of words could both be the tokens.
  const two = line(['Ada', 'left'], ['B-PER', 'O'], { gherq: ['ada', 'leave'] });
  expect(() => requireUsable(readText(two, {}, 'a.jsonl'))).toThrow(/there is no sentence in 1 of 1 line\./);
});

test.each(['keywords', 'key_words', 'stop_words', 'top_tokens'])('%s beside a text are not its tokens', (name) => {
  const record = JSON.stringify({ text: 'The harbour of Varde is closed', [name]: ['harbour', 'Varde'] });
  expect(readText(`${record}\n`.repeat(5), {}, 'a.jsonl').sentences).toEqual([]);
});
