import { backend, memory } from '../tensors/tensors.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunConfig } from '../config/schema.ts';
import { illegalTransitions } from '../crf/constraints.ts';
import { scoreTags } from '../eval/score-tags.ts';
import type { Scores } from '../eval/scores.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { StudioError } from '../lib/errors.ts';
import { BIO_CORPUS, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import type { TaggerModel } from './model.ts';
import { train, type Checkpoint, type DataWithoutDev, type TrainerEvent, type TrainingData } from './trainer.ts';
import { disposeWeights, downloadWeights, type HostWeights } from './weights.ts';

beforeAll(useReferences);

/** A run with given dev F1 by epoch; the last applies to all later epochs. */
function runWith(f1s: readonly number[], settings: Partial<RunConfig> = {}, devLoss = 1) {
  const { model, data } = tinyRun(BIO_CORPUS, { patience: 0, epochs: 3, ...settings });
  let epochs = 0;
  const scoreDev = () => Promise.resolve({ loss: devLoss, scores: scoresOf(f1s[epochs++] ?? f1s.at(-1)!) });
  return { model, data: { ...data, scoreDev } };
}

function scoresOf(f1: number): Scores {
  const none = scoreTags(standardStyle('BIO'), []);
  return { ...none, overall: { ...none.overall, f1 } };
}

/** Consumes a run to its end, and frees its model. */
async function finish(
  model: TaggerModel,
  data: TrainingData | DataWithoutDev,
  signal?: AbortSignal,
  resume?: Checkpoint,
) {
  const events: TrainerEvent[] = [];
  let failure: unknown;
  try {
    for await (const event of train(model, data, signal, resume)) events.push(event);
  } catch (error) {
    failure = error;
  }
  const weights = await downloadWeights(model.weights);
  disposeWeights(model.weights);
  const checkpoints = events.flatMap((event) => (event.kind === 'checkpoint' ? [event.checkpoint] : []));
  return { events, failure, weights, checkpoints, last: events.at(-1) };
}

const isFinite = (weights: HostWeights) => Object.values(weights).every(({ values }) => values.every(Number.isFinite));

test('a run begins with what its tags are, and which steps between them are illegal', async () => {
  const { model, data } = runWith([0.5], { scheme: 'BIOES', constraints: false });
  const { events } = await finish(model, data);
  const { tags } = model.vocabulary;
  expect(events[0]).toMatchObject({ kind: 'start', tags, illegal: illegalTransitions(tags, standardStyle('BIOES')) });
});

describe('the end of a run', () => {
  test('without dev: no epoch is scored, and the weights are the average of the last ones', async () => {
    const { model, data } = runWith([0.5], { epochs: 2, averaging: 1 });
    const { train: corpus, unknownProbabilities, fingerprint } = data;
    const initial = await downloadWeights(model.weights);
    const { events, last, weights } = await finish(model, { train: corpus, unknownProbabilities, fingerprint });
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['start', 'steps', 'done']));
    expect(last).toEqual({ kind: 'done', reason: 'finished', bestEpoch: 0, bestDevF1: 0 });
    expect(weights).not.toEqual(initial);
    const scored = runWith([0.1, 0.2], { epochs: 2, averaging: 1 }); // its last epoch is its best
    expect(weights).toEqual((await finish(scored.model, scored.data)).weights);
  });

  test('all epochs: the weights of the best one', async () => {
    const { model, data } = runWith([0.2, 0.4, 0.3]);
    const { last, weights, checkpoints } = await finish(model, data);
    expect(last).toEqual({ kind: 'done', reason: 'finished', bestEpoch: 2, bestDevF1: 0.4 });
    expect(weights).toEqual(checkpoints[1]!.best.weights);
    expect(weights).not.toEqual(checkpoints[0]!.best.weights);
  });

  test('no more patience, also for a run that resumes from a checkpoint', async () => {
    const { model, data } = runWith([0.5, 0.1], { epochs: 9, patience: 2 });
    const { last, checkpoints } = await finish(model, data);
    expect(last).toMatchObject({ reason: 'patience', bestEpoch: 1 });
    expect(checkpoints.map(({ epoch }) => epoch)).toEqual([1, 2, 3]);
    const again = runWith([0.9], { epochs: 9, patience: 2 });
    const { events } = await finish(again.model, again.data, undefined, checkpoints[2]);
    expect(events.map(({ kind }) => kind)).toEqual(['start', 'done']);
    expect(events.at(-1)).toMatchObject({ reason: 'patience', bestEpoch: 1, bestDevF1: 0.5 });
  });

  test('stopped within the first epoch: the weights it came to', async () => {
    const { model, data } = runWith([0.5]);
    const initial = await downloadWeights(model.weights);
    const { last, weights } = await finish(model, data, AbortSignal.abort());
    expect(last).toEqual({ kind: 'done', reason: 'stopped', bestEpoch: 0, bestDevF1: 0 });
    expect(weights).not.toEqual(initial);
  });

  test('stopped while dev is scored: that is no failure', async () => {
    const { model, data } = runWith([0.5]);
    const stop = new AbortController();
    const scoreDev = () => {
      stop.abort();
      return Promise.reject(new StudioError('Cancelled', 'Cancelled.'));
    };
    const { failure, last } = await finish(model, { ...data, scoreDev }, stop.signal);
    expect(failure).toBeUndefined();
    expect(last).toMatchObject({ reason: 'stopped', bestEpoch: 0 });
  });
});

