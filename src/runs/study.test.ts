import { memory } from '../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG, type RunConfig } from '../config/schema.ts';
import type { Sentence } from '../data/corpus.ts';
import { VectorLookup } from '../data/vectors/vector-lookup.ts';
import { StudioError } from '../lib/errors.ts';
import type { TaggerModel } from '../model/model.ts';
import type { TrainingData } from '../model/trainer.ts';
import { downloadWeights, type HostWeights } from '../model/weights.ts';
import { prepareRun, type RunSource } from './prepare.ts';
import { sampleShare, seedRuns, study, type StudyEvent, type StudyOptions, type StudyRun } from './study.ts';
import type { DeviceRecovery } from './train-to-end.ts';
import { BIO_CORPUS, TINY, useReferences } from '../../test/helpers/tiny-run.ts';

const CONFIG: RunConfig = { ...DEFAULT_CONFIG, ...TINY, seed: 3, epochs: 2, patience: 0 };
const { sentences, style } = BIO_CORPUS;
const SOURCE: RunSource = { train: sentences, dev: sentences, others: [], style, vectors: undefined };

type End = StudyEvent & { kind: 'end' };

async function eventsOf(runs: StudyRun[], options: StudyOptions = {}, source = SOURCE): Promise<StudyEvent[]> {
  const events: StudyEvent[] = [];
  for await (const event of study(runs, source, options)) events.push(event);
  return events;
}

const endsOf = (events: StudyEvent[]) => events.filter((event): event is End => event.kind === 'end');

beforeAll(useReferences);

describe('a study of seeds', () => {
  test('runs the trainer for each seed and yields a result', async () => {
    const events = await eventsOf(seedRuns('tiny', CONFIG, 3), { test: sentences });
    const results = endsOf(events).map(({ result }) => result!);
    expect(results.map(({ label, seed, epochs, reason }) => [label, seed, epochs, reason])).toEqual([
      ['tiny', 3, 2, 'finished'],
      ['tiny', 4, 2, 'finished'],
      ['tiny', 5, 2, 'finished'],
    ]);
    for (const [index, { dev, test: scores, bestEpoch, parameters, seconds, tokensPerSecond }] of results.entries()) {
      const reports = events.flatMap((event) =>
        event.kind === 'train' && event.index === index && event.event.kind === 'epoch' ? [event.event.report] : [],
      );
      expect(dev).toEqual(reports[bestEpoch - 1]!.dev);
      expect(results[index]!.curve).toEqual(reports.map((report) => report.dev.overall.f1));
      expect(scores!.overall).toEqual(dev.overall); // the test corpus is dev
      expect(parameters).toBeGreaterThan(100);
      expect(seconds).toBeGreaterThan(0);
      expect(tokensPerSecond * seconds).toBeCloseTo(2 * 11, 6);
    }
  });

  test('marks a run that is better on dev than all before', async () => {
    const ends = endsOf(await eventsOf(seedRuns('tiny', { ...CONFIG, epochs: 6, learningRate: 0.02 }, 3)));
    let best = -1;
    for (const { isBest, result } of ends) {
      expect(isBest).toBe(result!.dev.overall.f1 > best);
      best = Math.max(best, result!.dev.overall.f1);
    }
  });

  test('gives the same weights as a single run', async () => {
    const [, second] = seedRuns('tiny', CONFIG, 2);
    const alone = endsOf(await eventsOf([second!]))[0]!.best!.weights;
    expect(endsOf(await eventsOf(seedRuns('tiny', CONFIG, 2)))[1]!.best!.weights).toEqual(alone);
  });
});

