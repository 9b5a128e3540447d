import { describe, expect, test } from 'vitest';
import { allPaths } from '../../test/helpers/crf-paths.ts';
import { randomTensor } from '../../test/helpers/each-device.ts';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import { ILLEGAL_SCORE } from '../crf/constraints.ts';
import { mapTransitions, type Transitions } from '../crf/transitions.ts';
import { accountOf } from './account.ts';
import { emissionTags, overruledTokens, softmaxReading } from './emissions.ts';
import { networkStages } from './network.ts';
import { stepName, stepValue, type ScoredSentence } from './sentence.ts';
import { cellSum, foldedTags, trellisOf } from './trellis.ts';

/** A sentence of T tokens with K tags; a third of the steps are illegal. */
function randomSentence(T: number, K: number, isConstrained: boolean, scale = 2): ScoredSentence {
  const values = (shape: number[], seed: number) => randomTensor(shape, 100 * T + seed, scale).values as Float32Array;
  const learned: Transitions<Float32Array> = {
    transitions: values([K, K], 1),
    start: values([K], 2),
    end: values([K], 3),
  };
  const illegal = mapTransitions(learned, (part: Float32Array) => Uint8Array.from(part, (_, i) => Number(i % 3 === 1)));
  const scores = mapTransitions(learned, (part: Float32Array, name) =>
    part.map((score, i) => (isConstrained && illegal[name][i] === 1 ? score + ILLEGAL_SCORE : score)),
  );
  return {
    tokens: Array.from({ length: T }, (_, t) => `word${t}`),
    tags: Array.from({ length: K }, (_, k) => `TAG-${k}`),
    emissions: values([T, K], 4),
    scores,
    illegal,
    isConstrained,
  };
}

/** Sums the score term by term, including penalties. */
function scoreOf({ emissions, scores, tags }: ScoredSentence, path: readonly number[]): number {
  const K = tags.length;
  const steps = Array.from({ length: path.length + 1 }, (_, t) =>
    stepValue(scores, { from: path[t - 1], to: path[t] }),
  );
  return steps.reduce((sum, score, t) => sum + score + (t < path.length ? emissions[t * K + path[t]!]! : 0), 0);
}

const logSum = (scores: number[]) => {
  const max = Math.max(...scores);
  return max + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - max), 0));
};

describe.each([
  [1, 2, false],
  [2, 3, false],
  [4, 3, true],
  [5, 4, false],
  [5, 4, true],
] as const)('%d tokens, %d tags, constrained: %s', (T, K, isConstrained) => {
  const sentence = randomSentence(T, K, isConstrained);
  const trellis = trellisOf(sentence);
  const paths = allPaths(K, T).map((path) => ({ path, score: scoreOf(sentence, path) }));
  const logZ = logSum(paths.map(({ score }) => score));

  test('the path is the best of all paths, log Z their log-sum', () => {
    const best = paths.toSorted((a, b) => b.score - a.score)[0]!;
    expect([...trellis.path]).toEqual(best.path);
    expect(trellis.score).toBeCloseTo(best.score, 4);
    expect(trellis.lattice.logPartition).toBeCloseTo(logZ, 4);
  });

  test('best + rest is the score of the best path through each cell', () => {
    for (let t = 0; t < T; t++) {
      for (let k = 0; k < K; k++) {
        const through = Math.max(...paths.filter(({ path }) => path[t] === k).map(({ score }) => score));
        expect(trellis.best[t * K + k]! + trellis.rest[t * K + k]!).toBeCloseTo(through, 2);
      }
    }
  });

  test.each(['viterbi', 'forward'] as const)('%s: each cell is the recursion over its candidates', (mode) => {
    for (let t = 0; t < T; t++) {
      for (let k = 0; k < K; k++) {
        const { candidates, value, emission } = cellSum(trellis, mode, t, k);
        const totals = candidates.map(({ total }) => total);
        expect(value).toBeCloseTo(mode === 'viterbi' ? Math.max(...totals) : logSum(totals), 4);
        expect(emission).toBe(sentence.emissions[t * K + k]);
        // All paths that end in this cell.
        const ends = allPaths(K, t).map((path) => {
          const all = [...path, k];
          return all.reduce(
            (sum, tag, i) =>
              sum + stepValue(sentence.scores, { from: all[i - 1], to: tag }) + sentence.emissions[i * K + tag]!,
            0,
          );
        });
        expect(value).toBeCloseTo(mode === 'viterbi' ? Math.max(...ends) : logSum(ends), 2);
        const origin = mode === 'viterbi' && t > 0 ? trellis.origins[t * K + k] : candidates[0]!.from;
        expect(candidates[0]!.from).toBe(origin);
      }
    }
    const end = cellSum(trellis, mode, T);
    expect(end.value).toBeCloseTo(mode === 'viterbi' ? trellis.score : logZ, 4);
    expect(end.candidates).toHaveLength(K);
  });

  test('the account of every tagging adds up, and all of them to 1', () => {
    let total = 0;
    for (const { path, score } of paths) {
      const account = accountOf(trellis, path);
      const isBroken = account.terms.some(({ isForbidden }) => isForbidden);
      expect(isBroken).toBe(isConstrained && account.terms.some(({ isIllegal }) => isIllegal));
      expect(account.terms).toHaveLength(T + 1);
      expect(account.score).toBeCloseTo(isBroken ? -Infinity : score, 4);
      expect(account.logProbability).toBeCloseTo(isBroken ? -Infinity : Math.min(0, score - logZ), 4);
      total += account.probability;
    }
    expect(total).toBeCloseTo(1, 4);
  });

  test('no folded tag has a path of a thousandth', () => {
    for (const tag of foldedTags(trellis, 'viterbi')) {
      const best = Math.max(...paths.filter(({ path }) => path.includes(tag)).map(({ score }) => score));
      expect(Math.exp(best - trellis.score)).toBeLessThan(1 / 1000);
    }
    for (const tag of foldedTags(trellis, 'forward')) {
      for (let t = 0; t < T; t++) expect(trellis.probabilities[t * K + tag]).toBeLessThan(1 / 1000);
    }
  });

  test('where the emissions are overruled, the named step costs most', () => {
    const byEmission = emissionTags(sentence.emissions, K);
    const overruled = overruledTokens(sentence, trellis.path);
    expect(overruled.map(({ token }) => token)).toEqual(
      [...trellis.path].flatMap((tag, t) => (tag === byEmission[t] ? [] : [t])),
    );
    for (const { token, tag, onPath, gain, loss } of overruled) {
      expect(gain).toBeGreaterThan(0);
      expect(onPath).toBe(trellis.path[token]);
      const changed = [...trellis.path].with(token, tag);
      const difference = scoreOf(sentence, [...trellis.path]) - scoreOf(sentence, changed);
      expect(difference).toBeGreaterThanOrEqual(-1e-4); // the path is optimal
      expect(2 * loss).toBeGreaterThanOrEqual(difference + gain - 1e-3); // `loss` is the larger of the losses of two steps
    }
  });
});

