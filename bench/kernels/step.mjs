// The `simd` kernels other than matrix products: microseconds per call at the sizes of one training step of the default model,
// best of several calls, one thread.
//
//   npm run build:wasm && node bench/kernels/step.mjs [--chromium] [--baseline]
import { runKernelBenchmark } from './run.mjs';

/** @import { Task } from '../../src/kernels/simd/generated/kernels.js' */
/** @import { Pointer } from '../../src/lib/pointer.ts' */
/** @import { KernelModule } from './run.mjs' */

/** Batch sizes in the project's letters; `weights` are all but the word rows. */
const SIZES = { B: 32, N: 450, W: 280, U: 300, C: 1700, Vc: 90, E: 100, F: 30, H: 200, K: 17, weights: 540_000 };

/** Runs in Node, or serialised in a page. @param {KernelModule} module @param {typeof SIZES} sizes */
function benchmark({ bindings, wasm, perform, memory }, { B, N, W, U, C, Vc, E, F, H, K, weights }) {
  const { kernels, CRF_SHARDS } = bindings;
  const none = /** @type {Pointer} */ (0);
  let seed = 1;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  /** @param {number} size @param {number} limit */
  const randomIntegers = (size, limit) => Array.from({ length: size }, () => Math.floor(limit * random()));
  /** @param {number} size @param {number} scale */
  const randomFloats = (size, scale) => Array.from({ length: size }, () => scale * (2 * random() - 1));

  let end = 1024;
  const allocate = (/** @type {number} */ size) => {
    const address = /** @type {Pointer} */ (end);
    end += 64 * Math.ceil(size / 16);
    return address;
  };
  const integers = (/** @type {number[]} */ values) => {
    const address = allocate(values.length);
    new Int32Array(memory.buffer, address).set(values);
    return address;
  };
  const floats = (/** @type {number[]} */ values) => {
    const address = allocate(values.length);
    new Float32Array(memory.buffer, address).set(values);
    return address;
  };

  /** The layout of src/data/batches/ragged.ts, lengths evenly between 1 and twice their mean. @param {number} count @param {number} rows */
  const ragged = (count, rows) => {
    const lengths = randomIntegers(count, (2 * rows) / count - 1).map((length) => length + 1);
    lengths.sort((a, b) => b - a);
    const longest = Math.max(...lengths);
    const offsets = [0];
    let total = 0;
    for (let t = 0; t < longest; t++) {
      total += lengths.filter((length) => length > t).length;
      offsets.push(total);
    }
    return { rows: total, longest, lengths: integers(lengths), offsets: integers(offsets) };
  };
  const sentences = ragged(B, N);
  const forms = ragged(U, C);

  /** The look-up of src/data/batches/ragged.ts; few words and word forms are frequent. @param {number} rows */
  const lookup = (rows) => {
    const index = Array.from({ length: sentences.rows }, () => Math.floor(rows * random() ** 2));
    const items = index.map((row, item) => ({ row, item })).toSorted((a, b) => a.row - b.row || a.item - b.item);
    const offsets = Array.from({ length: rows + 1 }, (_, r) => index.filter((row) => row < r).length);
    return { index: integers(index), offsets: integers(offsets), items: integers(items.map(({ item }) => item)) };
  };
  const words = lookup(W);
  const features = lookup(U);

  const scratch = allocate(1 << 20);
  const output = allocate(weights);
  const parameter = floats(randomFloats(weights, 1));
  const gradient = floats(randomFloats(weights, 0.01));
  const mean = floats(randomFloats(weights, 0.001));
  const variance = floats(randomFloats(weights, 0.001).map((x) => x ** 2));
  const squaredNorm = floats([100]);
  const chars = integers(randomIntegers(forms.rows, Vc));
  const tables = floats(randomFloats(3 * Vc * F, 1));
  const argmax = allocate(U * F);

  const tags = randomIntegers(sentences.rows, K);
  const untrained = randomFloats(sentences.rows * K, 3);
  const trained = untrained.map((score, i) => (i % K === tags[Math.floor(i / K)] ? score + 12 : score));
  const scores = { untrained: floats(untrained), trained: floats(trained) };
  const transitions = floats(randomFloats(K * K, 1));
  const constrained = floats(randomFloats(K * K, 1).map((score, i) => (i % 3 === 1 ? score - 1e4 : score)));
  const [start, last] = [floats(randomFloats(K, 1)), floats(randomFloats(K, 1))];
  const gold = integers(tags);
  const [losses, dEmissions] = [allocate(B), allocate(sentences.rows * K)];
  const [dTransitions, dStart, dEnd] = [allocate(K * K), allocate(K), allocate(K)];

  const { rows: n, longest, lengths, offsets } = sentences;
  const dropout = (/** @type {number} */ size) =>
    kernels.dropout({ from: 0, to: n * size, x: parameter, y: output, key: 7, threshold: 2 ** 31, scale: 2 });
  const update = { parameter, gradient, squaredNorm, clipNorm: 5, l2: 0 };
  const moments = { mean, variance, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, correction1: 0.1, correction2: 0.001 };
  /** @param {number} r @param {number} d @param {Pointer} rows */
  const adam = (r, d, rows) =>
    kernels.adamUpdate({ r, d, rows, ...update, ...moments, learningRate: 1e-3, weightDecay: 0 });
  const space = allocate(wasm.crfSpaceFloats({ k: K }));
  /** @param {Pointer} emissions @param {Pointer} steps */
  const crf = (emissions, steps) => {
    const inputs = { emissions, transitions: steps, start, end: last, tags: gold, lengths, stepOffsets: offsets };
    return [
      kernels.crfPrepare({ k: K, transitions: steps, space }),
      kernels.crfLoss({ from: 0, to: CRF_SHARDS, b: B, k: K, longest, ...inputs, losses, dEmissions, space }),
      kernels.crfReduce({ k: K, space, dTransitions, dStart, dEnd }),
    ];
  };
  const count = wasm.squareSums({ n: weights });
  const sums = allocate(2 * count);
  const pool = { f: F, charCount: Vc, chars, lengths: forms.lengths, stepOffsets: forms.offsets, argmax };
  const momentum = { learningRate: 0.015, momentum: 0.9, nesterov: false, velocity: mean };

  /** @type {Record<string, Task[]>} */
  const calls = {
    'word rows': [kernels.lookupRows({ n, d: E, table: parameter, index: words.index, y: output })],
    'word rows, gradient': [
      kernels.lookupRowsGrad({ r: W, d: E, dy: gradient, offsets: words.offsets, items: words.items, dTable: output }),
    ],
    'character features': [kernels.lookupRows({ n, d: F, table: parameter, index: features.index, y: output })],
    'character features, gradient': [
      kernels.lookupRowsGrad({
        r: U,
        d: F,
        dy: gradient,
        offsets: features.offsets,
        items: features.items,
        dTable: output,
      }),
    ],
    'char max pool': [kernels.charMaxPool({ ...pool, from: 0, to: U, tables, y: output })],
    'char max pool, gradient': [
      kernels.charMaxPoolGrad({ ...pool, u: U, from: 0, to: F, dy: gradient, dTables: output }),
    ],
    'dropout of the word input (twice a step)': [dropout(E + F)],
    'dropout of the recurrent output (twice a step)': [dropout(2 * H)],
    CRF: crf(scores.untrained, transitions),
    'CRF, trained, with constraints': crf(scores.trained, constrained),
    'sum of squares': [
      kernels.sumSquares({ n: weights, from: 0, to: count, x: gradient, sums }),
      kernels.addSums({ count, sums, s: output }),
    ],
    'Adam, word rows': [adam(W, E, words.index)],
    'Adam, other weights': [adam(1, weights, none)],
    'SGD, other weights': [kernels.sgdUpdate({ r: 1, d: weights, rows: none, ...update, ...momentum })],
  };
  /** @type {Record<string, number>} */
  const best = {};
  for (let round = 0; round < 200; round++) {
    for (const [label, tasks] of Object.entries(calls)) {
      const begin = performance.now();
      for (const task of tasks) perform(task, scratch);
      best[label] = Math.min(best[label] ?? Infinity, performance.now() - begin);
    }
  }
  return best;
}

for (const [label, milliseconds] of Object.entries(await runKernelBenchmark(benchmark, SIZES))) {
  console.log(`${(1000 * milliseconds).toFixed(0).padStart(6)} µs  ${label}`);
}
