import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allPaths, logSum } from '../../../test/helpers/crf-paths.ts';
import { stepValue, type ScoredSentence } from '../../insight/sentence.ts';
import { trellisOf } from '../../insight/trellis.ts';
import { softmaxReading } from '../../insight/emissions.ts';
import { descent, type OPTIMIZERS } from './descent.ts';
import { AMBIGUOUS, readFrom } from './directions.ts';
import { ANNA, NEW_YORK } from './examples.ts';
import { filterResponses, letterFeatures, padded } from './filter.ts';
import { compareTags, readTags } from './overlap.ts';
import { mean } from './pooling.ts';
import { pushed, pushOf } from './pushing.ts';
import { gruStep, lstmMemory, lstmStep, parameters, rnnMemory } from './recurrence.ts';

/** −log p of the gold tags, by enumeration. */
function lossOf(sentence: ScoredSentence, gold: readonly number[]): number {
  const { tags, tokens, emissions, scores } = sentence;
  const scoreOf = (path: readonly number[]) =>
    path.reduce(
      (sum, to, t) => sum + stepValue(scores, { from: path[t - 1], to }) + emissions[t * tags.length + to]!,
      stepValue(scores, { from: path.at(-1), to: undefined }),
    );
  return logSum(allPaths(tags.length, tokens.length).map(scoreOf)) - scoreOf(gold);
}

describe('loss', () => {
  const gold = [1, 0, 0, 3];

  test('the gradient equals finite differences of the enumerated loss', () => {
    const { loss, gradient } = pushOf(ANNA, gold);
    expect(loss).toBeCloseTo(lossOf(ANNA, gold), 4);
    gradient.forEach((derivative, cell) => {
      const at = (change: number) =>
        lossOf({ ...ANNA, emissions: ANNA.emissions.with(cell, ANNA.emissions[cell]! + change) }, gold);
      expect(derivative).toBeCloseTo((at(0.01) - at(-0.01)) / 0.02, 3);
    });
  });

  test('each token has as much push up as down, and a step makes the loss smaller', () => {
    const { gradient } = pushOf(ANNA, gold);
    for (let t = 0; t < 4; t++) {
      expect(gradient.slice(4 * t, 4 * t + 4).reduce((sum, one) => sum + one, 0)).toBeCloseTo(0, 5);
    }
    expect(lossOf(pushed(ANNA, gold, 1), gold)).toBeLessThan(lossOf(ANNA, gold));
  });
});

test('the examples are as the chapters tell', () => {
  const { tags, broken } = softmaxReading(NEW_YORK);
  expect([...tags]).toEqual([2, 2, 2, 0, 0]);
  expect(broken).toEqual([0]);
  expect([...trellisOf(NEW_YORK).path]).toEqual([1, 2, 2, 0, 0]);
  const { best, path, origins } = trellisOf(ANNA);
  expect([...path]).toEqual([1, 0, 0, 3]);
  expect(best[4]).toBeCloseTo(4.6, 5); // lives, O
  expect(origins[4]).toBe(1);
});

describe('recurrence', () => {
  test('the gradient of the plain unit equals finite differences', () => {
    const run = (h: number, w: number, steps: number) =>
      Array.from({ length: steps }).reduce<number>((state) => Math.tanh(w * state), h);
    for (const w of [-1.5, 0.3, 0.9, 2]) {
      const first = Math.tanh(1);
      rnnMemory(w, 8).forEach(({ state, gradient }, t) => {
        expect(state).toBeCloseTo(run(first, w, t), 10);
        expect(gradient).toBeCloseTo((run(first + 1e-6, w, t) - run(first - 1e-6, w, t)) / 2e-6, 5);
      });
    }
  });

  test('the cell of an LSTM fades by its forget gate', () => {
    expect(lstmMemory(0.5, 4).map(({ gradient }) => gradient)).toEqual([1, 0.5, 0.25, 0.125]);
    expect(lstmMemory(1, 5).at(-1)).toEqual({ state: Math.tanh(1), gradient: 1 });
  });

  test('one step of an LSTM and of a GRU', () => {
    const step = lstmStep({ forget: 0.5, input: 0.25, output: 0.5, candidate: -1, cell: 2 });
    expect(step).toEqual({ kept: 1, written: -0.25, cell: 0.75, state: 0.5 * Math.tanh(0.75) });
    expect(gruStep(0.75, 1, 2)).toEqual({ kept: 1.5, written: 0.25, state: 1.75 });
    expect(gruStep(1, 1, 2).state).toBe(2);
  });

  test('parameters, as chapter 5 counts them', () => {
    expect(parameters('lstm', 100, 200)).toBe(4 * (300 * 200 + 200));
    expect(parameters('gru', 100, 200) / parameters('lstm', 100, 200)).toBe(0.75);
  });
});

