import fc from 'fast-check';
import type { Span, TagStyle } from '../../src/data/corpus.ts';
import { standardStyle } from '../../src/data/tags/tag-style.ts';

/** One style of each scheme that can separate adjacent spans of the same type, and other common spellings. */
export const SPAN_STYLES: readonly [name: string, style: TagStyle][] = [
  ['IOB1', standardStyle('IOB1')],
  ['BIO', standardStyle('BIO')],
  ['BIOES', standardStyle('BIOES')],
  ['BMES', standardStyle('BMES')],
  ['BILOU', { ...standardStyle('BIOES'), letters: { begin: 'B', inside: 'I', end: 'L', single: 'U', outside: 'O' } }],
  ['BMEWO', { ...standardStyle('BMES'), letters: { begin: 'B', inside: 'M', end: 'E', single: 'W', outside: 'O' } }],
  ['IOE1', standardStyle('IOE1')],
  ['IOE2', standardStyle('IOE2')],
  ['BIO with underscores', { ...standardStyle('BIO'), separator: '_' }],
  ['BIOES, type first', { ...standardStyle('BIOES'), typeFirst: true }],
  [
    'bio in lower case',
    { ...standardStyle('BIO'), letters: { begin: 'b', inside: 'i', end: 'e', single: 's', outside: 'o' } },
  ],
];

export const TYPES = ['PER', 'LOC', 'Disease-Class'];

export interface SpannedSentence {
  length: number;
  spans: Span[];
}

/** Sentences of up to 12 tokens with spans of up to 4; spans often adjoin. */
export function spannedSentence(types: readonly string[] = TYPES): fc.Arbitrary<SpannedSentence> {
  const piece = fc.record({ gap: fc.nat(2), length: fc.integer({ min: 1, max: 4 }), type: fc.constantFrom(...types) });
  return fc.tuple(fc.array(piece, { maxLength: 4 }), fc.nat(2)).map(([pieces, rest]) => {
    const spans: Span[] = [];
    let position = 0;
    for (const { gap, length, type } of pieces) {
      const start = position + gap;
      position = start + length;
      spans.push({ start, end: position, type });
    }
    return { length: position + rest, spans };
  });
}