describe('a checkpoint', () => {
  test.each([0, 0.5])('is enough to continue as if uninterrupted, averaging over %d epochs', async (averaging) => {
    const settings = { averaging, batchSize: 1 };
    const whole = runWith([0.1, 0.2, 0.3], settings);
    const { checkpoints, weights } = await finish(whole.model, whole.data);
    const rest = runWith([0.2, 0.3], settings);
    const { weights: again } = await finish(rest.model, rest.data, undefined, checkpoints[0]);
    expect(again).toEqual(weights);
  });

  test('of an averaged run has the weights as trained, and the best as scored', async () => {
    const { model, data } = runWith([0.5], { averaging: 2, epochs: 1 });
    const { checkpoints, weights } = await finish(model, data);
    expect(weights).toEqual(checkpoints[0]!.best.weights);
    expect(checkpoints[0]!.average?.weights).toEqual(weights);
    expect(checkpoints[0]!.weights).not.toEqual(weights);
  });
});

test('between the report of an epoch and its checkpoint nothing is read from the device, which may be lost', async () => {
  const { model, data } = runWith([0.5], { averaging: 2, epochs: 1 });
  const readsBefore: [TrainerEvent['kind'], number][] = [];
  const reads = vi.spyOn(backend(), 'read');
  for await (const { kind } of train(model, data)) {
    readsBefore.push([kind, reads.mock.calls.length]);
    reads.mockClear();
  }
  reads.mockRestore();
  expect(readsBefore.slice(-3)).toEqual([
    ['epoch', expect.any(Number)],
    ['checkpoint', 0],
    ['done', 0],
  ]);
  disposeWeights(model.weights);
});

describe('a loss that is not finite', () => {
  const BREAKS = { optimizer: 'sgd', learningRate: 1e30, clipNorm: 0, momentum: 0 } as const;

  test('in the first epoch: the initial weights are there again', async () => {
    const { model, data } = runWith([0.5], { ...BREAKS, batchSize: 1 });
    const initial = await downloadWeights(model.weights);
    const { failure, weights } = await finish(model, data);
    expect(failure).toMatchObject({ code: 'NonFiniteLoss' });
    expect((failure as Error).message).toMatch(
      /The loss became (NaN|-?Infinity) at step 2\. .* has its initial weights/,
    );
    expect(weights).toEqual(initial);
  });

  test('later: the best weights are', async () => {
    const sane = runWith([0.5], { epochs: 1 });
    const { checkpoints } = await finish(sane.model, sane.data);
    const { model, data } = runWith([0.5], { ...BREAKS, epochs: 5 });
    const resume = { ...checkpoints[0]!, optimizer: { updates: 0, slots: {} } };
    const { failure, weights } = await finish(model, data, undefined, resume);
    expect(failure).toMatchObject({ code: 'NonFiniteLoss' });
    expect((failure as Error).message).toMatch(/The best weights, those of epoch 1, are kept\.$/);
    expect(weights).toEqual(checkpoints[0]!.best.weights);
    expect(isFinite(weights)).toBe(true);
  });

  test('on dev, after an update that no training loss has seen', async () => {
    const { model, data } = runWith([0.5], {}, NaN);
    const initial = await downloadWeights(model.weights);
    const { failure, weights } = await finish(model, data);
    expect((failure as Error).message).toMatch(/The loss on dev became NaN in epoch 1\./);
    expect(weights).toEqual(initial);
  });
});

test('word vectors are trained or kept, depending on the configuration', async () => {
  for (const fineTuneWords of [true, false]) {
    const { model, data } = runWith([0.5], { epochs: 1, fineTuneWords });
    const initial = await downloadWeights(model.weights);
    const { weights } = await finish(model, data);
    expect(weights['output.w']).not.toEqual(initial['output.w']);
    expect(JSON.stringify(weights['words']) === JSON.stringify(initial['words'])).toBe(!fineTuneWords);
  }
});

test('word vectors move less after the steps with the full rate', async () => {
  const trained = async (wordRateSteps: number) => {
    const { model, data } = runWith([0.5], { epochs: 3, batchSize: 1, averaging: 0, wordRateSteps });
    const initial = await downloadWeights(model.weights);
    const { weights } = await finish(model, data);
    const moved = weights['words']!.values.map((value, i) => Math.abs(value - initial['words']!.values[i]!));
    return moved.reduce((sum, distance) => sum + distance, 0);
  };
  const [full, slow] = [await trained(0), await trained(1)];
  expect(await trained(1000)).toBe(full);
  expect(slow).toBeLessThan(0.9 * full);
  expect(slow).toBeGreaterThan(0);
});

test('no run leaves tensors behind, however it ends', async () => {
  const before = memory().numTensors;
  for (const settings of [{}, { learningRate: 1e30, clipNorm: 0, optimizer: 'sgd' } as const]) {
    const { model, data } = runWith([0.1, 0.2], settings);
    await finish(model, data);
  }
  const { model, data } = runWith([0.1]);
  await finish(model, data, AbortSignal.abort());
  expect(memory().numTensors).toBe(before);
});
