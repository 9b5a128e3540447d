// PyTorch, for comparison: starts it, and finds its fastest settings on this machine.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { canRun } from '../../scripts/python.mjs';
import { startProcess } from './engines.mjs';
import { interleave, tokensPerSecond } from './measure.mjs';
import { ROOT } from './paths.mjs';

/** @import { LstmLayout, PytorchRequests, Workload } from '../engine/protocol.ts' */
/** @import { Engine } from './engines.mjs' */

/**
 * Settings of PyTorch.
 *
 * @typedef {object} Variant
 * @property {number} threads of PyTorch's own operations
 * @property {number} blasThreads
 * @property {string} blas the build of OpenBLAS: pthread, openmp, or that of the system
 * @property {string} [coreType] the processor for which OpenBLAS selects its kernels, if overridden
 * @property {LstmLayout} lstm
 */

/** Workload of the calibration. */
/** @type {Omit<Workload, 'train'>} */
const WORKLOAD = { sentences: 300, batch: 32, hidden: 200, embeddings: null, scheme: 'BIOES' };
const ROUNDS = 3;

/** @typedef {Awaited<ReturnType<typeof startPytorch>>} PytorchEngine */

/** @param {string} python */
export function hasCuda(python) {
  return canRun(python, 'import torch, sys; sys.exit(not torch.cuda.is_available())');
}

/**
 * @param {string} python
 * @param {Variant} variant
 * @param {{ device?: 'cpu' | 'cuda', script?: string }} [options]
 */
export async function startPytorch(
  python,
  variant,
  { device = 'cpu', script = join(ROOT, 'bench/peers/pytorch.py') } = {},
) {
  const { blas, blasThreads, coreType, threads, lstm } = variant;
  const folder = openBlasFolders()[blas];
  /** @type {Engine<PytorchRequests>} */
  const engine = startProcess(python, [script, '--serve'], {
    OPENBLAS_NUM_THREADS: `${blasThreads}`,
    OMP_NUM_THREADS: `${blas === 'openmp' ? blasThreads : threads}`,
    ...(coreType && { OPENBLAS_CORETYPE: coreType }),
    ...(folder && { LD_LIBRARY_PATH: [folder, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':') }),
  });
  const { description } = await engine.ask('open', { device, threads });
  return {
    ...engine,
    description,
    /** @param {Workload} workload */
    prepare: (workload) => engine.ask('prepare', { ...workload, lstm }),
  };
}

/**
 * The fastest settings for training and for tagging, from short runs of every combination: with one thread and with all, with
 * overridden kernels where that is faster; and with any number of threads and the default kernels.
 *
 * @param {string} python
 * @param {string} train a corpus
 */
export async function calibratePytorch(python, train) {
  const all = availableParallelism();
  const builds = Object.keys(openBlasFolders());
  const [blas = 'system'] = builds;
  const lstms = /** @type {const} */ (['padded', 'packed']);
  /** @type {Record<string, { variant: Variant, training: number, tagging: number }>} */
  const figures = {};
  const splits = [[all, all], [1, all], [all, 1]]; // prettier-ignore
  for (const coreType of coreTypes()) {
    await measure(lstms.map((lstm) => ({ threads: 1, blasThreads: 1, blas, coreType, lstm })));
    for (const build of all > 1 ? (builds.length > 0 ? builds : ['system']) : []) {
      const possible = build === 'openmp' ? splits.slice(0, 1) : splits; // PyTorch and BLAS share their threads in this build
      for (const [threads = 1, blasThreads = 1] of possible) {
        await measure(lstms.map((lstm) => ({ threads, blasThreads, blas: build, coreType, lstm })));
      }
    }
  }
  return { figures, training: choose('training'), tagging: choose('tagging') };

  /** @param {Variant[]} variants */
  async function measure(variants) {
    for (const variant of variants) {
      const peer = await startPytorch(python, variant);
      await peer.prepare({ ...WORKLOAD, train });
      await peer.ask('train');
      const samples = await interleave(
        {
          training: () => peer.ask('train'),
          tagging: () => peer.ask('tag'),
        },
        ROUNDS,
      );
      const { training = 0, tagging = 0 } = tokensPerSecond(samples);
      figures[describe(variant)] = { variant, training, tagging };
      await peer.close();
    }
  }

  /** @param {'training' | 'tagging'} task */
  function choose(task) {
    const isOne = /** @param {Variant} variant */ ({ threads, blasThreads }) => threads === 1 && blasThreads === 1;
    return {
      one: best(task, isOne),
      all: best(task, (variant) => all === 1 || !isOne(variant)),
      installed: best(task, ({ coreType }) => coreType === undefined),
    };
  }

  /** @param {'training' | 'tagging'} task @param {(variant: Variant) => boolean} fits */
  function best(task, fits) {
    const fitting = Object.values(figures).filter(({ variant }) => fits(variant));
    return fitting.reduce((a, b) => (b[task] > a[task] ? b : a)).variant;
  }
}

/** @param {Variant} variant */
export function describe({ threads, blasThreads, blas, coreType, lstm }) {
  return `${threads} + ${blasThreads} BLAS, ${blas}${coreType ? ` ${coreType}` : ''}, ${lstm}`;
}

/** Folders of Debian's OpenBLAS builds. @returns {Record<string, string>} */
function openBlasFolders() {
  const root = '/usr/lib';
  const triplets = existsSync(root) ? readdirSync(root).filter((name) => name.endsWith('-linux-gnu')) : [];
  const folders = triplets.flatMap((triplet) =>
    ['pthread', 'openmp'].map((build) => [build, join(root, triplet, `openblas-${build}`)]),
  );
  return Object.fromEntries(folders.filter(([, folder = '']) => existsSync(join(folder, 'libblas.so.3'))));
}

/** OpenBLAS 0.3.21 does not recognise newer processors with AVX-512: the default, and the right kernels. */
function coreTypes() {
  const cpu = existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : '';
  return cpu.includes('avx512f') ? [undefined, 'SkylakeX'] : [undefined];
}
