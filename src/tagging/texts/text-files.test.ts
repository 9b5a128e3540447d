import { expect, test } from 'vitest';
import { readText } from '../../../test/helpers/read-text.ts';
import { taggedFileWriter } from './text-files.ts';
import type { TaggedSentence } from '../tagged-text.ts';

const TEXT = '«Mio left Port Vale.»';
const SENTENCE: TaggedSentence = {
  tokens: [
    { text: 'Mio', start: 1, end: 4, tag: 'B-PER', probability: 0.123456789 },
    { text: 'left', start: 5, end: 9, tag: 'O', probability: 1 },
    { text: 'Port', start: 10, end: 14, tag: 'B-LOC', probability: 0.5 },
    { text: 'Vale', start: 15, end: 19, tag: 'I-LOC', probability: 0.5 },
  ],
  entities: [
    { type: 'PER', start: 1, end: 4, first: 0, last: 0, probability: 0.123456789 },
    { type: 'LOC', start: 10, end: 19, first: 2, last: 3, probability: 0.4 },
  ],
  otherReadings: [{ entities: [{ type: 'LOC', start: 15, end: 19 }], probability: 0.223456789 }],
};
const EMPTY: TaggedSentence = { tokens: [], entities: [], otherReadings: [] };

test('CoNLL: token and tag', () => {
  const sentences = [SENTENCE, EMPTY].map(({ tokens }) => ({ text: TEXT, tokens }));
  expect(taggedFileWriter('conll')({ sentences, tagged: [SENTENCE, EMPTY] })).toBe(
    'Mio B-PER\nleft O\nPort B-LOC\nVale I-LOC\n\n',
  );
});

test('JSON lines: offsets refer to the text, an empty sentence has its line', () => {
  const lines = taggedFileWriter('jsonl')({
    sentences: [
      { text: TEXT, tokens: SENTENCE.tokens },
      { text: '', tokens: [] },
    ],
    tagged: [SENTENCE, EMPTY],
  }).split('\n');
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[0]!)).toEqual({
    text: 'Mio left Port Vale',
    start: 1,
    end: 19,
    tokens: [{ ...SENTENCE.tokens[0], probability: 0.123457 }, ...SENTENCE.tokens.slice(1)],
    entities: [
      { type: 'PER', text: 'Mio', start: 1, end: 4, first: 0, last: 0, probability: 0.123457 },
      { type: 'LOC', text: 'Port Vale', start: 10, end: 19, first: 2, last: 3, probability: 0.4 },
    ],
    otherReadings: [{ probability: 0.223457, entities: [{ type: 'LOC', text: 'Vale', start: 15, end: 19 }] }],
  });
  expect(JSON.parse(lines[1]!)).toEqual({ text: '', start: 0, end: 0, tokens: [], entities: [], otherReadings: [] });
});

test('JSON lines and CoNLL can be read as corpora with the same tags', () => {
  for (const format of ['jsonl', 'conll'] as const) {
    const written = taggedFileWriter(format)({
      sentences: [{ text: TEXT, tokens: SENTENCE.tokens }],
      tagged: [SENTENCE],
    });
    const { sentences, problems } = readText(written, {}, `diary.predicted.${format}`);
    expect(sentences.map(({ tokens }) => tokens)).toEqual([['Mio', 'left', 'Port', 'Vale']]);
    expect(sentences.map(({ tags }) => tags)).toEqual([['B-PER', 'O', 'B-LOC', 'I-LOC']]);
    expect(problems).toEqual([]);
  }
});

test('JSON lines: offsets count code points, as Python does', () => {
  const text = '😀 Mio left 😀 Vale';
  const at = (word: string) => ({ text: word, start: text.indexOf(word), end: text.indexOf(word) + word.length });
  const sentence: TaggedSentence = {
    tokens: [{ ...at('Vale'), tag: 'B-LOC', probability: 1 }],
    entities: [{ type: 'LOC', start: at('Vale').start, end: text.length, first: 0, last: 0, probability: 1 }],
    otherReadings: [],
  };
  const line = JSON.parse(taggedFileWriter('jsonl')({ sentences: [{ text, tokens: [] }], tagged: [sentence] })) as {
    tokens: object[];
    entities: object[];
  };
  expect(line).toMatchObject({ text: 'Vale', start: 13, end: 17 });
  expect(line.tokens[0]).toMatchObject({ start: 13, end: 17 });
  expect(line.entities[0]).toMatchObject({ text: 'Vale', start: 13, end: 17 });
});

test('CSV: one row per entity, sentences are counted across chunks', () => {
  const write = taggedFileWriter('csv');
  const text = `🙂🙂${TEXT.slice(2)}`; // two code points, four code units
  const moved: TaggedSentence = {
    ...EMPTY,
    entities: [{ type: 'LOC', start: text.indexOf('Port'), end: text.length, first: 0, last: 2, probability: 1 }],
  };
  const sentences = [SENTENCE, EMPTY].map(({ tokens }) => ({ text: TEXT, tokens }));
  expect(write({ sentences, tagged: [SENTENCE, EMPTY] })).toBe(
    'sentence,type,text,start,end,probability\n1,PER,Mio,1,4,0.123457\n1,LOC,Port Vale,10,19,0.4\n',
  );
  expect(write({ sentences: [{ text, tokens: [] }], tagged: [moved] })).toBe('3,LOC,Port Vale.»,10,21,1\n');
});

test('a model with a threshold: CSV has a column, JSON lines a field', () => {
  const [first, second] = SENTENCE.entities;
  const reviewed = {
    ...SENTENCE,
    entities: [
      { ...first!, review: true },
      { ...second!, review: false },
    ],
  };
  const chunk = { sentences: [{ text: TEXT, tokens: SENTENCE.tokens }], tagged: [reviewed] };
  expect(taggedFileWriter('csv', { hasFiles: true, hasReview: true })(chunk, 'a.txt')).toBe(
    'file,sentence,type,text,start,end,probability,review\na.txt,1,PER,Mio,1,4,0.123457,yes\na.txt,1,LOC,Port Vale,10,19,0.4,\n',
  );
  const { entities } = JSON.parse(taggedFileWriter('jsonl')(chunk)) as { entities: { review: boolean }[] };
  expect(entities.map(({ review }) => review)).toEqual([true, false]);
});
