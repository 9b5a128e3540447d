import { util } from '../../tensors/tensors.ts';
import { ACTIVATIONS } from '../webgpu/activations.ts';
import { implementWebgpu } from '../webgpu/implement.ts';
import { f32, newTensor, runProgram } from '../webgpu/program.ts';
import { GatedAdd, GatedAddGrad, LinkSums, LinkWeights, LinkWeightsGrad, Tanh, TanhGrad } from './op.ts';

export function registerLinksWebgpu(): void {
  implementWebgpu(LinkWeights, ({ inputs: { q, k, offsets, targets }, backend }) => {
    const weights = newTensor(backend, targets.shape);
    runProgram(backend, {
      name: 'LinkWeights',
      uniforms: { scale: f32(1 / Math.sqrt(q.shape[1]!)) },
      inputs: { q, k, offsets, targets },
      outputs: { weights },
      shape: { invocations: q.shape[0]! },
      main: WEIGHTS,
    });
    return [weights];
  });

  implementWebgpu(LinkWeightsGrad, ({ inputs: { dy, v, weights, offsets, targets }, attrs: { scale }, backend }) => {
    const dScores = newTensor(backend, targets.shape);
    runProgram(backend, {
      name: 'LinkWeightsGrad',
      uniforms: { scale: f32(scale) },
      inputs: { dy, v, weights, offsets, targets },
      outputs: { dScores },
      shape: { invocations: v.shape[0]! },
      main: WEIGHTS_GRAD,
    });
    return [dScores];
  });

  implementWebgpu(LinkSums, ({ inputs: { weights, x, offsets, entries, targets }, backend }) => {
    const [rows, columns] = [offsets.shape[0]! - 1, x.shape[1]!];
    const y = newTensor(backend, [rows, columns]);
    runProgram(backend, {
      name: 'LinkSums',
      inputs: { weights, x, offsets, entries, targets },
      outputs: { y },
      shape: { invocations: rows * columns },
      main: SUMS,
    });
    return [y];
  });

  implementWebgpu(Tanh, ({ inputs: { x }, backend }) => {
    const y = newTensor(backend, x.shape);
    runProgram(backend, {
      name: 'Tanh',
      inputs: { x },
      outputs: { y },
      shape: { invocations: util.sizeFromShape(x.shape) },
      declarations: ACTIVATIONS,
      main: 'y[index] = tanhOf(x[index]);',
    });
    return [y];
  });

  implementWebgpu(TanhGrad, ({ inputs: { dy, y }, backend }) => {
    const dx = newTensor(backend, y.shape);
    runProgram(backend, {
      name: 'TanhGrad',
      inputs: { dy, y },
      outputs: { dx },
      shape: { invocations: util.sizeFromShape(y.shape) },
      main: 'dx[index] = dy[index] * (1.0 - y[index] * y[index]);',
    });
    return [dx];
  });

  implementWebgpu(GatedAdd, ({ inputs: { h, a, c, offsets, items }, backend }) => {
    const y = newTensor(backend, h.shape);
    runProgram(backend, {
      name: 'GatedAdd',
      inputs: { h, a, c, offsets, items },
      outputs: { y },
      shape: { invocations: util.sizeFromShape(h.shape) },
      declarations: ACTIVATIONS,
      main: GATED_ADD,
    });
    return [y];
  });

  implementWebgpu(GatedAddGrad, ({ inputs: { dy, a, c, rows }, backend }) => {
    const [da, dc] = [newTensor(backend, a.shape), newTensor(backend, a.shape)];
    runProgram(backend, {
      name: 'GatedAddGrad',
      inputs: { dy, a, c, rows },
      outputs: { da, dc },
      shape: { invocations: util.sizeFromShape(a.shape) },
      declarations: ACTIVATIONS,
      main: GATED_ADD_GRAD,
    });
    return [da, dc];
  });
}

/** One invocation scores the links of one token, at most ten or the words of its sentence, and normalizes the scores. */
const WEIGHTS = /* wgsl */ `
  let columns = uniforms.qShape.y;
  var most = -3.0e38;
  for (var e = offsets[index]; e < offsets[index + 1]; e++) {
    var score = 0.0;
    for (var c = 0; c < columns; c++) {
      score += q[index * columns + c] * k[targets[e] * columns + c];
    }
    weights[e] = score * uniforms.scale;
    most = max(most, weights[e]);
  }
  var total = 0.0;
  for (var e = offsets[index]; e < offsets[index + 1]; e++) {
    weights[e] = exp(weights[e] - most);
    total += weights[e];
  }
  for (var e = offsets[index]; e < offsets[index + 1]; e++) {
    weights[e] = weights[e] / total;
  }
`;

/** One invocation computes the gradients of one token's links, in two passes. */
const WEIGHTS_GRAD = /* wgsl */ `
  let columns = uniforms.vShape.y;
  var mean = 0.0;
  for (var e = offsets[index]; e < offsets[index + 1]; e++) {
    var gradient = 0.0;
    for (var c = 0; c < columns; c++) {
      gradient += dy[index * columns + c] * v[targets[e] * columns + c];
    }
    dScores[e] = gradient;
    mean += weights[e] * gradient;
  }
  for (var e = offsets[index]; e < offsets[index + 1]; e++) {
    dScores[e] = uniforms.scale * weights[e] * (dScores[e] - mean);
  }
`;

/** One invocation sums one element, in the order of the links. */
const SUMS = /* wgsl */ `
  let columns = uniforms.xShape.y;
  let row = index / columns;
  var sum = 0.0;
  for (var i = offsets[row]; i < offsets[row + 1]; i++) {
    sum += weights[entries[i]] * x[targets[i] * columns + index % columns];
  }
  y[index] = sum;
`;

const GATED_ADD = /* wgsl */ `
  let columns = uniforms.hShape.y;
  let row = index / columns;
  var sum = h[index];
  if (offsets[row] < offsets[row + 1]) {
    let at = items[offsets[row]] * columns + index % columns;
    sum += sigmoid(a[at]) * c[at];
  }
  y[index] = sum;
`;

const GATED_ADD_GRAD = /* wgsl */ `
  let columns = uniforms.aShape.y;
  let gradient = dy[rows[index / columns] * columns + index % columns];
  let open = sigmoid(a[index]);
  dc[index] = gradient * open;
  da[index] = gradient * open * (1.0 - open) * c[index];
`;
