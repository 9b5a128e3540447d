import { describe, expect, test } from 'vitest';
import { describeQuestion, readCorpus } from '../read-corpus.ts';
import { openCorpus } from '../containers/open-corpus.ts';
import { predictionsFileName, writePredictions } from '../write-predictions.ts';
import { detectFormat } from './registry.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (name: string, text: string, options = {}) => readCorpus(name, encode(text), options);

const CSV =
  'text,label\n"A fine film, truly. Go!",pos\n"Slow and ""dull"",\nfrom start to end",neg\nI liked it a lot,pos\n';
const JSON_LINES = [
  { text: 'A fine film, truly. Go!', label: 'pos' },
  { text: 'Slow and "dull",\nfrom start to end', label: 'neg' },
  { text: 'I liked it a lot', label: 'pos' },
];
const jsonl = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Class and words of each text. */
function textsOf({ sentences }: ReturnType<typeof read>): string[] {
  return sentences.map(({ tokens, spans }) => {
    expect(spans.map(({ start, end }) => [start, end])).toEqual(spans.map(() => [0, tokens.length]));
    return `${spans.map(({ type }) => type).join()}: ${tokens.join(' ')}`;
  });
}

const EXPECTED = [
  'pos: A fine film , truly . Go !',
  'neg: Slow and " dull " , from start to end',
  'pos: I liked it a lot',
];

describe('texts with a class are read from', () => {
  test.each([
    ['a table', 'reviews.csv', CSV],
    ['a table with tabs', 'reviews.tsv', CSV.replace('text,label', 'text\tlabel').replaceAll(/,(pos|neg)$/gm, '\t$1')],
    ['JSON lines', 'reviews.jsonl', jsonl(JSON_LINES)],
    ['a JSON array', 'reviews.json', JSON.stringify(JSON_LINES)],
    ['lists of one class', 'reviews.jsonl', jsonl(JSON_LINES.map(({ text, label }) => ({ text, label: [label] })))],
    ['other names', 'data.csv', CSV.replace('text,label', 'review,airline_sentiment')],
    ['the index of a class', 'data.csv', CSV.replace('text,label', 'Description,Class Index')],
  ])('%s', (_, name, text) => {
    const corpus = read(name, text);
    expect(corpus.format).toBe('classTexts');
    expect(corpus.problems).toEqual([]);
    expect(corpus.question).toBeUndefined();
    expect(corpus.style.scheme).toBe('text');
    expect(textsOf(corpus)).toEqual(EXPECTED);
  });

  test('fastText', () => {
    const corpus = read('train.txt', '__label__pos A fine film\n__label__neg Slow and dull\n');
    expect(textsOf(corpus)).toEqual(['pos: A fine film', 'neg: Slow and dull']);
    expect(corpus.sentences.map(({ line }) => line)).toEqual([1, 2]);
  });
});

test('a text begins at its line, although cells have line breaks', () => {
  expect(read('reviews.csv', CSV).sentences.map(({ line }) => line)).toEqual([2, 3, 5]);
});

test.each([
  ['in the middle', '"so dull and slow\tneg\nA fine film\tpos\n"Slow" and dull\tneg\nI liked it\tpos\n'],
  ['at the end', 'A fine film\tpos\nSlow and dull\tneg\nI liked it\tpos\n"so dull and slow\tneg\n'],
  ['in a cell with a quotation', 'A fine film\tpos\n"Slow" and dull\tneg\nI liked it\tpos\n'],
])('a quotation mark that is not closed swallows no rows of a table with tabs: %s', (_, text) => {
  const corpus = read('a.tsv', `text\tlabel\n${text}`);
  const rows = text.trim().split('\n');
  expect(corpus.sentences.map(({ tags, line }) => [tags[0], line])).toEqual(
    rows.map((row, i) => [row.split('\t')[1], i + 2]),
  );
  expect(corpus.problems).toEqual([]);
});

test('numbers are classes', () => {
  expect(textsOf(read('a.csv', 'sentence,label\nA fine film,1\nSlow and dull,0\n'))).toEqual([
    '1: A fine film',
    '0: Slow and dull',
  ]);
});

