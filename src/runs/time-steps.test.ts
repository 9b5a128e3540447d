import { memory } from '../tensors/tensors.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import { Stepper } from '../model/stepper.ts';
import { prepareRun, type RunSource } from './prepare.ts';
import { BIO_CORPUS, TINY, useReferences } from '../../test/helpers/tiny-run.ts';
import { kindOfRun, timeSteps } from './time-steps.ts';

const CONFIG = { ...DEFAULT_CONFIG, ...TINY };
const SENTENCES = Array.from({ length: 20 }, () => BIO_CORPUS.sentences).flat();
const SOURCE: RunSource = {
  train: SENTENCES,
  dev: SENTENCES,
  others: [],
  style: BIO_CORPUS.style,
  vectors: undefined,
};

beforeAll(useReferences);

describe('timing steps', () => {
  test('trains four batches, twice to warm up and twice timed, and leaks nothing', async () => {
    const before = memory().numTensors;
    const onStep = vi.fn<(done: number, total: number) => void>();
    const prepare = vi.fn<typeof prepareRun>(prepareRun);
    const time = await timeSteps(CONFIG, SOURCE, { prepare, signal: new AbortController().signal, onStep });
    expect(time.step).toBeGreaterThan(0);
    expect(time.javascript).toBeLessThanOrEqual(time.step);
    expect(time.tokens).toBeGreaterThan(0);
    expect(prepare.mock.calls[0]![1].train).toHaveLength(4 * CONFIG.batchSize);
    expect(onStep.mock.calls).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 16].map((step) => [step, 16]));
    expect(memory().numTensors).toBe(before);
  });

  test.each([
    { slow: [1, 2, 4], steps: 8, isTimed: true },
    { slow: [1, 2, 3], steps: 3, isTimed: false },
  ])('a slow step is not taken for the time of steps, two in a row are: $slow', async ({ slow, steps, isTimed }) => {
    const now = performance.now.bind(performance);
    let later = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    const done: number[] = [];
    const onStep = (step: number) => {
      done.push(step);
      if (slow.includes(step)) later += 3000 * step;
    };
    const options = { prepare: prepareRun, signal: new AbortController().signal, onStep };
    const { step, javascript } = await timeSteps(CONFIG, SOURCE, options).finally(() => vi.restoreAllMocks());
    expect(done.filter((each) => each > 0 && each <= 8)).toHaveLength(steps);
    expect(javascript !== undefined).toBe(isTimed);
    expect(Math.floor(step / 1000)).toBe(isTimed ? 0 : 6); // the faster one of the two
  });

  test('can be aborted, and leaks nothing', async () => {
    const before = memory().numTensors;
    const controller = new AbortController();
    const onStep = vi.fn<(done: number, total: number) => void>(() => controller.abort());
    const timing = timeSteps(CONFIG, SOURCE, { prepare: prepareRun, signal: controller.signal, onStep });
    await expect(timing).rejects.toMatchObject({ code: 'Cancelled' });
    expect(onStep).toHaveBeenCalledTimes(1);
    expect(memory().numTensors).toBe(before);
  });

  describe('programs', () => {
    const dispatches = [1, 2, 3].map((time) => ({ program: time === 2 ? 'b' : 'a', time }));
    const programs = [
      { program: 'a', dispatches: 2, time: 4 },
      { program: 'b', dispatches: 1, time: 2 },
    ];
    test.each([
      ['are timed before the end is reported', () => Promise.resolve(dispatches), programs],
      [
        'are unknown if the device fails, and the time of the steps is kept',
        () => Promise.reject(new Error('lost')),
        undefined,
      ],
    ])('%s', async (_, profile, expected) => {
      const onStep = vi.fn<(done: number, total: number) => void>();
      const profiled = vi.spyOn(Stepper.prototype, 'profile').mockImplementation(() => {
        expect(onStep).not.toHaveBeenCalledWith(16, 16);
        return profile();
      });
      const options = { prepare: prepareRun, signal: new AbortController().signal, onStep, profiles: true };
      const time = await timeSteps(CONFIG, SOURCE, options).finally(() => vi.restoreAllMocks());
      expect(profiled).toHaveBeenCalledOnce();
      expect(time.programs).toEqual(expected);
      expect(time.step).toBeGreaterThan(0);
      expect(onStep).toHaveBeenLastCalledWith(16, 16);
    });

    test.each([
      ['completed', () => Promise.resolve(dispatches)],
      ['failed', () => Promise.reject(new Error('lost'))],
    ])('a measurement that is cancelled before they are %s has no end', async (_, profile) => {
      const before = memory().numTensors;
      const controller = new AbortController();
      vi.spyOn(Stepper.prototype, 'profile').mockImplementation(() => {
        controller.abort();
        return profile();
      });
      const onStep = vi.fn<(done: number, total: number) => void>();
      const options = { prepare: prepareRun, signal: controller.signal, onStep, profiles: true };
      const timing = timeSteps(CONFIG, SOURCE, options).finally(() => vi.restoreAllMocks());
      await expect(timing).rejects.toMatchObject({ code: 'Cancelled' });
      expect(onStep).not.toHaveBeenCalledWith(16, 16);
      expect(memory().numTensors).toBe(before);
    });
  });

  test('uses all of a small corpus except sentences without tags', async () => {
    const train = [...BIO_CORPUS.sentences, { ...BIO_CORPUS.sentences[0]!, tags: [] }];
    const prepare = vi.fn<typeof prepareRun>(prepareRun);
    const options = { prepare, signal: new AbortController().signal, onStep: () => undefined };
    await timeSteps(CONFIG, { ...SOURCE, train }, options);
    expect(prepare.mock.calls[0]![1].train).toEqual(BIO_CORPUS.sentences);
  });
});

test('a kind of run depends on sizes, not on seed or learning rate', () => {
  const kind = kindOfRun(CONFIG);
  expect(kindOfRun({ ...CONFIG, seed: 9, learningRate: 0.5, epochs: 3 })).toBe(kind);
  for (const other of [{ hidden: 7 }, { batchSize: 3 }, { decoder: 'softmax' }, { wordDim: 6 }] as const) {
    expect(kindOfRun({ ...CONFIG, ...other })).not.toBe(kind);
  }
});