describe('the device', () => {
  test('has the best weights during the end event, and nothing afterwards', async () => {
    const before = memory().numTensors;
    const [onDevice, best]: HostWeights[][] = [[], []];
    for await (const event of study(seedRuns('tiny', CONFIG, 2), SOURCE)) {
      if (event.kind !== 'end') continue;
      onDevice!.push(await downloadWeights(event.model.weights));
      best!.push(event.best!.weights);
    }
    expect(best).toHaveLength(2);
    expect(onDevice).toEqual(best);
    expect(memory().numTensors).toBe(before);
  });

  test('is empty after a study is abandoned, stopped or failed', async () => {
    const before = memory().numTensors;
    for await (const event of study(seedRuns('tiny', CONFIG, 2), SOURCE)) if (event.kind === 'train') break;
    const stop = new AbortController();
    for await (const event of study(seedRuns('tiny', CONFIG, 2), SOURCE, { signal: stop.signal })) {
      if (event.kind === 'end') stop.abort();
    }
    const failure = new StudioError('NonFiniteLoss', 'the loss became NaN');
    const [failed] = endsOf(await eventsOf(seedRuns('tiny', CONFIG, 1), { prepare: failingFirst(failure) }));
    expect(failed!.failure).toMatchObject({ code: 'NonFiniteLoss', cause: failure });
    expect(memory().numTensors).toBe(before);
  });

  test('keeps a model until its owner releases it', async () => {
    const released: TaggerModel[] = [];
    await eventsOf(seedRuns('tiny', { ...CONFIG, epochs: 1 }, 2), { release: (model) => released.push(model) });
    expect(released).toHaveLength(2);
    for (const { weights } of released) {
      for (const tensor of Object.values(weights)) {
        expect(tensor.isDisposed).toBe(false);
        tensor.dispose();
      }
    }
  });
});

describe('an incomplete run', () => {
  test('stopped: has its best epoch but no test scores, and is the last run', async () => {
    const stop = new AbortController();
    const events: StudyEvent[] = [];
    const runs = seedRuns('tiny', { ...CONFIG, epochs: 50 }, 3);
    for await (const event of study(runs, SOURCE, { signal: stop.signal, test: sentences })) {
      events.push(event);
      if (event.kind === 'train' && event.event.kind === 'epoch') stop.abort();
    }
    const ends = endsOf(events);
    expect(ends).toHaveLength(1);
    expect(ends[0]!.result).toMatchObject({ reason: 'stopped', epochs: 1, bestEpoch: 1, test: undefined });
  });

  test('a non-finite loss ends only its run', async () => {
    const failure = new StudioError('NonFiniteLoss', 'the loss became NaN');
    const ends = endsOf(
      await eventsOf(seedRuns('tiny', CONFIG, 2), { prepare: failingFirst(failure), test: sentences }),
    );
    expect(ends[0]).toMatchObject({
      failure: { cause: failure },
      result: { reason: 'failed', epochs: 1, test: undefined },
    });
    expect(ends[1]).toMatchObject({ failure: undefined, result: { reason: 'finished', epochs: 2 } });
  });

  test('any other failure ends the study after the end event', async () => {
    const ends: End[] = [];
    const failing = async () => {
      const options = { prepare: failingFirst(new Error('no memory')) };
      for await (const event of study(seedRuns('tiny', CONFIG, 2), SOURCE, options)) {
        if (event.kind === 'end') ends.push(event);
      }
    };
    await expect(failing()).rejects.toThrow('no memory');
    expect(ends).toHaveLength(1);
    expect(ends[0]!.best!.epoch).toBe(1);
  });

  test('a failure in scoring the test corpus ends the study after the end event', async () => {
    const ends: End[] = [];
    const failure = new Error('no memory');
    const failing = async () => {
      for await (const event of study(seedRuns('tiny', CONFIG, 2), SOURCE, { test: unscorable(failure) })) {
        if (event.kind === 'end') ends.push(event);
      }
    };
    await expect(failing()).rejects.toThrow('no memory');
    expect(ends).toMatchObject([
      { failure, isBest: true, best: {}, result: { reason: 'finished', epochs: 2, test: undefined } },
    ]);
  });

  test('a device that is lost while scoring the test corpus is replaced', async () => {
    const before = memory().numTensors;
    const replaced: number[] = [];
    const lost = new StudioError('DeviceLost', 'The GPU was lost.');
    const device: DeviceRecovery = {
      isLost: (error) => error === lost,
      replace: async (epoch) => void replaced.push(epoch),
    };
    const runs = seedRuns('tiny', CONFIG, 1);
    const weights: HostWeights[] = [];
    for await (const event of study(runs, SOURCE, { test: unscorable(lost, 1), device })) {
      if (event.kind !== 'end') continue;
      expect(event).toMatchObject({ failure: undefined, result: { test: { overall: event.result!.dev.overall } } });
      weights.push(await downloadWeights(event.model.weights), event.best!.weights);
    }
    expect(replaced).toEqual([2]);
    expect(weights[0]).toEqual(weights[1]);
    expect(memory().numTensors - before).toBe(Object.keys(weights[0]!).length); // a real loss would free the first ones
  });
});

