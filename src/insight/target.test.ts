import { describe, expect, test } from 'vitest';
import { allPaths } from '../../test/helpers/crf-paths.ts';
import { randomTensor } from '../../test/helpers/each-device.ts';
import { expectClose } from '../../test/helpers/allclose.ts';
import { mapTransitions } from '../crf/transitions.ts';
import { TagReader } from '../data/tags/tag-spans.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { stepValue } from './sentence.ts';
import { targetAt, targetScore, type Target } from './target.ts';

const K = 3;

function randomScores(T: number, seed: number) {
  const values = (shape: number[], at: number) => randomTensor(shape, 10 * seed + at, 2).values as Float32Array;
  return {
    emissions: values([T, K], 1),
    scores: { transitions: values([K, K], 2), start: values([K], 3), end: values([K], 4) },
  };
}

type Scores = ReturnType<typeof randomScores>;

const isOn = (path: number[], { first, tags, notBefore }: Target) =>
  tags.every((tag, i) => path[first + i] === tag) &&
  (notBefore === undefined || path[first + tags.length] !== notBefore);

/** By enumeration of all paths, in float64. */
function bruteForce(emissions: ArrayLike<number>, { scores }: Scores, target: Target): number {
  const T = emissions.length / K;
  let [on, all] = [0, 0];
  for (const path of allPaths(K, T)) {
    const score = Array.from({ length: T + 1 }, (_, t) => t).reduce(
      (sum, t) =>
        sum + stepValue(scores, { from: path[t - 1], to: path[t] }) + (t < T ? emissions[t * K + path[t]!]! : 0),
      0,
    );
    all += Math.exp(score);
    if (isOn(path, target)) on += Math.exp(score);
  }
  return Math.log(on / all);
}

describe.each([
  { first: 0, tags: [1], notBefore: undefined },
  { first: 1, tags: [1, 2], notBefore: undefined },
  { first: 0, tags: [2, 2], notBefore: 2 },
  { first: 1, tags: [1], notBefore: 2 },
  { first: 3, tags: [0], notBefore: 2 }, // no token follows
  { first: 0, tags: [0, 1, 2, 0], notBefore: undefined },
])('the target %o', (parts) => {
  const target: Target = { ...parts, type: undefined };

  test.each([1, 2, 3])('has the probability of its paths, by enumeration, and its gradient (%d)', (seed) => {
    const sentence = randomScores(4, seed);
    const { logProbability, gradient } = targetScore(sentence, target);
    const f = (emissions: ArrayLike<number>) => bruteForce(emissions, sentence, target);
    expect(logProbability).toBeCloseTo(f(sentence.emissions), 5);
    const step = 1e-4;
    const numerical = Array.from(sentence.emissions, (_, i) => {
      const at = (change: number) => f(Float64Array.from(sentence.emissions, (e, j) => (i === j ? e + change : e)));
      return (at(step) - at(-step)) / (2 * step);
    });
    expectClose(gradient, numerical, { rtol: 1e-5, atol: 1e-6 }, 'gradient');
    for (let t = 0; t < 4; t++) {
      const row = gradient.subarray(t * K, (t + 1) * K);
      expect(row.reduce((sum, entry) => sum + entry, 0)).toBeCloseTo(0, 5);
    }
  });
});

test('without transitions, only the emissions of the target matter', () => {
  const { emissions, scores } = randomScores(4, 5);
  const none = mapTransitions(scores, (part: Float32Array) => part.map(() => 0));
  const { gradient } = targetScore(
    { emissions, scores: none },
    { first: 1, tags: [2], notBefore: undefined, type: undefined },
  );
  const others = gradient.filter((_, i) => Math.floor(i / K) !== 1);
  expect(Math.max(...others.map(Math.abs))).toBeLessThan(1e-6);
  expect(Math.max(...gradient.map(Math.abs))).toBeGreaterThan(1e-3);
});

describe('the target at a token', () => {
  const tags = ['O', 'B-LOC', 'I-LOC', 'E-LOC', 'S-LOC', 'B-PER', 'I-PER'];
  const bioes = new TagReader(standardStyle('BIOES'));
  const bio = new TagReader(standardStyle('BIO'));

  test('is the entity that it lies in', () => {
    const path = ['O', 'B-LOC', 'E-LOC', 'O'];
    expect(targetAt(bioes, tags, path, 2)).toEqual({ first: 1, tags: [1, 3], notBefore: undefined, type: 'LOC' });
    expect(targetAt(bioes, tags, path, 2, 3)).toEqual(targetAt(bioes, tags, path, 1));
  });

  test('in BIO, without its continuation', () => {
    const path = ['B-PER', 'I-PER', 'O'];
    expect(targetAt(bio, tags, path, 0)).toEqual({ first: 0, tags: [5, 6], notBefore: 6, type: 'PER' });
  });

  test('is the tag alone outside of entities, and of another tag than the one on the path', () => {
    const path = ['O', 'S-LOC'];
    expect(targetAt(bioes, tags, path, 0)).toMatchObject({ first: 0, tags: [0], type: undefined });
    expect(targetAt(bioes, tags, path, 1, 0)).toMatchObject({ first: 1, tags: [0], type: undefined });
  });
});