test('tags that cannot win are folded, and never those that are kept', () => {
  const sentence = randomSentence(6, 5, false, 1);
  for (let t = 0; t < 6; t++) sentence.emissions[t * 5 + 3] = -30;
  const trellis = trellisOf(sentence);
  expect(foldedTags(trellis, 'viterbi')).toContain(3);
  expect(foldedTags(trellis, 'forward')).toContain(3);
  expect(foldedTags(trellis, 'viterbi', [3])).not.toContain(3);
});

test('softmax decodes each token alone, and its broken steps are named', () => {
  // New York City: I-LOC I-LOC I-LOC is the best emission of each token, but nothing starts with I-LOC.
  const tags = ['O', 'B-LOC', 'I-LOC'];
  const none = { transitions: new Float32Array(9), start: new Float32Array(3), end: new Float32Array(3) };
  const illegal = {
    transitions: Uint8Array.from([0, 0, 1, 0, 0, 0, 0, 0, 0]),
    start: Uint8Array.from([0, 0, 1]),
    end: new Uint8Array(3),
  };
  const emissions = Float32Array.from([0, 1, 2, 0, 0, 2, 0, 0, 2]);
  const sentence = { tokens: ['New', 'York', 'City'], tags, emissions, scores: none, illegal, isConstrained: false };
  const { tags: decoded, probabilities, broken } = softmaxReading(sentence);
  expect([...decoded]).toEqual([2, 2, 2]);
  expect(broken).toEqual([0]);
  expect(probabilities[0]).toBeCloseTo(Math.exp(2) / (1 + Math.exp(1) + Math.exp(2)), 6);
  expect(stepName(tags, { from: undefined, to: 2 })).toBe('START → I-LOC');
});

describe('the network', () => {
  const sizes = { tokens: 5, forms: 5, characters: 23, inputs: 150, tags: 17 };

  test('has the shapes of the forward pass', () => {
    const config = { ...DEFAULT_CONFIG, charDim: 30, charFeatures: 50, hidden: 200 } as const;
    expect(networkStages(config, sizes).map(({ id, shape }) => [id, ...shape])).toEqual([
      ['characters', 23, 30],
      ['character-encoder', 5, 50],
      ['word-vectors', 5, 100],
      ['inputs', 5, 150],
      ['recurrent', 5, 400],
      ['emissions', 5, 17],
      ['decoder', 5],
    ]);
  });

  test('has one direction where the setting says so', () => {
    const config = { ...DEFAULT_CONFIG, hidden: 200, direction: 'backward' } as const;
    const stage = networkStages(config, sizes).find(({ id }) => id === 'recurrent');
    expect(stage).toMatchObject({ name: 'LSTM, backward', shape: [5, 200], how: '200 units, backward only' });
  });

  test('without characters the word vectors are the input', () => {
    const config = { ...DEFAULT_CONFIG, charEncoder: 'none', decoder: 'softmax' } as const;
    const stages = networkStages(config, { ...sizes, inputs: 100 });
    expect(stages.map(({ name }) => name)).toEqual(['Word vectors', 'BiLSTM', 'Emissions', 'Softmax']);
  });

  test('names the further inputs of a token, and the attention over the document', () => {
    const config = { ...DEFAULT_CONFIG, charFeatures: 50, hidden: 200, context: 'document' } as const;
    const stages = networkStages(config, { ...sizes, inputs: 170 });
    const stage = (id: string) => stages.find((one) => one.id === id);
    expect(stage('inputs')).toMatchObject({
      shape: [5, 170],
      how: 'word vector, character features and 20 numbers of further inputs, joined',
    });
    const [mixed] = networkStages(config, { ...sizes, inputs: 170, mix: 'the mix is …' }).filter(
      ({ id }) => id === 'inputs',
    );
    expect(mixed?.how).toBe('word vector, character features and 20 numbers of further inputs, joined; the mix is …');
    expect(stage('document')).toMatchObject({ name: 'Document', shape: [5, 400] });
  });
});
