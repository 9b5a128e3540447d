import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TagScheme } from '../data/corpus.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { ILLEGAL_SCORE, illegalTransitions, penaltiesOf } from './constraints.ts';

const TAGS: Record<TagScheme, string[]> = {
  IOB1: ['O', 'B-A', 'I-A', 'B-B', 'I-B'],
  BIO: ['O', 'B-A', 'I-A', 'B-B', 'I-B'],
  BIOES: ['O', 'B-A', 'I-A', 'E-A', 'S-A', 'B-B', 'I-B', 'E-B', 'S-B'],
  BMES: ['O', 'B-A', 'M-A', 'E-A', 'S-A', 'B-B', 'M-B', 'E-B', 'S-B'],
  IOE1: ['O', 'I-A', 'E-A', 'I-B', 'E-B'],
  IOE2: ['O', 'I-A', 'E-A', 'I-B', 'E-B'],
  IO: ['O', 'I-A', 'I-B'],
  none: ['NOUN', 'VERB', 'B-A'],
  text: ['good', 'bad'],
};

/** Whether the masks allow a whole sequence. */
function isLegal(sequence: string[], scheme: TagScheme): boolean {
  const tags = TAGS[scheme];
  const illegal = illegalTransitions(tags, standardStyle(scheme));
  const ids = sequence.map((tag) => tags.indexOf(tag));
  expect(ids).not.toContain(-1);
  const steps = ids.slice(1).map((k, t) => illegal.transitions[ids[t]! * tags.length + k]!);
  return [illegal.start[ids[0]!], ...steps, illegal.end[ids.at(-1)!]].every((flag) => flag === 0);
}

interface Span {
  length: number;
  type: 'A' | 'B' | undefined;
}

/** The tags of consecutive spans; an undefined type is outside. */
function write(spans: Span[], scheme: TagScheme): string[] {
  const inside = scheme === 'BMES' ? 'M' : 'I';
  return spans.flatMap(({ length, type }, n) =>
    Array.from({ length }, (_, i) => {
      if (type === undefined) return 'O';
      const [first, last] = [i === 0, i === length - 1];
      if (scheme === 'BIOES' || scheme === 'BMES') {
        return `${first && last ? 'S' : first ? 'B' : last ? 'E' : inside}-${type}`;
      }
      const ends = scheme === 'IOE2' || (scheme === 'IOE1' && spans[n + 1]?.type === type);
      if (ends && last) return `E-${type}`;
      const begins = scheme === 'BIO' || (scheme === 'IOB1' && spans[n - 1]?.type === type);
      return `${first && begins ? 'B' : inside}-${type}`;
    }),
  );
}

const spans = fc.array(
  fc.record({ length: fc.integer({ min: 1, max: 4 }), type: fc.constantFrom('A' as const, 'B' as const, undefined) }),
  { minLength: 1, maxLength: 6 },
);

describe('illegalTransitions', () => {
  test.each(['IOB1', 'BIO', 'BIOES', 'BMES', 'IOE1', 'IOE2', 'IO'] as const)(
    '%s allows whatever spans are written in it',
    (scheme) => {
      fc.assert(
        fc.property(spans, (written) => {
          expect(isLegal(write(written, scheme), scheme)).toBe(true);
        }),
      );
    },
  );

  test.each(['BIO', 'BIOES', 'BMES', 'IOB1', 'IOE1', 'IOE2'] as const)('%s allows nothing else', (scheme) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TAGS[scheme]), { minLength: 1, maxLength: 6 }), (sequence) => {
        expect(isLegal(sequence, scheme)).toBe(canBeWritten(sequence, scheme));
      }),
    );
  });

  test.each([
    ['BIO', ['I-A']],
    ['BIO', ['O', 'I-A']],
    ['BIO', ['B-B', 'I-A']],
    ['IOB1', ['B-A']],
    ['IOB1', ['I-B', 'B-A']],
    ['BIOES', ['I-A', 'E-A']],
    ['BIOES', ['B-A', 'O']],
    ['BIOES', ['B-A', 'E-B']],
    ['BIOES', ['B-A']],
    ['BIOES', ['O', 'E-A']],
    ['BMES', ['B-A', 'M-A']],
  ] satisfies [TagScheme, string[]][])('%s refuses %j', (scheme, sequence) => {
    expect(isLegal(sequence, scheme)).toBe(false);
  });

  test.each(['IO', 'none'] as const)('%s forbids nothing', (scheme) => {
    const illegal = illegalTransitions(TAGS[scheme], standardStyle(scheme));
    expect([...illegal.transitions, ...illegal.start, ...illegal.end].every((flag) => flag === 0)).toBe(true);
  });

  test('penalties stand where the masks do', () => {
    const illegal = illegalTransitions(TAGS.BIOES, standardStyle('BIOES'));
    const penalties = penaltiesOf(illegal);
    for (const name of ['transitions', 'start', 'end'] as const) {
      expect([...penalties[name]]).toEqual(Array.from(illegal[name], (flag) => (flag ? ILLEGAL_SCORE : 0)));
    }
  });

  test('types may hold hyphens, and differ', () => {
    const tags = ['O', 'B-a-b', 'I-a-b', 'I-a'];
    const illegal = illegalTransitions(tags, standardStyle('BIO'));
    expect([...illegal.transitions.subarray(4, 8)]).toEqual([0, 0, 0, 1]);
  });
});

/** Whether the sequence is the encoding of some spans; tries all segmentations. */
function canBeWritten(sequence: string[], scheme: TagScheme): boolean {
  const typeOf = (tag: string) => (tag === 'O' ? undefined : (tag.slice(2) as 'A' | 'B'));
  const cut = (from: number, before: Span[]): boolean => {
    if (from === sequence.length) return write(before, scheme).every((tag, t) => tag === sequence[t]);
    return Array.from({ length: sequence.length - from }, (_, i) => i + 1).some((length) =>
      cut(from + length, [...before, { length, type: typeOf(sequence[from]!) }]),
    );
  };
  return cut(0, []);
}
