import { describe, expect, test } from 'vitest';
import type { TagScheme, TagStyle } from '../corpus.ts';
import { formatTag, isLegalTransition, OUTSIDE, parseTag, standardStyle, type ParsedTag } from './tag-style.ts';

const BIO = standardStyle('BIO');
const BARE: TagStyle = {
  scheme: 'IO',
  letters: { begin: '', inside: '', end: '', single: '', outside: 'O' },
  separator: '',
  typeFirst: false,
};

describe('parseTag', () => {
  test.each<[TagStyle, string, ParsedTag]>([
    [BIO, 'B-PER', { role: 'begin', type: 'PER' }],
    [BIO, 'I-Disease-Class', { role: 'inside', type: 'Disease-Class' }],
    [BIO, 'B', { role: 'begin', type: '' }],
    [BIO, 'O', OUTSIDE],
    [standardStyle('BMES'), 'M-NAME', { role: 'inside', type: 'NAME' }],
    [{ ...BIO, typeFirst: true }, 'Disease-Class-B', { role: 'begin', type: 'Disease-Class' }],
    [{ ...BIO, separator: '_' }, 'B_GPE_LOC', { role: 'begin', type: 'GPE_LOC' }],
    [BARE, 'B-PER', { role: 'inside', type: 'B-PER' }],
    [BARE, 'O', OUTSIDE],
  ])('%j: formatTag inverts it for %s', (style, tag, parsed) => {
    expect(parseTag(style, tag)).toEqual(parsed);
    expect(formatTag(style, parsed)).toBe(tag);
  });

  test.each<[string, ParsedTag['role']]>([
    ['L-PER', 'end'],
    ['U-PER', 'single'],
    ['W-PER', 'single'],
    ['[-PER', 'single'],
    [']-PER', 'single'],
    ['b-PER', 'begin'],
  ])('accepts %s in any scheme', (tag, role) => {
    expect(parseTag(BIO, tag)).toEqual({ role, type: 'PER' });
  });

  test.each(['PER', 'PER-B', 'B_PER', '0', ''])('rejects %j in BIO', (tag) => {
    expect(parseTag(BIO, tag)).toBeUndefined();
  });
});

describe('isLegalTransition', () => {
  const cases: Record<Exclude<TagScheme, 'none' | 'text'>, { legal: string[]; illegal: string[] }> = {
    IO: { legal: ['O I-X', 'I-X I-Y', 'I-X O'], illegal: ['O B-X', 'I-X E-X'] },
    IOB1: { legal: ['O I-X', 'I-X B-X', 'I-X I-Y', 'B-X B-X', 'B-X O'], illegal: ['O B-X', 'I-X B-Y', 'I-X E-X'] },
    BIO: {
      legal: ['O B-X', 'B-X I-X', 'I-X B-X', 'I-X O', 'B-X B-Y'],
      illegal: ['O I-X', 'B-X I-Y', 'B-X E-X', 'O S-X'],
    },
    BIOES: {
      legal: ['O B-X', 'O S-X', 'B-X I-X', 'B-X E-X', 'I-X E-X', 'E-X B-X', 'E-X S-Y', 'S-X O', 'E-X O'],
      illegal: ['O I-X', 'O E-X', 'B-X O', 'I-X O', 'B-X E-Y', 'B-X B-X', 'I-X S-X', 'E-X I-X', 'S-X E-X'],
    },
    BMES: { legal: ['B-X M-X', 'M-X E-X', 'S-X S-X'], illegal: ['O M-X', 'M-X O', 'B-X S-X'] },
    IOE1: { legal: ['O I-X', 'E-X I-X', 'E-X E-X', 'I-X I-Y', 'I-X O'], illegal: ['E-X O', 'E-X I-Y', 'O B-X'] },
    IOE2: { legal: ['O E-X', 'I-X E-X', 'E-X I-Y', 'E-X O'], illegal: ['I-X O', 'I-X E-Y', 'O S-X'] },
  };
  const rows = Object.entries(cases).flatMap(([scheme, { legal, illegal }]) => [
    ...legal.map((pair) => [scheme, pair, true] as const),
    ...illegal.map((pair) => [scheme, pair, false] as const),
  ]);

  test.each(rows)('%s: %s: %s', (scheme, pair, legal) => {
    const style = standardStyle(scheme as TagScheme);
    const [from, to] = pair.split(' ').map((tag) => parseTag(style, tag) ?? OUTSIDE);
    expect(isLegalTransition(style.scheme, from!, to!)).toBe(legal);
  });
});
