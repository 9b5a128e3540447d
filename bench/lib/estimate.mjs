// What the programs of a step take on a GPU at least, on paper: the largest of what its limits allow.

/** @import { Program, StepPrograms } from '../engine/protocol.ts' */

/**
 * A GPU, by its data sheet. `cache`: what one core reads from the second-level cache, 64 bytes a cycle.
 *
 * @typedef {object} Gpu
 * @property {string} name
 * @property {number} bytes of memory a second
 * @property {number} flops a second, in float32
 * @property {number} cores streaming multiprocessors, compute units or the like
 * @property {number} cache bytes a second for one core
 * @property {number} clock cycles a second
 * @property {number} dispatch seconds between dependent dispatches
 */

/** @type {readonly Gpu[]} */
export const GPUS = [
  { name: 'integrated', bytes: 50e9, flops: 400e9, cores: 8, cache: 70e9, clock: 1.1e9, dispatch: 5e-6 },
  { name: 'laptop card', bytes: 250e9, flops: 8e12, cores: 24, cache: 100e9, clock: 1.6e9, dispatch: 3e-6 },
  { name: 'H100', bytes: 3300e9, flops: 60e12, cores: 132, cache: 110e9, clock: 1.7e9, dispatch: 3e-6 },
];

/** Invocations that a core runs at once. */
const RESIDENT = 1024;

/** Cycles of an exponential with its sum, and of an item's barriers. */
const EXPONENTIAL = 40;
const BARRIERS = 300;

/** @typedef {{ flops: number, bytes: number, cached: number, cycles: number }} Cost */

/**
 * Arithmetic; bytes of memory, each tensor once; bytes that one workgroup reads from the cache, and cycles, one after another.
 *
 * @param {Program} program @param {Pick<StepPrograms, 'longest'>} step @returns {Cost}
 */
export function costOf({ name, shapes, uniforms }, { longest }) {
  const sizes = shapes.map((shape) => shape.reduce((product, size) => product * size, 1));
  const [first = 0] = sizes;
  const output = sizes.at(-1) ?? 0;
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const bytes = 4 * all;
  const plain = { flops: 2 * all, bytes, cached: 0, cycles: 0 };
  if (name === 'MatMul') return { ...plain, flops: 2 * output * (uniforms[2] ?? 0) }; // the inner dimension
  if (name === 'ProductGradients') {
    const [rows = 0, inputs = 0, outputs = 0] = uniforms;
    return { ...plain, flops: 4 * rows * inputs * outputs };
  }
  if (/^Recurrent(Grad)?\./.test(name)) {
    const weights = shapes.find((shape) => shape.length === 3)?.reduce((product, size) => product * size, 1) ?? 0; // [2, H, GH]
    const rows = shapes[0]?.[0] ?? 0;
    return { flops: 2 * rows * weights, bytes, cached: longest * 2 * weights, cycles: longest * BARRIERS }; // half of them, in floats
  }
  if (name === 'CrfLoss') {
    const tags = shapes[1]?.[0] ?? 0;
    return { ...plain, flops: 20 * first * tags, cycles: 2 * longest * (tags * EXPONENTIAL + BARRIERS) };
  }
  // Of a table, only the rows that are looked up are read or changed.
  if (name.startsWith('LookupRows')) return { ...plain, flops: output, bytes: 8 * output };
  const [, gradients] = /^OptimizerUpdate\.\w+\.(\d+|rows)$/.exec(name) ?? [];
  if (gradients !== undefined) {
    const elements = sizes.slice(0, gradients === 'rows' ? 1 : Number(gradients)).reduce((sum, size) => sum + size, 0);
    return { ...plain, flops: 20 * elements, bytes: 28 * elements }; // Adam; of the state, only their part
  }
  return plain;
}

/**
 * @param {Program} program @param {Cost} cost @param {Gpu} gpu
 * @returns {{ seconds: number, limit: 'dispatch' | 'memory' | 'arithmetic' | 'cache' | 'latency' }}
 */
export function estimate({ workgroups, lanes }, { flops, bytes, cached, cycles }, gpu) {
  const perCore = Math.max(1, Math.floor(RESIDENT / lanes));
  const busy = Math.min(1, workgroups / gpu.cores);
  const rounds = Math.ceil(workgroups / (gpu.cores * perCore));
  const onCore = Math.min(perCore, Math.ceil(workgroups / gpu.cores)); // workgroups that share the cache of a core
  const limits = /** @type {const} */ ({
    dispatch: gpu.dispatch,
    memory: bytes / gpu.bytes,
    arithmetic: flops / (gpu.flops * busy),
    cache: (rounds * onCore * cached) / gpu.cache,
    latency: (rounds * cycles) / gpu.clock,
  });
  const [[limit, seconds]] = /** @type {[[keyof typeof limits, number]]} */ (
    Object.entries(limits).toSorted(([, a], [, b]) => b - a)
  );
  return { limit, seconds: seconds + (limit === 'dispatch' ? 0 : gpu.dispatch) };
}