test('of several fields that may be the class, the reader asks which it is', () => {
  const text = 'text,label,category,topic\nA fine film,pos,drama,film\nSlow and dull,neg,comedy,film\n';
  const corpus = read('a.csv', text);
  expect(describeQuestion(corpus.question!)).toBe(
    'label, category may be the class. Which has the class of each text? (1) label (pos, neg) (2) category (drama, comedy) (3) none: these are texts without a class',
  );
  const chosen = read('a.csv', text, corpus.question!.options[1]!.settings);
  expect(chosen.question).toBeUndefined();
  expect(textsOf(chosen)).toEqual(['drama: A fine film', 'comedy: Slow and dull']);
});

test('folders are classes only if a person says so', () => {
  const text = jsonl(JSON_LINES.map(({ text: written, label }) => ({ text: written, folder: label })));
  const corpus = read('reviews.jsonl', text);
  expect(corpus.question?.what).toBe('Are the folders the classes of their texts?');
  const [yes, no] = corpus.question!.options;
  expect(textsOf(read('reviews.jsonl', text, yes!.settings))).toEqual(EXPECTED);
  expect(() => read('reviews.jsonl', text, no!.settings)).toThrow('reviews.jsonl has texts without a class');
});

test('the field with the class is given, under any name', () => {
  const text = 'text,mood\nA fine film,pos\nSlow and dull,neg\n';
  expect(() => read('a.csv', text)).toThrow(/has a text in each row .*name it with --class-field NAME/);
  expect(textsOf(read('a.csv', text, { classField: 'mood' }))).toEqual(['pos: A fine film', 'neg: Slow and dull']);
  expect(() => read('a.csv', text, { classField: 'moods' })).toThrow(
    'a.csv has no field moods: its fields are text, mood. Expected a table or JSON objects with a text and its class.',
  );
});

test('an empty list is no class, and a list of several is a problem', () => {
  const corpus = read(
    'a.jsonl',
    jsonl([
      { text: 'A fine film', label: ['pos'] },
      { text: 'Slow and dull', label: ['neg'] },
      { text: 'Nothing is known', label: [] },
      { text: 'Fine but slow', label: ['pos', 'neg'] },
    ]),
  );
  expect(textsOf(corpus)).toEqual(['pos: A fine film', 'neg: Slow and dull', ': Nothing is known']);
  expect(corpus.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '0 1 of 3 texts have no class. They are tagged, but not trained on or scored.',
    '4 The text has several classes, expected one. It was skipped.',
  ]);
});

test('lists of entities beside a class are named', () => {
  const texts = ['Ada saw the film', 'Bo left the film', 'It was dull'];
  const records = texts.map((text, i) => ({
    text,
    label: ['pos', 'neg', 'neg'][i],
    persons: i < 2 ? [text.split(' ')[0]] : [],
    orgs: ['Acme'],
  }));
  const corpus = read('a.jsonl', jsonl(records));
  expect(textsOf(corpus)).toHaveLength(3);
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    'persons has words of the texts, as entities are. Only the classes are read. For entities, leave out the field label.',
  ]);
});

test('a class may be written like an unknown tag', () => {
  const text = 'text,label\nA fine film,UNKNOWN\nSlow and dull,?\nI liked it,UNKNOWN\nIt was long,?\n';
  const { sentences } = read('a.csv', text);
  expect(sentences.map(({ spans, unknown }) => [spans[0]?.type, unknown])).toEqual([
    ['UNKNOWN', undefined],
    ['?', undefined],
    ['UNKNOWN', undefined],
    ['?', undefined],
  ]);
});

