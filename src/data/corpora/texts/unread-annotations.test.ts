import { expect, test } from 'vitest';
import { requireReadable } from '../read-corpus.ts';
import { readText } from '../../../../test/helpers/read-text.ts';
import { unreadAnnotations } from './unread-annotations.ts';

const text = 'Ada met Bo in Ribe.';

test.each([
  ['entities with unknown fields', { text, found: [{ s: 0, e: 3, kind: 'PER' }] }, 'found looks like annotations'],
  ['entities in a text', { text, ner_output: 'PER: Ada; LOC: Ribe' }, 'ner_output looks like annotations'],
  ['a text for each type', { text, NER_PER: 'Ada', NER_LOC: 'Ribe' }, 'NER_PER, NER_LOC look like annotations'],
  ['a text for each usual type', { text, PER: 'Ada', LOC: 'Ribe' }, 'PER, LOC look like annotations'],
  ['a long cell of entities', { text, entities: 'Ada (PER), Bo (PER), Ribe (LOC)' }, 'entities looks like annotations'],
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
