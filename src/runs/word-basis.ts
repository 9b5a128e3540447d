import { eigenOfSymmetric } from '../lib/eigen.ts';
import { WORD_STEP } from '../model/word-steps.ts';

/** A linear map of word vectors to fewer dimensions: [E] to [R]. */
export interface WordBasis {
  dimensions: number;
  project(vector: ArrayLike<number>): Float32Array<ArrayBuffer>;
}

/** Rounding step relative to the root mean square of the coordinates, over all E. Rounding then loses about 1% of the signal. */
const STEP_OF_RMS = 0.4;

/**
 * The basis in which word vectors lose least when they are truncated to R dimensions and rounded to multiples of one step. The loss is
 * measured on the output of the network's first layer, W x, rather than on the vector x: an error d costs |W d|². With W = Q √g Vᵀ, this
 * cost is the squared Euclidean norm in the coordinates √g Vᵀ x, and their principal components are the basis. (Transform coding: one step
 * for all components is optimal, Goyal 2001; principal components for a given cost: reduced-rank regression, Izenman 1975.)
 *
 * @param words [V, E]
 * @param importance [V] weight of each word
 * @param wx [E, C] weights of the first layer for word vectors
 */
export function wordBasis(
  words: Float32Array,
  importance: ArrayLike<number>,
  wx: Float32Array,
  E: number,
  dimensions: number,
): WordBasis {
  const R = Math.min(dimensions, E);
  const metric = eigenOfSymmetric(gram(wx, E), E);
  const covariance = weightedCovariance(words, importance, E);
  // L = √g Vᵀ: rows of eigenvectors, scaled. The covariance of L x is L C Lᵀ.
  const L = metric.vectors.slice();
  for (let i = 0; i < E; i++) {
    const root = Math.sqrt(Math.max(metric.values[i]!, 0));
    for (let j = 0; j < E; j++) L[i * E + j]! *= root;
  }
  const components = eigenOfSymmetric(sandwich(L, covariance, E), E);
  const variance = components.values.reduce((sum, value) => sum + Math.max(value, 0), 0) / E;
  const scale = variance > 0 ? WORD_STEP / (STEP_OF_RMS * Math.sqrt(variance)) : 1;
  const map = new Float64Array(R * E); // [R, E]
  for (let r = 0; r < R; r++) {
    for (let k = 0; k < E; k++) {
      const weight = scale * components.vectors[r * E + k]!;
      for (let j = 0; j < E; j++) map[r * E + j]! += weight * L[k * E + j]!;
    }
  }
  return {
    dimensions: R,
    project: (vector) => {
      const out = new Float32Array(R);
      for (let r = 0; r < R; r++) {
        let sum = 0;
        for (let j = 0; j < E; j++) sum += map[r * E + j]! * vector[j]!;
        out[r] = sum;
      }
      return out;
    },
  };
}

/** `wx · wxᵀ`: [E, E] */
function gram(wx: Float32Array, E: number): Float64Array {
  const C = wx.length / E;
  const out = new Float64Array(E * E);
  for (let i = 0; i < E; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let c = 0; c < C; c++) sum += wx[i * C + c]! * wx[j * C + c]!;
      out[i * E + j] = out[j * E + i] = sum;
    }
  }
  return out;
}

/** Mean of x xᵀ: [E, E] */
function weightedCovariance(words: Float32Array, importance: ArrayLike<number>, E: number): Float64Array {
  const out = new Float64Array(E * E);
  let total = 0;
  for (let v = 0; v < importance.length; v++) {
    const weight = importance[v]!;
    total += weight;
    for (let i = 0; i < E; i++) {
      const x = weight * words[v * E + i]!;
      for (let j = 0; j <= i; j++) out[i * E + j]! += x * words[v * E + j]!;
    }
  }
  for (let i = 0; i < E; i++) {
    for (let j = 0; j <= i; j++) out[i * E + j] = out[j * E + i] = out[i * E + j]! / (total || 1);
  }
  return out;
}

/** `L · C · Lᵀ` with C symmetric: [E, E] */
function sandwich(L: Float64Array, C: Float64Array, E: number): Float64Array {
  const half = product(L, C, E); // L C
  const out = new Float64Array(E * E);
  for (let i = 0; i < E; i++) {
    for (let j = 0; j < E; j++) {
      let sum = 0;
      for (let k = 0; k < E; k++) sum += half[i * E + k]! * L[j * E + k]!;
      out[i * E + j] = sum;
    }
  }
  return out;
}

function product(a: Float64Array, b: Float64Array, E: number): Float64Array {
  const out = new Float64Array(E * E);
  for (let i = 0; i < E; i++) {
    for (let k = 0; k < E; k++) {
      const x = a[i * E + k]!;
      for (let j = 0; j < E; j++) out[i * E + j]! += x * b[k * E + j]!;
    }
  }
  return out;
}
