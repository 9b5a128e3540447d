import { implementWebgpu } from '../webgpu/implement.ts';
import { lanesOr } from '../webgpu/lanes.ts';
import { i32, newTensor, runProgram } from '../webgpu/program.ts';
import { CharMaxPool, CharMaxPoolGrad } from './op.ts';

const LANES = 64;

export function registerCharPoolWebgpu(): void {
  implementWebgpu(CharMaxPool, ({ inputs: { tables, chars, lengths, stepOffsets }, backend }) => {
    const [forms, features] = [lengths.shape[0]!, tables.shape[1]! / 3]; // U, F
    const y = newTensor(backend, [forms, features]);
    const argmax = newTensor(backend, [forms, features], 'int32');
    runProgram(backend, {
      name: 'CharMaxPool',
      constants: { F: features },
      inputs: { tables, chars, lengths, stepOffsets },
      outputs: { y, argmax },
      shape: { invocations: forms * features },
      main: MAX_POOL,
    });
    return [y, argmax];
  });

  implementWebgpu(CharMaxPoolGrad, ({ inputs, attrs: { charCount }, backend }) => {
    const { dy, argmax, chars, lengths, stepOffsets } = inputs;
    const features = dy.shape[1]!; // F
    const lanes = lanesOr(LANES);
    const dTables = newTensor(backend, [charCount, 3 * features]);
    runProgram(backend, {
      name: 'CharMaxPoolGrad',
      constants: { F: features },
      uniforms: { charCount: i32(charCount) },
      inputs: { dy, argmax, chars, lengths, stepOffsets },
      outputs: { dTables },
      shape: { grid: [3 * features, Math.ceil(charCount / lanes)], lanes },
      declarations: MAX_POOL_GRAD_MEMORY,
      main: MAX_POOL_GRAD,
    });
    return [dTables];
  });
}

/** One invocation computes one feature of one form. */
const MAX_POOL = /* wgsl */ `
  let u = index / F;
  let f = index % F;
  let length = lengths[u];
  var previous = -1;
  var current = chars[u];
  var best = 0.0;
  var bestAt = 0;
  for (var p = 0; p < length; p++) {
    var z = tables[(current * 3 + 1) * F + f];
    if (previous >= 0) {
      z += tables[previous * 3 * F + f];
    }
    previous = current;
    if (p + 1 < length) {
      current = chars[stepOffsets[p + 1] + u];
      z += tables[(current * 3 + 2) * F + f];
    }
    // Strictly greater: on a tie, the first position is kept.
    if (p == 0 || z > best) {
      best = z;
      bestAt = p;
    }
  }
  y[index] = best;
  argmax[index] = bestAt;
`;

const MAX_POOL_GRAD_MEMORY = /* wgsl */ `
  var<workgroup> character : array<i32, LANES>;
  var<workgroup> gradient : array<f32, LANES>;
`;

/**
 * A workgroup computes one column of the gradient for 64 characters of the alphabet, one for each invocation. It reads the forms
 * 64 at a time: the invocations look up which character each form has at the column's position of its window, then each sums the
 * gradients of its own character, in the order of the forms. Workgroup memory: 512 bytes. Outside the form, and beyond the last
 * form, the character is -1, which no invocation sums.
 */
const MAX_POOL_GRAD = /* wgsl */ `
  let column = i32(workgroupId.x);
  let f = column % F;
  let shift = column / F - 1; // -1: the previous character's table
  let lane = i32(localIndex);
  let own = i32(workgroupId.y) * LANES + lane;
  let forms = uniforms.lengthsShape;
  var sum = 0.0;
  for (var first = 0; first < forms; first += LANES) {
    let u = first + lane;
    character[lane] = -1;
    if (u < forms) {
      let p = argmax[u * F + f] + shift;
      if (p >= 0 && p < lengths[u]) {
        character[lane] = chars[stepOffsets[p] + u];
        gradient[lane] = dy[u * F + f];
      }
    }
    workgroupBarrier();
    for (var i = 0; i < LANES; i++) {
      sum += select(0.0, gradient[i], character[i] == own);
    }
    workgroupBarrier();
  }
  if (own < uniforms.charCount) {
    dTables[own * 3 * F + column] = sum;
  }
`;
