import { describe, expect, test } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { addPenalties, allPaths } from '../../test/helpers/crf-paths.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import { raggedRows } from '../data/batches/ragged.ts';
import { layoutOf, randomTensor } from '../../test/helpers/each-device.ts';
import {
  forwardBackward,
  marginals,
  pathMarginals,
  sentenceEmissions,
  spanProbability,
  viterbi,
  viterbiTable,
} from './decode.ts';
import { nBest } from './n-best.ts';
import { pathScoreReference } from './reference.ts';
import type { Transitions } from './transitions.ts';

interface Sentence {
  emissions: Float32Array;
  crf: Transitions<Float32Array>;
  T: number;
}

/** `penalties`: −1e4 on a third of the transitions, a start and an end; `huge`: scores up to ±1e4. */
type Kind = 'moderate' | 'penalties' | 'huge';

function randomSentence(T: number, K: number, kind: Kind): Sentence {
  const [transitions, start, end, emissions] = [[K, K], [K], [K], [T, K]].map(
    (shape, i) => randomTensor(shape, 20 * T + i, kind === 'huge' ? 1e4 : 2).values as Float32Array,
  );
  const crf = { transitions: transitions!, start: start!, end: end! };
  if (kind === 'penalties') addPenalties(crf);
  return { emissions: emissions!, crf, T };
}

/** Every path with its score and probability, best first. */
function enumerate({ emissions, crf, T }: Sentence) {
  const scored = allPaths(crf.start.length, T).map((tags) => ({
    tags,
    score: pathScoreReference({ emissions, ...crf }, tags, layoutOf([T]), 0),
  }));
  scored.sort((a, b) => b.score - a.score);
  const best = scored[0]!.score;
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - best), 0);
  return scored.map((path) => ({ ...path, probability: Math.exp(path.score - best) / total }));
}

/** Tolerance for scores of 1e4, whose exponents have a precision of 1e-12 of the score in float64. */
const PROBABILITY = { rtol: 1e-10, atol: 1e-10 };

describe.each(['moderate', 'penalties', 'huge'] satisfies Kind[])('scores: %s', (kind) => {
  describe.each([
    [1, 1],
    [1, 4],
    [2, 1],
    [2, 5],
    [3, 4],
    [4, 1],
    [4, 5],
  ])('K %i, T %i, against the enumeration of all paths', (K, T) => {
    const sentence = randomSentence(T, K, kind);
    const { emissions, crf } = sentence;
    const paths = enumerate(sentence);

    test('viterbi is the best path', () => {
      const { tags, score } = viterbi(emissions, crf);
      expect([...tags]).toEqual(paths[0]!.tags);
      expect(score).toBeCloseTo(paths[0]!.score, 8);
      const table = viterbiTable(emissions, crf);
      expect(table.path).toEqual(tags);
      for (let t = 1; t < T; t++) expect(table.origins[t * K + tags[t]!]).toBe(tags[t - 1]);
    });

    test('nBest are the best paths with their probabilities', () => {
      const n = 7;
      const lattice = forwardBackward(emissions, crf);
      const found = nBest(lattice, n);
      const expected = paths.slice(0, n);
      expect(found.map(({ tags }) => [...tags])).toEqual(expected.map(({ tags }) => tags));
      const probabilities = found.map(({ logProbability }) => Math.exp(logProbability));
      expectClose(
        probabilities,
        expected.map(({ probability }) => probability),
        PROBABILITY,
        'probability',
      );
    });

    test('nBest of one is viterbi', () => {
      const [best] = nBest(forwardBackward(emissions, crf), 1);
      expect(best!.tags).toEqual(viterbi(emissions, crf).tags);
    });

    test('marginals are sums of path probabilities', () => {
      const expected = new Float64Array(T * K);
      for (const { tags, probability } of paths) tags.forEach((k, t) => (expected[t * K + k]! += probability));
      const lattice = forwardBackward(emissions, crf);
      expectClose(marginals(lattice), expected, TOLERANCES.forward, 'marginals');
      const path = viterbi(emissions, crf).tags;
      expect(pathMarginals(lattice, path)).toEqual(Float32Array.from(path, (k, t) => marginals(lattice)[t * K + k]!));
    });

    test('spanProbability is the sum over the paths through the segment', () => {
      const lattice = forwardBackward(emissions, crf);
      for (let from = 0; from < T; from++) {
        for (let length = 1; from + length <= T; length++) {
          for (const segment of allPaths(K, length)) {
            const through = paths.filter(({ tags }) => segment.every((k, i) => tags[from + i] === k));
            const expected = through.reduce((sum, { probability }) => sum + probability, 0);
            expectClose([spanProbability(lattice, from, segment)], [expected], PROBABILITY, `${from}: ${segment}`);
          }
        }
      }
    });
  });
});

describe('decoding', () => {
  test('a sentence is read out of its batch', () => {
    const [K, lengths] = [3, [4, 2, 1]];
    const layout = layoutOf(lengths);
    const emissions = Float32Array.from({ length: raggedRows(layout) * K }, (_, i) => i);
    // Rows of sentence 1: item 0 is row 1, item 1 is row 3 + 1.
    expect([...sentenceEmissions(emissions, K, layout, 1)]).toEqual([3, 4, 5, 12, 13, 14]);
  });

  test('no illegal step is taken where a legal path exists', () => {
    const { emissions, crf } = randomSentence(200, 9, 'penalties');
    const { tags, score } = viterbi(emissions, crf);
    const penalised = [...tags].filter((k, t) => t > 0 && crf.transitions[tags[t - 1]! * 9 + k]! < -1e3);
    expect(penalised).toEqual([]);
    expect(score).toBeGreaterThan(-1e3);
  });

  test.each([1e4, -1e4])('probabilities of a long sentence stay probabilities at scores of %i', (offset) => {
    const { emissions, crf } = randomSentence(300, 17, 'penalties');
    const shifted = emissions.map((score) => Math.fround(score + offset));
    const lattice = forwardBackward(shifted, crf);
    const rows = marginals(lattice);
    for (let t = 0; t < 300; t++) {
      const sum = rows.subarray(t * 17, (t + 1) * 17).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 5);
    }
    expect(nBest(lattice, 3)[0]!.logProbability).toBeLessThanOrEqual(0);
  });

  test('equal scores give the lowest tags, and every path the same probability', () => {
    const [K, T] = [3, 4];
    const zeros = { transitions: new Float32Array(K * K), start: new Float32Array(K), end: new Float32Array(K) };
    const emissions = new Float32Array(T * K);
    expect([...viterbi(emissions, zeros).tags]).toEqual([0, 0, 0, 0]);
    const paths = nBest(forwardBackward(emissions, zeros), 100);
    expect(paths).toHaveLength(K ** T);
    expect(new Set(paths.map(({ tags }) => tags.join('')))).toHaveProperty('size', K ** T);
    expectClose(
      paths.map(({ logProbability }) => logProbability),
      paths.map(() => -T * Math.log(K)),
      TOLERANCES.float64,
    );
  });
});
