import { expect, test } from 'vitest';
import { requireReadable } from '../read-corpus.ts';
import { readText } from '../../../../test/helpers/read-text.ts';
import { readTextTable, withRefusal } from './text-table.ts';
import { unreadAnnotations } from './unread-annotations.ts';

const text = 'Ada met Bo in Ribe.';

test.each([
  ['entities with unknown fields', { text, found: [{ s: 0, e: 3, kind: 'PER' }] }, 'found looks like annotations'],
  ['entities in a text', { text, ner_output: 'PER: Ada; LOC: Ribe' }, 'ner_output looks like annotations'],
  ['a text for each type', { text, NER_PER: 'Ada', NER_LOC: 'Ribe' }, 'NER_PER, NER_LOC look like annotations'],
  ['a text for each usual type', { text, PER: 'Ada', LOC: 'Ribe' }, 'PER, LOC look like annotations'],
  [
    'a long cell of entities',
    { text, entities: 'Ada (PER) and Bo (PER) in Ribe (LOC)' },
    'entities looks like annotations',
  ],
  [
    'an answer with types in parentheses',
    { text, output: 'Ada (a person, it seems)\nRibe (a place)' },
    'output looks like annotations',
  ],
  [
    'an answer with dashes',
    { text, response: '1. the person - Ada\n2. the place - Ribe' },
    'response looks like annotations',
  ],
  ['an answer with one wrong line', { text, answer: 'Names:\nAda = person' }, 'answer looks like annotations'],
  ['words by number', { text, mentions: { '0': 'PER', '2': 'PER' } }, 'mentions looks like annotations'],
])('%s', (_, record, expected) => {
  expect(unreadAnnotations([record])).toMatch(`${expected}, but in a form that is not read. Expected tokens`);
  const corpus = readText(`${JSON.stringify(record)}\n`, {}, 'a.jsonl');
  expect(() => requireReadable(corpus)).toThrow(expected);
});

test.each([
  ['0 and 1', ['1', '0'], ['0', '1']],
  ['truth values', [true, false], [false, true]],
])('several classes for each text: %s', (_, [a, b], [c, d]) => {
  const records = [
    { text, toxic: a, insult: c },
    { text, toxic: b, insult: d },
  ];
  expect(unreadAnnotations(records)).toMatch(
    'toxic, insult have two values each. If they are classes, each text has several',
  );
});

test.each<[string, string, unknown[]]>([
  ['a list', 'labels', [['joy', 'love'], ['joy']]],
  ['a list in the cell of a table', 'labels', ["['joy', 'love']", "['joy']"]],
  ['ids', 'labels', [[0, 2], [1]]],
  ['flags in a list', 'label', [[1, 0, 1], [0, 1, 0]]], // prettier-ignore
  ['flags by class', 'labels', [{ joy: 1, love: 0 }, { joy: false, love: true }]], // prettier-ignore
  ['scores by class', 'cats', [{ joy: 1.0, love: 0.5 }, { joy: 0.1, love: 0.9 }]], // prettier-ignore
  ['levels', 'label', [{ level1: 'joy', level2: 'mild' }]],
  ['a list with an empty one', 'labels', [['', 'joy']]],
  ['values with bars', 'label', ['joy|love', 'joy']],
  ['values with commas', 'genre', ['joy, love', 'love']],
  ['options of Prodigy', 'accept', [['joy', 'love'], ['joy']]],
  ['tags', 'tags', [['joy', 'love'], []]],
  ['categories', 'categories', ['joy;love', 'joy']],
])('several classes in one field: %s', (_, field, values) => {
  const records = values.map((value) => ({ text, [field]: value }));
  expect(unreadAnnotations(records)).toMatch(`${field} has several classes for a text (`);
});

test.each([
  ['other fields', [{ text, id: 7, author: { name: 'Ada', age: 3 }, keywords: ['Ada'], url: 'http://ada.net' }]],
  [
    'a class for each text',
    [
      { text, label: 'joy' },
      { text, label: ['love'] },
    ],
  ],
  [
    'a single flag',
    [
      { text, is_new: 1 },
      { text, is_new: 0 },
    ],
  ],
  [
    'constants',
    [
      { text, a: 1, b: 1 },
      { text, a: 1, b: 1 },
    ],
  ],
])('nothing: %s', (_, records) => {
  expect(unreadAnnotations(records)).toBeUndefined();
});

