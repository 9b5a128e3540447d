// Training on this machine's GPU with WebGPU in Node and in Chromium, checked against the float64 references and compared with PyTorch.
// Only uses the folder that it is built into (pack.mjs).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findPython } from '../../scripts/python.mjs';
import { writeCorpus } from '../lib/corpus.mjs';
import { startNode } from '../lib/engines.mjs';
import { interleave, mapValues, median, tokensPerSecond } from '../lib/measure.mjs';
import { hasCuda, startPytorch } from '../lib/pytorch.mjs';
import { askPrograms, printPrograms } from '../lib/programs.mjs';
import { printTable, ratio, rounded } from '../lib/table.mjs';
import { startChromiumOnGpu, startDawn } from './devices.mjs';

/** @import { StepProfile, Work, Workload } from '../engine/protocol.ts' */
/** @import { StudioEngine } from '../lib/engines.mjs' */
/** @import { PytorchEngine } from '../lib/pytorch.mjs' */

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Workloads for a GPU, and for a software adapter, where they only test that everything works. */
const SHAPES = {
  hardware: { sentences: 3000, shapes: [200, 100].flatMap((hidden) => [128, 32, 8].map((batch) => ({ hidden, batch }))) }, // prettier-ignore
  software: { sentences: 24, shapes: [{ hidden: 16, batch: 8 }] },
};
const VERIFIED_STEPS = 20;
/** Relative difference of a loss: the tolerance of the project's tests after 20 steps. */
const TOLERANCE = 1e-3;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, json: { type: 'boolean', default: false } },
});
if (values.json) console.log = console.error;
const rounds = Number(values.rounds);

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-bench-'));
const train = join(folder, 'train.conll');
writeCorpus(train, { sentences: 14_041 });

/** @type {Record<string, StudioEngine>} */
const studios = {};
/** @type {Record<string, PytorchEngine>} */
const pytorch = {};
/** @type {string[]} */
const notes = [];
try {
  const result = await measure();
  notes.forEach((note) => console.log(note));
  if (values.json) process.stdout.write(`${JSON.stringify({ load: loadavg(), notes, ...result })}\n`);
} finally {
  for (const engine of [...Object.values(studios), ...Object.values(pytorch)]) await engine.close();
  rmSync(folder, { recursive: true });
}

async function measure() {
  let software = false;
  for (const start of [startDawn, startChromiumOnGpu]) {
    const { name, note, engine } = await start(HERE);
    notes.push(note);
    if (engine === undefined) continue;
    studios[name] = engine;
    software ||= engine.description.includes('(software)');
  }
  const onGpu = { ...studios };
  if (Object.keys(onGpu).length === 0) {
    process.exitCode = 1;
    return { error: 'WebGPU is not available' };
  }
  const { sentences, shapes } = software ? SHAPES.software : SHAPES.hardware;
  const verified = await verify();
  await startOthers();

  const training = [];
  for (const shape of shapes) {
    /** @param {Pick<StudioEngine, 'give'>} engine @returns {Promise<Workload>} */
    const workload = async (engine) => {
      return { ...shape, train: await engine.give(train), embeddings: null, sentences, scheme: 'BIOES' };
    };
    /** @type {Record<string, () => Promise<Work>>} */
    const tasks = {};
    for (const [name, engine] of Object.entries(studios)) {
      await engine.ask('prepare', await workload(engine));
      tasks[name] = () => engine.ask('train');
    }
    for (const [name, engine] of Object.entries(pytorch)) {
      await engine.prepare(await workload(engine));
      tasks[name] = () => engine.ask('train');
    }
    const profiled = mapValues(onGpu, (engine) => () => engine.ask('profile', { steps: software ? 2 : 20 }));
    await interleave(tasks, 1);
    const speeds = tokensPerSecond(await interleave(tasks, rounds));
    const profiles = mapValues(await interleave(profiled, rounds), summarise);
    training.push({ ...shape, tokensPerSecond: speeds, profiles });
  }
  report(training, verified);
  const programs = await profile(onGpu, shapes[0]);
  return { verified, training, programs };
}

