import { describe, expect, test } from 'vitest';
import { randomTensor } from '../../../test/helpers/each-device.ts';
import { testConsistency } from './cases.ts';
import { consistentScoresReference, typeSharesReference } from './reference.ts';

/** Three occurrences of a word, each linked to the others, among other tokens. Tags: O, B-PER, I-PER, B-LOC. */
const LINKS = { rows: [1, 3, 4], offsets: [0, 2, 4, 6], targets: [1, 2, 0, 2, 1, 0] };
const TYPES = [0, 1, 1, 2];

describe('consistency reference', () => {
  test('the shares of a token are probabilities of types', () => {
    const p = typeSharesReference(
      Float64Array.of(0, 0, 0, 0, Math.log(1), Math.log(2), Math.log(3), Math.log(4)),
      [0, 1],
      TYPES,
      3,
    );
    [0.25, 0.5, 0.25, 0.1, 0.5, 0.4].forEach((share, i) => expect(p[i]).toBeCloseTo(share, 12));
  });

  test('a doubtful token follows the others, certain ones and those without links stay', () => {
    const certain = [-40, 40, -40, -40];
    const x = [[1, 2, 3, 4], certain, [4, 3, 2, 1], [0, 0, 0, 0], certain].flat();
    const p = typeSharesReference(x, LINKS.rows, TYPES, 3);
    const y = consistentScoresReference(x, p, TYPES, LINKS, 2);
    // The shares of its types are 1/4, 1/2 and 1/4, so the doubt is 5/8; both other occurrences predict PER.
    const changed = [0, 1.25, 1.25, 0];
    const rest = [...x];
    rest.splice(12, 4, ...changed);
    rest.forEach((score, i) => expect(y[i]).toBeCloseTo(score, 12));
  });

  test('a score grows by doubt times the expected share of links that have its type', () => {
    const x = randomTensor([5, 4], 1).values;
    const p = typeSharesReference(x, LINKS.rows, TYPES, 3);
    const y = consistentScoresReference(x, p, TYPES, LINKS, 1);
    const doubt = 1 - p.subarray(0, 3).reduce((sum, share) => sum + share * share, 0);
    const agreement = (shares: readonly number[]) =>
      LINKS.targets
        .slice(0, 2)
        .reduce((sum, j) => sum + shares.reduce((s, share, t) => s + share * p[j * 3 + t]!, 0), 0) / 2;
    TYPES.forEach((type, k) => {
      const one = [0, 1, 2].map((t) => (t === type ? 1 : 0));
      expect(y[4 + k]! - x[4 + k]!).toBeCloseTo(doubt * agreement(one), 6);
    });
  });
});

testConsistency();