test.each([
  ['a list of words of the text', { text, translation: ['Ada'] }],
  ['a list beside others', { text, keywords: ['Ada'], heroes: ['Bo', 'Ada'] }],
])('%s is named with what to do', (_, record) => {
  const expected = /The list in (translation|heroes) has words of the text, but .* no usual name of a type/;
  expect(unreadAnnotations([record])).toMatch(expected);
  expect(() => requireReadable(readText(`${JSON.stringify(record)}\n`, {}, 'a.jsonl'))).toThrow(expected);
});

test.each([
  ['sentences', { text, sents: ['Ada met Bo in Ribe.'] }],
  ['tokens', { text, pieces: ['Ada', 'met', 'Bo', 'in', 'Ribe', '.'] }],
  ['key words', { text, keywords: ['Ada'], tags: ['Bo'] }],
  ['words of another text', { text, translation: ['Dee'] }],
  ['an answer in words', { text, output: 'It says whom Ada met (in a town).' }],
])('%s are not named', (_, record) => {
  expect(unreadAnnotations([record])).toBeUndefined();
});

test.each([
  ['a list', ['B-PER', 'O', 'O'], '3'],
  ['a string', 'B-PER I-PER O B-LOC', '4'],
])('tags in %s that are neither of the words nor of the characters are named as such', (_, labels, count) => {
  expect(unreadAnnotations([{ text, labels }])).toBe(
    `The number of tags in labels (${count}) is neither that of the words of its text (5) nor that of its characters (19): it is not read. Write a tag for each word or character.`,
  );
});

test.each(['<<Ada>> met Bo in Ribe.', '**Ada** met Bo in Ribe.', 'Ada met [[Bo]] in Ribe.'])(
  'a text with marks around words, without types, is named: %s',
  (output) => {
    expect(unreadAnnotations([{ text, output }])).toMatch(/^output repeats the text with marks around words/);
  },
);

const SONGS = ['Ada', 'Bo Lin', 'Ylva', 'Bo Lin'].map((artist, i) => ({
  id: `${artist} sang`,
  artist,
  lang: 'en',
  text: `${artist} sang of the long road home, in the rain ${i}.`,
}));

test.each([
  ['JSON', (records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join(''), 'a.jsonl'],
  ['a table', (records: object[]) => ['id,artist,lang,text\n', ...records.map((record) => `${Object.values(record).map((cell) => `"${cell}"`).join(',')}\n`)].join(''), 'a.csv'], // prettier-ignore
])(
  'fields with names that occur in the texts are named, and read if they are called like types: %s',
  (_, write, file) => {
    expect(unreadAnnotations(SONGS)).toMatch(
      /^artist has words of the texts, as entities are\. .* "ARTIST": \["Oslo"\]\}\.$/,
    );
    const bytes = new TextEncoder().encode(write(SONGS));
    expect(withRefusal(file, readTextTable(file, bytes)!, '').problems[0]!.message).toContain('artist has words');
    const classes = SONGS.map((song, i) => ({ ...song, lang: ['pop', 'folk'][i % 2] }));
    const text = write(classes).replaceAll('lang', 'genre');
    const corpus = readText(text, {}, file);
    expect(corpus.format).toBe('classTexts');
    expect(corpus.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('Only the classes are read. For entities, leave out the field genre.'),
    ]);
  },
);

test.each([
  ['values that occur by chance', SONGS.map((song) => ({ ...song, artist: 'en' }))],
  ['one value', SONGS.map(({ text: words }) => ({ text: `${words} Ada`, by: 'Ada' }))],
  ['values that do not occur', SONGS.map((song, i) => ({ ...song, artist: `Dee ${i}` }))],
  ['titles', SONGS.map(({ artist, text: words }) => ({ text: words, title: artist }))],
  ['answers', SONGS.map(({ artist, text: words }) => ({ context: words, Answer: artist }))],
  ['excerpts', SONGS.map(({ artist, text: words }) => ({ text: words, selected_text: artist }))],
  ['key words', SONGS.map(({ artist, text: words }) => ({ text: words, keyword: artist }))],
])('%s are no names in texts', (_, records) => {
  expect(unreadAnnotations(records)).toBeUndefined();
});

test.each([[[[0, 3]]], [[0, 3]]])('layers with places are named (EstNLTK): %j', (place) => {
  const layers = [{ name: 'ner', spans: [{ base_span: place, annotations: [{ nertag: 'PER' }] }] }];
  expect(unreadAnnotations([{ text: 'Ada left Varde.', meta: {}, layers }])).toMatch(/^layers looks like annotations/);
});