test('texts without a class, with several, without words, and rows of another width are reported', () => {
  const corpus = read(
    'a.jsonl',
    jsonl([...JSON_LINES, { text: 'Nothing is known', label: null }, { text: '', label: 'pos' }]),
  );
  expect(corpus.sentences.map(({ tags }) => tags[0])).toEqual(['pos', 'neg', 'pos', undefined]);
  expect(corpus.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '0 1 of 4 texts have no class. They are tagged, but not trained on or scored.',
    '5 The text is empty. It was skipped.',
  ]);
  const joined = '__label__a,b one two\n__label__a three\n__label__b four\n';
  const { question } = read('a.txt', joined);
  expect(question?.reason).toMatch('“a,b”, beside “a”');
  expect(read('a.txt', joined, question!.options[0]!.settings).question).toBeUndefined();
  const several = read('a.txt', '__label__a __label__b one two three\n__label__a four five\n__label__b six\n');
  expect(textsOf(several)).toEqual(['a: four five', 'b: six']);
  expect(several.problems[0]?.message).toBe('The text has 2 classes, expected one. It was skipped.');
  const wide = read('a.csv', `${CSV}one two three,pos,more\n${'I liked it a lot,pos\n'.repeat(30)}`);
  expect(wide.problems[0]?.message).toBe('The row has 3 cells, the header 2. It was skipped.');
});

describe('other files are read as before', () => {
  test.each([
    ['a token and a tag per row', 'a.csv', 'text,label\nMira,B-PER\nran,O\nto,O\nLund,B-LOC\n', 'conll'],
    ['a token and a part of speech', 'a.csv', 'word,label\nMira,NOUN\nran,VERB\nhome,NOUN\n', 'conll'],
    ['spans', 'a.jsonl', jsonl([{ text: 'Mira ran home', label: [[0, 4, 'PER']] }]), 'jsonl'],
    ['no spans', 'a.jsonl', jsonl([{ text: 'Mira ran home', label: [] }]), 'jsonl'],
    [
      'tokens and tags',
      'a.jsonl',
      jsonl([{ text: 'Mira ran', tokens: ['Mira', 'ran'], ner_tags: ['B-PER', 'O'], label: 'x' }]),
      'jsonl',
    ],
    [
      'tags in a string',
      'a.jsonl',
      jsonl([
        { text: 'Mira ran', labels: 'B-PER O' },
        { text: 'she ran', labels: 'O O' },
      ]),
      'jsonl',
    ],
  ])('%s', (_, name, text, format) => {
    expect(read(name, text).format).toBe(format);
  });

  const AT_ONE = { start: 0, end: 4 };
  test.each([
    ['spans in label', { label: [[0, 4, 'PER']] }],
    ['spans in labels', { labels: [{ ...AT_ONE, label: 'PER' }] }],
    ['spans in ents', { ents: [{ ...AT_ONE, label: 'PER' }] }],
    ['spans within annotations', { annotations: { entities: [[0, 4, 'PER']] } }],
    ['mentions', { entity_mentions: [{ ...AT_ONE, entity_type: 'PER' }] }],
    ['spans under another name', { marks: [[0, 4, 'PER']] }],
    ['no spans', { label: [] }],
    ['tags in a string', { ner: 'B-PER O O O' }],
    ['tags in a list', { tagged: ['B-PER', 'O', 'O', 'O'] }],
  ])('%s beside a class', (_, annotation) => {
    const records = ['Mira ran home again', 'Mira ran home today'].map((text) => ({
      text,
      ...annotation,
      category: 'news',
    }));
    expect(detectFormat('a.jsonl', jsonl(records).split('\n')).format).toBe('jsonl');
  });

  test.each([
    ['spans', 'text,label,sentiment\nMira ran home,"[[0, 4, ""PER""]]",good\nshe ran home,[],good\n', ['PER']],
    ['spans of Python', `text,label,topic\nMira ran home,"[(0, 4, 'PER')]",x\nshe ran home,[],x\n`, ['PER']],
    ['tags', 'sentence,labels,topic\nMira ran home,B-PER O O,x\nshe ran home,O O O,x\n', ['PER']],
  ])('cells with %s beside a class', async (_, text, types) => {
    const file = await openCorpus(new File([text], 'a.csv'));
    const corpus = read(file.name, await file.text());
    expect(corpus.sentences.flatMap(({ spans }) => spans.map(({ type }) => type))).toEqual(types);
    expect(corpus.format).toBe('jsonl');
  });

  test.each([
    ['texts without a class', 'a.csv', 'id,text\n1,A fine film\n2,Slow and dull\n'],
    [
      'a number for each text',
      'a.csv',
      `text,label\n${Array.from({ length: 20 }, (_, i) => `a text number ${i},0.${i}`).join('\n')}\n`,
    ],
    ['entities with their places', 'a.csv', 'text,label,start,end\nthe old town,LOC,0,12\nthe new town,LOC,3,15\n'],
    ...['start_char,end_char', 'startOffset,endOffset', 'char_begin,char_end'].map(
      (names): [string, string, string] => [
        `entities with ${names}`,
        'a.csv',
        `text,label,${names}\nthe old town,LOC,0,12\nthe new town,LOC,3,15\n`,
      ],
    ),
  ])('%s: no corpus', (_, name, text) => {
    expect(() => read(name, text)).toThrow(name);
  });
});

