import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import { util, type TensorInfo } from '@tensorflow/tfjs-core';
import { implementWebgpu } from '../webgpu/implement.ts';
import { f32, newTensor, runProgram } from '../webgpu/program.ts';
import { AdamUpdate, AverageUpdate, SgdUpdate, SumOfSquares } from './op.ts';

const LANES = 256;

/** Enough workgroups to fill a GPU, few enough for one workgroup to add up their sums. */
const MAX_PARTS = 256;

/** What one workgroup sums at least: fewer elements are not worth a second dispatch. */
const MIN_PART = 16 * LANES;

export function registerOptimizerWebgpu(): void {
  implementWebgpu(SumOfSquares, ({ inputs: { x }, backend }) => {
    const parts = Math.min(MAX_PARTS, Math.ceil(util.sizeFromShape(x.shape) / MIN_PART));
    if (parts <= 1) return [sum(backend, x, [], 'squares')];
    const partial = sum(backend, x, [parts], 'squares');
    const total = sum(backend, partial, [], 'values');
    backend.disposeData(partial.dataId);
    return [total];
  });

  implementWebgpu(SgdUpdate, ({ inputs: { parameter, velocity, ...inputs }, attrs, backend }) => {
    const { momentum, learningRate, clipNorm, l2 } = attrs;
    runProgram(backend, {
      name: `SgdUpdate.${inputs.rows === undefined ? 'all' : 'rows'}`,
      uniforms: { momentum: f32(momentum), learningRate: f32(learningRate), clipNorm: f32(clipNorm), l2: f32(l2) },
      outputs: { parameter: flat(parameter), velocity: flat(velocity) },
      ...eachGradient(inputs),
      main: update(inputs.rows, SGD),
    });
    return [];
  });

  implementWebgpu(AdamUpdate, ({ inputs: { parameter, mean, variance, ...inputs }, attrs, backend }) => {
    const { learningRate, clipNorm, l2, beta1, beta2, epsilon, weightDecay, correction1, correction2 } = attrs;
    runProgram(backend, {
      name: `AdamUpdate.${inputs.rows === undefined ? 'all' : 'rows'}`,
      uniforms: {
        learningRate: f32(learningRate),
        clipNorm: f32(clipNorm),
        l2: f32(l2),
        beta1: f32(beta1),
        beta2: f32(beta2),
        // Rounded here: 1 - beta2 in float32 would be off by 3e-5 of itself.
        rest1: f32(1 - beta1),
        rest2: f32(1 - beta2),
        epsilon: f32(epsilon),
        weightDecay: f32(weightDecay),
        correction1: f32(correction1),
        correction2: f32(correction2),
      },
      outputs: { parameter: flat(parameter), mean: flat(mean), variance: flat(variance) },
      ...eachGradient(inputs),
      main: update(inputs.rows, ADAM),
    });
    return [];
  });

  implementWebgpu(AverageUpdate, ({ inputs: { average, now }, attrs: { kept }, backend }) => {
    runProgram(backend, {
      name: 'AverageUpdate',
      uniforms: { kept: f32(kept) },
      inputs: { now: flat(now) },
      outputs: { average: flat(average) },
      shape: { invocations: util.sizeFromShape(now.shape) },
      main: 'average[index] = now[index] + uniforms.kept * (average[index] - now[index]);',
    });
    return [];
  });
}

/** The same storage as one row of numbers: TF.js compiles a program for each combination of ranks. */
const flat = (tensor: TensorInfo): TensorInfo => ({ ...tensor, shape: [util.sizeFromShape(tensor.shape)] });

/**
 * @param shape of the result: [parts] or [], a workgroup for each element
 * @param what to sum: the squares of x, or x
 */
function sum(backend: WebGPUBackend, x: TensorInfo, shape: number[], what: 'squares' | 'values'): TensorInfo {
  const total = newTensor(backend, shape);
  const parts = util.sizeFromShape(shape);
  runProgram(backend, {
    name: `SumOfSquares.${what}`,
    inputs: { x: flat(x) },
    outputs: { total },
    shape: { grid: [parts, 1], lanes: LANES },
    declarations: 'var<workgroup> partial : array<f32, LANES>;',
    main: sumCode(what),
  });
  return total;
}

/** Each invocation sums every so many elements; then the workgroup halves its sums, in a fixed order. Workgroup memory: 1 KiB. */
const sumCode = (what: 'squares' | 'values') => /* wgsl */ `
  let lane = i32(localIndex);
  let part = i32(workgroupId.x);
  var sum = 0.0;
  for (var i = part * LANES + lane; i < uniforms.xShape; i += i32(numWorkgroups.x) * LANES) {
    sum += ${what === 'squares' ? 'x[i] * x[i]' : 'x[i]'};
  }
  partial[lane] = sum;
  workgroupBarrier();
  for (var half = LANES / 2; half > 0; half /= 2) {
    if (lane < half) { partial[lane] += partial[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0) { total[part] = partial[0]; }
`;

interface GradientInputs {
  gradient: TensorInfo;
  squaredNorm: TensorInfo;
  rows?: TensorInfo | undefined;
}

function eachGradient({ gradient, squaredNorm, rows }: GradientInputs) {
  const size = util.sizeFromShape(gradient.shape);
  const D = rows === undefined ? 1 : size / rows.shape[0]!; // of a row
  return {
    constants: { D },
    inputs: { gradient: flat(gradient), squaredNorm, ...(rows === undefined ? {} : { rows }) },
    shape: { invocations: size },
  };
}

/** One invocation updates one element of the parameter and its state. */
const update = (rows: TensorInfo | undefined, rule: string) => /* wgsl */ `
  let at = ${rows === undefined ? 'index' : 'rows[index / D] * D + index % D'};
  let p = parameter[at];
  let norm = sqrt(squaredNorm[0]);
  let clip = select(1.0, min(1.0, uniforms.clipNorm / (norm + 1e-6)), uniforms.clipNorm > 0.0);
  let g = clip * gradient[index] + uniforms.l2 * p;
  ${rule}
`;

const SGD = /* wgsl */ `
  let v = uniforms.momentum * velocity[at] + g;
  velocity[at] = v;
  parameter[at] = p - uniforms.learningRate * v;
`;

const ADAM = /* wgsl */ `
  let m = uniforms.beta1 * mean[at] + uniforms.rest1 * g;
  let v = uniforms.beta2 * variance[at] + uniforms.rest2 * g * g;
  mean[at] = m;
  variance[at] = v;
  let step = m / uniforms.correction1 / (sqrt(v / uniforms.correction2) + uniforms.epsilon);
  parameter[at] = p - uniforms.learningRate * (step + uniforms.weightDecay * p);
`;
