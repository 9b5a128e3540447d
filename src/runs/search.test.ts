import { memory } from '../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { BIO_CORPUS, TINY, useReferences } from '../../test/helpers/tiny-run.ts';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import { defaultRanges } from '../search/ranges.ts';
import { VectorLookup } from '../data/vectors/vector-lookup.ts';
import type { SearchSpec, SearchState, Trial } from '../search/state.ts';
import { StudioError } from '../lib/errors.ts';
import { prepareRun } from './prepare.ts';
import { requireSearchedData, searchedData, searchRuns, type SearchOptions } from './search.ts';

const { sentences, style } = BIO_CORPUS;
const SOURCE = { train: sentences, dev: sentences, others: [], style, vectors: undefined };
const START = { ...DEFAULT_CONFIG, ...TINY, epochs: 9, patience: 1 };
const RANGES = { ...defaultRanges(START), hidden: { kind: 'values', values: [4, 6] } } as const;

beforeAll(useReferences);

/** A clock that advances by a fixed amount each time it is read. */
function slowClock(secondsPerLook: number): () => number {
  let now = 0;
  return () => (now += secondsPerLook);
}

const spec = (): SearchSpec => ({
  start: START,
  ranges: { learningRate: RANGES.learningRate!, hidden: RANGES.hidden },
  budget: 600,
  data: searchedData(START, SOURCE),
});

async function trialsOf(state: SearchState, most: number, options: SearchOptions = {}): Promise<Trial[]> {
  const trials: Trial[] = [];
  for await (const event of searchRuns(state, SOURCE, { now: slowClock(1), ...options })) {
    if (event.kind === 'result') trials.push({ plan: event.plan, result: event.result });
    if (trials.length === most) break;
  }
  return trials;
}

describe('a search', () => {
  test('resumed after any trial, trains the same one next, with the same score', async () => {
    const all = await trialsOf({ spec: spec(), trials: [] }, 9);
    expect(all).toHaveLength(9);
    expect(all.map(({ plan }) => plan.stage)).toEqual(expect.arrayContaining(['noise', 'search']));
    for (let i = 0; i < all.length; i++) {
      const [next] = await trialsOf({ spec: spec(), trials: all.slice(0, i) }, 1);
      expect(next!.plan).toEqual(all[i]!.plan);
      expect(next!.result.f1).toBe(all[i]!.result.f1);
    }
  });

  test('leaves the final training to the caller', async () => {
    const all = await trialsOf({ spec: { ...spec(), budget: 5 }, trials: [] }, Infinity);
    expect(all.map(({ plan }) => plan.stage)).toEqual(['noise']);
  });

  test('trains all epochs of each level, and leaves nothing on the device', async () => {
    const before = memory().numTensors;
    let epochs = 0;
    for await (const event of searchRuns({ spec: spec(), trials: [] }, SOURCE, { now: slowClock(1) })) {
      if (event.kind === 'trial') epochs = 0;
      if (event.kind === 'train' && event.event.kind === 'epoch') epochs++;
      if (event.kind !== 'result') continue;
      expect([epochs, event.epochs.length]).toEqual([event.plan.config.epochs, event.plan.config.epochs]);
      if (event.index === 3) break;
    }
    expect(memory().numTensors).toBe(before);
  });

  test('a stopped trial has no result', async () => {
    const before = memory().numTensors;
    const stop = new AbortController();
    const kinds: string[] = [];
    for await (const event of searchRuns({ spec: spec(), trials: [] }, SOURCE, { signal: stop.signal })) {
      kinds.push(event.kind);
      if (event.kind === 'train' && event.event.kind === 'epoch') stop.abort();
    }
    expect(kinds).toContain('train');
    expect(kinds).not.toContain('result');
    expect(memory().numTensors).toBe(before);
  });

  test('a trial that diverges has a result without a score', async () => {
    let isFirst = true;
    const failing: typeof prepareRun = (config, source) => {
      const run = prepareRun(config, source);
      if (!isFirst) return run;
      isFirst = false;
      return {
        ...run,
        data: { ...run.data, scoreDev: () => Promise.reject(new StudioError('NonFiniteLoss', 'the loss became NaN')) },
      };
    };
    const [first, second] = await trialsOf({ spec: spec(), trials: [] }, 2, { prepare: failing });
    expect(first!.result).toMatchObject({ f1: undefined, problem: expect.stringContaining('NaN') as string });
    expect(second!.result.f1).toBeGreaterThanOrEqual(0);
  });

  test('is resumed only with the data that it was started with', () => {
    expect(() => requireSearchedData(spec(), searchedData(START, SOURCE))).not.toThrow();
    expect(() => requireSearchedData(spec(), searchedData(START, { ...SOURCE, train: sentences.slice(1) }))).toThrow(
      /other sentences, tags, vectors, name lists, columns or encoder/,
    );
    const lookup = (...words: string[]) =>
      new VectorLookup({ dimensions: 2, words, values: new Float32Array(2 * words.length) });
    const withWords = (...words: string[]) =>
      searchedData(START, { ...SOURCE, vectors: lookup(...words) }, '400x2').fingerprint;
    expect(withWords('a')).toBe(withWords('a', 'b')); // words of a file that was removed since
    expect(withWords('a')).not.toBe(searchedData(START, SOURCE).fingerprint);
  });
});
