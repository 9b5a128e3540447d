import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { Sentence } from '../corpus.ts';
import { packSentences, SentenceUnpacker } from './sentence-batches.ts';

const sentence: fc.Arbitrary<Sentence> = fc
  .record({
    tokens: fc.array(fc.string({ maxLength: 3, unit: 'binary' })),
    isTagged: fc.boolean(),
    spans: fc.array(fc.record({ start: fc.nat(9), end: fc.nat(9), type: fc.constantFrom('PER', 'LOC') })),
    line: fc.nat(),
    unknown: fc.option(fc.record({ types: fc.subarray(['PER', 'LOC']), tokens: fc.array(fc.nat(9)) })),
  })
  .map(({ tokens, isTagged, spans, line, unknown }) => ({
    tokens,
    tags: isTagged ? tokens.map(() => 'O') : [],
    spans,
    line,
    ...(unknown && { unknown }),
  }));

function unpacked(sentences: readonly Sentence[]): Sentence[] {
  const unpacker = new SentenceUnpacker();
  for (const batch of packSentences(sentences)) unpacker.add(structuredClone(batch));
  return unpacker.sentences;
}

test('sentences arrive as they were', () => {
  fc.assert(
    fc.property(fc.array(sentence), (sentences) => {
      expect(unpacked(sentences)).toEqual(sentences);
    }),
  );
});

test('further columns arrive with their sentences', () => {
  const sentences = Array.from({ length: 3000 }, (_, i): Sentence => {
    const tokens = Array.from({ length: 1 + (i % 20) }, (_, t) => `w${t}`);
    const columns = { pos: tokens.map((_, t) => `P${(i + t) % 7}`), 2: tokens.map(() => '') };
    return { tokens, tags: [], spans: [], line: i + 1, columns };
  });
  expect(unpacked(sentences)).toEqual(sentences);
});

test('a corpus is sent in several batches, each string once', () => {
  const sentences = Array.from({ length: 3000 }, (_, i): Sentence => {
    const tokens = Array.from({ length: 20 }, (_, t) => `w${(i + t) % 50}`);
    return { tokens, tags: tokens.map(() => 'O'), spans: [], line: i + 1 };
  });
  const batches = [...packSentences(sentences)];
  expect(batches.length).toBeGreaterThan(2);
  expect(batches.flatMap(({ strings }) => strings)).toHaveLength(51);
  expect(unpacked(sentences)).toEqual(sentences);
});