describe('predictions are written', () => {
  const predicted = (name: string, text: string) => {
    const corpus = read(name, text);
    const tags = corpus.sentences.map(({ tokens }, i) => tokens.map(() => ['neg', 'p,q'][i % 2]!));
    return {
      name: predictionsFileName(corpus),
      text: writePredictions(encode(text), corpus, { tags, style: corpus.style }),
    };
  };

  test('into another column, with the rows as they were', () => {
    const { name, text } = predicted('reviews.csv', CSV);
    expect(name).toBe('reviews.predicted.csv');
    expect(text).toBe(
      'text,label,predicted\n"A fine film, truly. Go!",pos,neg\n"Slow and ""dull"",\nfrom start to end",neg,"p,q"\nI liked it a lot,pos,neg\n',
    );
    expect(textsOf(read(name, text, { classField: 'label' }))).toEqual(EXPECTED);
  });

  test('into another field', () => {
    const { name, text } = predicted('reviews.jsonl', jsonl(JSON_LINES));
    expect(name).toBe('reviews.predicted.jsonl');
    expect(text).toBe(jsonl(JSON_LINES.map((value, i) => ({ ...value, predicted: ['neg', 'p,q', 'neg'][i] }))));
  });

  test('behind the text of fastText', () => {
    expect(predicted('a.txt', '__label__pos A fine film\n').text).toBe('__label__pos A fine film\t__predicted__neg\n');
  });
});

test.each(['reject', 'ignore'])('texts with the answer %s are left out and counted', (answer) => {
  const texts = Array.from({ length: 12 }, (_, i) => `This was the day number ${i} of all`);
  const lines = texts.map((text, i) =>
    JSON.stringify({
      text,
      label: i % 2 === 0 ? 'JOY' : 'FEAR',
      answer: i % 3 === 0 ? answer : 'accept',
      _input_hash: i,
    }),
  );
  const corpus = read('a.jsonl', lines.join('\n'));
  expect(corpus.question).toBeUndefined();
  expect(corpus.sentences).toHaveLength(8);
  expect(corpus.problems.map(({ message }) => message).join()).toMatch('4 of 12 objects were left out');
  const tags = corpus.sentences.map((sentence) => sentence.tags.map(() => 'NEW'));
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const predicted = writePredictions(bytes, corpus, { tags, style: corpus.style }).trim().split('\n');
  expect(predicted.map((line) => (JSON.parse(line) as { predicted: string }).predicted)).toEqual(
    texts.map((_, i) => (i % 3 === 0 ? '' : 'NEW')),
  );
});

test('of a text and the same with marked slots, the plain one has the class, and the marks are named', () => {
  const of = (utt: string, annot_utt: string, intent: string) => ({ id: 'x', intent, utt, annot_utt });
  const records = [
    of('wake me at nine am', 'wake me at [time : nine am]', 'alarm'),
    of('call ada at ten now', 'call [person : ada] at [time : ten] now', 'call'),
    of('call bo at noon now', 'call [person : bo] at [time : noon] now', 'call'),
  ];
  const corpus = read('a.jsonl', jsonl(records));
  expect(textsOf(corpus)[0]).toBe('alarm: wake me at nine am');
  expect(corpus.problems.map(({ message }) => message).join()).toMatch(
    'annot_utt has words of the texts, as entities are.',
  );
});

test('slots beside a class are named', () => {
  const records = ['ada', 'bo', 'cy'].map((contact) => ({
    text: `call ${contact} now`,
    intent: 'call',
    slots: { contact },
  }));
  expect(
    read('a.jsonl', jsonl(records))
      .problems.map(({ message }) => message)
      .join(),
  ).toMatch('slots has words');
});