describe('descent', () => {
  test('SGD multiplies the weight by 1 − rate · curvature', () => {
    const points = descent({ optimizer: 'sgd', rate: 0.1, momentum: 0, curvature: 2, steps: 5 });
    points.forEach(({ w, loss }, step) => {
      expect(w).toBeCloseTo(3 * 0.8 ** step, 10);
      expect(loss).toBeCloseTo(w * w, 10);
    });
    expect(descent({ optimizer: 'sgd', rate: 1.1, momentum: 0, curvature: 2, steps: 20 }).at(-1)!.loss).toBeGreaterThan(
      9,
    );
  });

  test('momentum 0 is SGD; Adam and RMSprop first step by their rates', () => {
    const settings = { rate: 0.1, momentum: 0, curvature: 3, steps: 6 };
    expect(descent({ ...settings, optimizer: 'momentum' })).toEqual(descent({ ...settings, optimizer: 'sgd' }));
    const firstStep = (optimizer: (typeof OPTIMIZERS)[number]) => {
      const [before, after] = descent({ ...settings, optimizer });
      return before!.w - after!.w;
    };
    expect(firstStep('adam')).toBeCloseTo(0.1, 6);
    expect(firstStep('rmsprop')).toBeCloseTo(0.1 / Math.sqrt(0.1), 6);
  });

  test('clipping limits the step', () => {
    const points = descent({ optimizer: 'sgd', rate: 0.1, momentum: 0, curvature: 6, steps: 3, clip: 1 });
    expect(points[0]!.w - points[1]!.w).toBeCloseTo(0.1, 10);
  });
});

test('a filter adds the weights of three letters; the padding counts 0', () => {
  expect(padded('Ab')).toEqual(['·', 'A', 'b', '·']);
  expect(['Ä', 'đ', '٣', '-', '·'].map(letterFeatures)).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  const filter = [
    [1, 2, 4],
    [10, 20, 40],
    [100, 200, 400],
  ];
  expect(filterResponses('Ab1', filter)).toEqual([210, 421, 42]);
  expect(filterResponses('', filter)).toEqual([]);
});

test('the mean does not depend on the order', () => {
  const vectors = fc.array(fc.tuple(fc.integer(), fc.integer()), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(vectors, (all) => {
      expect(mean(all)[0]).toBeCloseTo(mean(all.toReversed())[0]!, 3);
    }),
  );
  expect(
    mean([
      [1, 4],
      [3, 0],
    ]),
  ).toEqual([2, 2]);
});

test('only the direction that has read the clue decides on Washington', () => {
  const [river, flight] = AMBIGUOUS;
  expect([river!, flight!].map((one) => readFrom(one, true, true)).map(({ person, place }) => person > place)).toEqual([
    true,
    false,
  ]);
  expect(readFrom(river!, true, false).read).toEqual([]);
  expect(readFrom(flight!, false, true).read).toEqual([]);
  expect(readFrom(river!, true, false).person).toBeLessThan(readFrom(river!, true, false).place);
});

test('scores of two taggings', () => {
  const gold = ['B-PER', 'O', 'B-LOC', 'I-LOC', 'I-LOC', 'B-PER'];
  const found = ['B-PER', 'O', 'B-LOC', 'I-LOC', 'O', 'B-ORG'];
  expect(compareTags(gold, found)).toMatchObject({
    correct: 1,
    predicted: 3,
    gold: 3,
    strict: { precision: 1 / 3, recall: 1 / 3, f1: 1 / 3 },
    partial: { precision: 2 / 3, recall: 2 / 3 },
  });
  expect(readTags(['I-LOC', 'O', 'I-PER']).invalid).toEqual([0, 2]);
});
