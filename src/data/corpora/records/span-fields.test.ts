import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';

const privacy = (text: string, spans: readonly (readonly [string, number, number])[]) => ({
  source_text: text,
  target_text: text,
  privacy_mask: spans.map(([label, start, end]) => ({ value: text.slice(start, end), start, end, label })),
  span_labels: [[0, 2, 'O'], ...spans.map(([label, start, end]) => [start, end, label])],
  mbert_text_tokens: text.split(' '),
  mbert_bio_labels: text.split(' ').map((word) => (/^[A-Z].{2}/.test(word) ? 'B-X' : 'O')),
});

test('of several fields with spans, the one that repeats their words is read, also in texts without any', () => {
  const records = [
    privacy('It rained all day', []),
    privacy('Hi Ada from Oslo', [
      ['NAME', 3, 6],
      ['CITY', 12, 16],
    ]),
    privacy('Hi all', []),
    privacy('I am Bo, sir', [['NAME', 5, 7]]),
  ];
  const corpus = readText(records.map((record) => JSON.stringify(record)).join('\n'), {}, 'a.jsonl');
  expect(entitiesOf(corpus)).toEqual(['NAME Ada', 'CITY Oslo', 'NAME Bo']);
  expect([corpus.sentences.length, corpus.question]).toEqual([4, undefined]);
  expect(corpus.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});