/**
 * The programs of one step of the default model, with their times.
 *
 * @param {Record<string, StudioEngine>} onGpu @param {Shape | undefined} shape
 */
async function profile(onGpu, { hidden } = { hidden: 200, batch: 8 }) {
  const engine = /** @type {import('./devices.mjs').Described | undefined} */ (Object.values(onGpu)[0]);
  if (engine === undefined) return undefined;
  const step = await askPrograms(engine, { batch: 8, hidden, folder });
  printPrograms(8, step);
  return step;
}

/** Compares the losses of 20 small steps on each GPU with those of the references. */
async function verify() {
  /** @type {Verified} */
  const results = {};
  for (const [name, engine] of Object.entries(studios)) {
    const { worst } = await engine.ask('verify', { train: await engine.give(train), steps: VERIFIED_STEPS });
    const right = worst <= TOLERANCE;
    results[name] = { worst, right };
    if (right) continue;
    notes.push(
      `${name}: WRONG: losses of ${VERIFIED_STEPS} steps are within ${worst.toExponential(1)} of the float64 references', ${TOLERANCE} is allowed.`,
    );
    process.exitCode = 1;
  }
  return results;
}

/** Starts the studio's code on simd, and PyTorch on the GPU if it can use it. */
async function startOthers() {
  studios['simd'] = startNode(join(HERE, 'engine'));
  const { description } = await studios['simd'].ask('open', { device: 'simd', threads: availableParallelism() });
  notes.push(`simd: ${description}`);
  const python = findPython('torch');
  if (python === undefined) {
    notes.push('PyTorch is not installed.');
    return;
  }
  const device = hasCuda(python) ? 'cuda' : 'cpu';
  const threads = device === 'cuda' ? availableParallelism() : 1;
  const variant = { threads, blasThreads: threads, blas: 'system', lstm: /** @type {const} */ ('packed') };
  const engine = await startPytorch(python, variant, { device, script: join(HERE, 'peers/pytorch.py') });
  pytorch[`pytorch ${device}`] = engine;
  notes.push(`pytorch: ${engine.description}`);
}

/** @param {StepProfile[]} profiles */
function summarise(profiles) {
  const of = /** @param {'step' | 'sent' | 'dispatches'} field */ (field) =>
    median(profiles.map((each) => each[field]));
  return { step: of('step'), sent: of('sent'), dispatches: of('dispatches') };
}

/**
 * @typedef {{ hidden: number, batch: number }} Shape
 * @typedef {Shape & { tokensPerSecond: Record<string, number>, profiles: Record<string, ReturnType<typeof summarise>> }} Training
 * @typedef {Record<string, { worst: number, right: boolean }>} Verified
 */

/** @param {Training[]} training @param {Verified} verified */
function report(training, verified) {
  const nvidia = spawnSync('nvidia-smi', ['--query-gpu=name,driver_version', '--format=csv,noheader'], {
    encoding: 'utf8',
  });
  if (nvidia.status === 0) console.log(nvidia.stdout.trim());
  const [peer] = Object.keys(pytorch);
  const to = peer ?? 'simd';
  printTable(
    'Training; a step on webgpu and its JavaScript; the largest relative difference of a loss from the float64 references',
    ['hidden, batch', 'where', 'tokens/s', `to ${to}`, 'ms a step', 'ms of JavaScript', 'dispatches', 'difference'],
    training.flatMap(({ hidden, batch, tokensPerSecond: speeds, profiles }) =>
      Object.keys(speeds).map((name) => [
        `${hidden}, ${batch}`,
        name,
        rounded(speeds[name]),
        ratio(speeds[name], speeds[to]),
        rounded(profiles[name]?.step, 2),
        rounded(profiles[name]?.sent, 2),
        rounded(profiles[name]?.dispatches),
        verified[name]?.worst.toExponential(1) ?? '–',
      ]),
    ),
  );
}
