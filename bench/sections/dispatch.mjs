// JavaScript time of a training step on webgpu, with and without repeating a recorded step: in Chromium, and, if the optional package
// `webgpu` is installed, in Node with Dawn and with its null adapter. Needs no GPU: what shaders take is waited for and not counted, but
// those of a software adapter compete for the processor; the null adapter has none.
import { join } from 'node:path';
import { startChromiumOnGpu, startDawn, startNullDawn } from '../gpu/devices.mjs';
import { packOfSections } from '../gpu/pack.mjs';
import { writeCorpus } from '../lib/corpus.mjs';
import { interleave, median } from '../lib/measure.mjs';
import { printTable, rounded } from '../lib/table.mjs';
import { javascriptTime } from '../lib/thread-time.mjs';

/** @import { DispatchProfile } from '../engine/protocol.ts' */
/** @typedef {DispatchProfile & { processor: number | undefined }} Timed */

/** Sentences of a document of CoNLL-2003, on average. */
const PER_DOCUMENT = 15;

/** Few units, because a software adapter is slow: the number of dispatches is that of the default model. */
const HIDDEN = 16;

const FULL = {
  start: [startChromiumOnGpu, startDawn, startNullDawn],
  batches: [8, 32],
  reads: /** @type {const} */ (['sentences', 'documents']),
  sentences: 800,
  untimed: 16, // to compile programs, and to count calls of WebGPU
  warmUp: 160, // all sizes of batches are recorded
  steps: 80,
};
const SMALLEST = {
  ...FULL,
  start: [startChromiumOnGpu],
  batches: [8],
  reads: /** @type {const} */ (['sentences']),
  sentences: 16,
  untimed: 2,
  warmUp: 4,
  steps: 2,
};

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const { isSmallest, rounds } = context.options;
  const { start, batches, reads, sentences, untimed, warmUp, steps } = isSmallest ? SMALLEST : FULL;
  const folder = await packOfSections();
  const train = join(context.folder, 'documents.conll');
  writeCorpus(train, { sentences: 4 * sentences, perDocument: PER_DOCUMENT });
  const results = [];
  for (const open of start) {
    const { note, name, engine } = await open(folder);
    console.log(note);
    if (engine === undefined) continue;
    for (const batch of batches) {
      for (const read of reads) {
        const workload = {
          batch,
          hidden: HIDDEN,
          reads: read,
          sentences,
          embeddings: null,
          scheme: /** @type {const} */ ('BIOES'),
        };
        console.log(`${name}: batches of ${batch}, ${read}`); // minutes each where shaders run in software
        await engine.ask('prepare', { ...workload, train: await engine.give(train) });
        const timed = /** @param {boolean} repeats */ async (repeats) => {
          const before = javascriptTime();
          const profile = await engine.ask('dispatch', { steps, repeats, counts: false });
          const after = javascriptTime();
          const processor = before === undefined || after === undefined ? undefined : (after - before) / steps;
          return { ...profile, processor };
        };
        await engine.ask('dispatch', { steps: untimed, repeats: false, counts: false });
        await engine.ask('dispatch', { steps: warmUp, repeats: true, counts: false });
        const tasks = { 'each anew': () => timed(false), repeated: () => timed(true) };
        const measured = await interleave(tasks, isSmallest ? 1 : rounds);
        const counted = /** @param {boolean} repeats */ async (repeats) =>
          (await engine.ask('dispatch', { steps: untimed, repeats, counts: true })).calls;
        const anew = { ...summarise(measured['each anew']), calls: await counted(false) };
        const repeated = { ...summarise(measured.repeated), calls: await counted(true) };
        results.push({ where: name, batch, reads: read, 'each anew': anew, repeated });
      }
    }
    await engine.close();
  }
  report(results);
  return results;
}

/** @param {Timed[] | undefined} profiles @returns {Timed} */
function summarise(profiles = []) {
  const [first] = profiles;
  if (first === undefined) throw new Error('no rounds');
  const processor = profiles.map((each) => each.processor).filter((time) => time !== undefined);
  return {
    ...first,
    median: median(profiles.map((each) => each.median)),
    processor: processor.length === 0 ? undefined : median(processor),
  };
}

/** @param {{ where: string, batch: number, reads: string, 'each anew': Timed, repeated: Timed }[]} results */
function report(results) {
  const kinds = /** @type {const} */ (['each anew', 'repeated']);
  const rows = results.flatMap((result) =>
    kinds.map((kind) => ({ ...result, kind, ...result[kind], share: result[kind].repeated })),
  );
  printTable(
    'JavaScript of a training step on webgpu, ms',
    ['where', 'batch, reads', 'tokens', 'steps', 'median', 'processor', 'repeated, %', 'tokens/s at most', 'MB'],
    rows.map(({ where, batch, reads, kind, tokens, median: ms, processor, share, bytes }) => [
      where,
      `${batch}, ${reads}`,
      rounded(tokens),
      kind,
      rounded(ms, 2),
      rounded(processor, 2),
      rounded(100 * share),
      rounded((1000 * tokens) / ms),
      rounded(bytes / 1e6),
    ]),
  );
  const names = [...new Set(rows.flatMap(({ calls }) => Object.keys(calls)))];
  printTable(
    'Calls of WebGPU a step',
    ['where', 'batch, reads', 'steps', ...names],
    rows.map(({ where, batch, reads, kind, calls }) => [
      where,
      `${batch}, ${reads}`,
      kind,
      ...names.map((name) => rounded(calls[name], 1)),
    ]),
  );
}
