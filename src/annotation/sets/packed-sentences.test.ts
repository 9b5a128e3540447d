import { expect, test } from 'vitest';
import { importTexts } from '../exchange/import-texts.ts';
import { sentence } from '../testing.ts';
import { isWhole, packSentences, unpackSentences } from './packed-sentences.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('sentences of every source are unpacked unchanged', () => {
  const sentences = [
    ...importTexts('a.txt', bytes('Dr. Øre’s naïve 🚢 sails.\nIvo stays  here…')).sentences,
    ...importTexts('b.conll', bytes('Nora B-PER\nField I-PER\nsails O\n\nWestmark B-LOC\n')).sentences,
    ...importTexts('c.jsonl', bytes('{"text": "Mina 🚢Works", "label": [[6, 8, "ORG"], [0, 4, "PER"]]}\n')).sentences,
    ...importTexts('d.jsonl', bytes('{"text": "no", "answer": "ignore"}\n')).sentences,
  ];
  expect(new Set(sentences.map(({ state }) => state))).toEqual(new Set(['open', 'accepted', 'skipped']));
  expect([...unpackSentences(packSentences(sentences))]).toEqual(sentences);
});

const REFUSED = [
  {
    ...sentence('Nora sails'),
    refused: [
      { start: 0, end: 1, type: 'LOC' },
      { start: 0, end: 2, type: 'ORG' },
    ],
  },
  sentence('Ivo stays', [{ start: 0, end: 1, type: 'PER' }]),
  { ...sentence('Ada met Bo'), refused: [{ start: 2, end: 3, type: 'LOC' }] },
];

test('refused spans stay with their sentences', () => {
  const packed = packSentences(REFUSED);
  expect(isWhole(packed)).toBe(true);
  expect([...unpackSentences(packed)]).toEqual(REFUSED);
});

test.each<[string, (refused: number[]) => number[]]>([
  ['a number is missing', (refused) => refused.slice(1)],
  ['a sentence that is not there', (refused) => refused.with(8, 3)],
  ['a type that is not there', (refused) => refused.with(3, 99)],
  ['sentences that are not in order', (refused) => refused.with(0, 1)],
])('refused spans are damaged: %s', (_, damage) => {
  const packed = packSentences(REFUSED);
  expect(isWhole({ ...packed, refused: Uint32Array.from(damage([...packed.refused!])) })).toBe(false);
});

test('an empty list stays empty', () => {
  expect([...unpackSentences(packSentences([]))]).toEqual([]);
});
