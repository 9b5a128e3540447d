import { expect, test } from 'vitest';
import { importTexts } from '../exchange/import-texts.ts';
import { packSentences, unpackSentences } from './packed-sentences.ts';

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

test('an empty list stays empty', () => {
  expect([...unpackSentences(packSentences([]))]).toEqual([]);
});
