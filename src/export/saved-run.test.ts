import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG, type RunConfig } from '../config/schema.ts';
import { StudioError } from '../lib/errors.ts';
import { VectorLookup } from '../data/vectors/vector-lookup.ts';
import { readSavedRun, writeSavedRun } from './saved-run.ts';
import type { SavedRun } from '../runs/saved-run.ts';
import { writeSafetensors } from './safetensors.ts';
import type { EpochReport } from '../model/events.ts';
import type { RunSource } from '../runs/prepare.ts';
import { seedRuns, study, type StudyEvent } from '../runs/study.ts';
import { BIO_CORPUS, TINY, useReferences } from '../../test/helpers/tiny-run.ts';

const CONFIG: RunConfig = { ...DEFAULT_CONFIG, ...TINY, seed: 3, epochs: 4, patience: 0, averaging: 1 };
const { sentences, style } = BIO_CORPUS;
const SOURCE: RunSource = { train: sentences, dev: sentences, others: [], style, vectors: undefined };

/** Vectors of words that are in the vocabulary. */
const VECTORS = new VectorLookup({ dimensions: 7, words: ['ada', 'norrby'], values: new Float32Array(14) });

beforeAll(useReferences);

async function run(config: RunConfig, resume?: SavedRun, source = SOURCE) {
  const saved: SavedRun[] = [];
  const reports: EpochReport[] = [];
  let end: (StudyEvent & { kind: 'end' }) | undefined;
  for await (const event of study(seedRuns('tiny', config, 1), source, { resume })) {
    if (event.kind === 'end') end = event;
    else if (event.kind === 'checkpoint') saved.push(event.saved);
    else if (event.kind === 'train' && event.event.kind === 'epoch') reports.push(event.event.report);
  }
  return { saved, reports, end: end! };
}

/** Reports without timings. */
const figuresOf = (reports: readonly EpochReport[]) =>
  reports.map((report) => ({ ...report, seconds: 0, tokensPerSecond: 0 }));

describe.each([
  ['Adam, averaged', {}],
  ['SGD, frozen vectors, not averaged', { optimizer: 'sgd', averaging: 0, fineTuneWords: false }],
] satisfies [string, Partial<RunConfig>][])('a saved run: %s', (_, settings) => {
  const config = { ...CONFIG, ...settings };

  test('survives a round trip at any epoch', async () => {
    const { saved } = await run(config);
    expect(saved).toHaveLength(4);
    for (const one of saved) expect(readSavedRun(writeSavedRun(one))).toEqual(one);
  });

  test('resumes to the same result as an uninterrupted run, and reports all epochs', async () => {
    const whole = await run(config);
    const rest = await run(config, readSavedRun(writeSavedRun(whole.saved[1]!)));
    expect(rest.saved.map(({ checkpoint }) => checkpoint.epoch)).toEqual([3, 4]);
    expect(figuresOf(rest.reports)).toEqual(figuresOf(whole.reports));
    expect(rest.reports.slice(0, 2)).toEqual(whole.reports.slice(0, 2));
    expect(rest.end.best).toEqual(whole.end.best);
    expect(rest.end.result).toMatchObject({ epochs: 4, reason: 'finished', bestEpoch: whole.end.result!.bestEpoch });
  });
});

describe('a run cannot be resumed', () => {
  test.each([
    ['other sentences', { train: sentences.slice(1) }],
    ['sentences in another order', { train: sentences.toReversed() }],
    ['word vectors of another size', { vectors: VECTORS }],
    ['another dev', { dev: sentences.slice(1) }],
  ] satisfies [string, Partial<RunSource>][])('with %s', async (_, changes) => {
    const { saved } = await run(CONFIG);
    const rest = run(CONFIG, saved[0], { ...SOURCE, ...changes });
    await expect(rest).rejects.toThrow(/cannot be resumed with these files/);
  });

  test('from a damaged checkpoint or from another kind of file', async () => {
    const { saved } = await run({ ...CONFIG, epochs: 1 });
    const bytes = writeSavedRun(saved[0]!);
    const reading = (of: Uint8Array) => () => readSavedRun(of);
    expect(reading(bytes.subarray(0, bytes.length - 4))).toThrow(/checkpoint cannot be read: .* bytes/);
    expect(reading(writeSafetensors({}, {}))).toThrow(/checkpoint cannot be read: run is null, expected an object/);
    expect(reading(writeSavedRun({ ...saved[0]!, config: { ...CONFIG, hidden: -1 } }))).toThrow(/cannot be read: .*-1/);
  });

  test('after one bit of its checkpoint has changed, wherever it is', async () => {
    const bytes = writeSavedRun((await run({ ...CONFIG, epochs: 1 })).saved[0]!);
    const places = [
      ...Array(400).keys(),
      ...Array.from({ length: 400 }, (_, i) => Math.floor((i * bytes.length) / 400)),
    ];
    const codeOf = (at: number, bit: number): unknown => {
      const damaged = bytes.slice();
      damaged[at]! ^= 1 << bit;
      try {
        readSavedRun(damaged);
        return 'accepted';
      } catch (error) {
        return error instanceof StudioError && error.code;
      }
    };
    const codes = new Set(places.map((at, i) => codeOf(at, i % 8)));
    expect([...codes]).toEqual(['BadInput']);
  });

  test('with weights that are not finite', async () => {
    const { config, fingerprint, checkpoint } = (await run({ ...CONFIG, epochs: 1 })).saved[0]!;
    const [[name, tensor]] = Object.entries(checkpoint.weights) as [
      [string, { shape: number[]; values: Float32Array }],
    ];
    const values = tensor.values.slice().fill(NaN, 0, 1);
    const weights = { ...checkpoint.weights, [name]: { ...tensor, values } };
    const bytes = writeSavedRun({ config, fingerprint, checkpoint: { ...checkpoint, weights } });
    expect(() => readSavedRun(bytes)).toThrow(`weights/${name} has values that are not finite`);
  });
});