test('without the pretrained vectors the word table has the same dimension but other values', async () => {
  const vectors = new VectorLookup({ dimensions: 7, words: ['ada', 'norrby'], values: new Float32Array(14).fill(9) });
  const sizes: number[][] = [];
  const most: number[] = [];
  const runs = [true, false].map((with_): StudyRun => ({
    label: String(with_),
    config: CONFIG,
    vectors: with_,
    share: 1,
  }));
  for await (const event of study(runs, { ...SOURCE, vectors })) {
    if (event.kind !== 'begin') continue;
    const { words } = await downloadWeights(event.model.weights);
    sizes.push(words!.shape);
    most.push(Math.max(...words!.values));
  }
  expect(sizes.map(([, dimensions]) => dimensions)).toEqual([7, 7]);
  expect(most[0]).toBe(9);
  expect(most[1]).toBeLessThan(2);
});

describe('a share of the training sentences', () => {
  const all = Array.from({ length: 101 }, (_, i) => i);

  test('is sampled by seed, in order; smaller samples are subsets of larger ones', () => {
    const [eighth, half] = [0.125, 0.5].map((share) => sampleShare(all, share, 3));
    expect(eighth).toHaveLength(13);
    expect(half).toHaveLength(51);
    expect(half).toEqual(expect.arrayContaining([...eighth!]));
    expect(half).toEqual(half!.toSorted((a, b) => a - b));
    expect(sampleShare(all, 0.5, 3)).toEqual(half);
    expect(sampleShare(all, 0.5, 4)).not.toEqual(half);
    expect(sampleShare(all, 1, 3)).toEqual(all);
  });

  test('is the only training data of a run', async () => {
    const [whole, half] = [1, 0.5].map((share) => seedRuns('tiny', CONFIG, 1, { vectors: true, share }));
    const events = await eventsOf([...whole!, ...half!]);
    const tokens = events.flatMap((event) =>
      event.kind === 'train' && event.event.kind === 'start' ? [event.event.tokensPerEpoch] : [],
    );
    const lengths = sentences.map((sentence) => sentence.tokens.length);
    expect(tokens[0]).toBe(lengths[0]! + lengths[1]!);
    expect(lengths).toContain(tokens[1]);
    expect(endsOf(events).map(({ result }) => result!.dev.sentences)).toEqual([2, 2]);
  });
});

/** The first run fails in its second epoch. */
function failingFirst(failure: Error): typeof prepareRun {
  let runs = 0;
  return (config, source) => {
    const run = prepareRun(config, source);
    if (runs++ > 0) return run;
    let scored = 0;
    const scoreDev: TrainingData['scoreDev'] = async (model, signal) => {
      if (scored++ > 0) throw failure;
      return run.data.scoreDev(model, signal);
    };
    return { ...run, data: { ...run.data, scoreDev } };
  };
}

/** A test corpus whose first `times` scorings fail. */
function unscorable(failure: Error, times = Infinity): Sentence[] {
  let reads = 0;
  const first = Object.defineProperty({ ...sentences[0]! }, 'tokens', {
    get: () => {
      if (reads++ < times) throw failure;
      return sentences[0]!.tokens;
    },
  });
  return [first, ...sentences.slice(1)];
}
