import { implementWebgpu } from '../webgpu/implement.ts';
import { f32, newTensor, runProgram } from '../webgpu/program.ts';
import { ConsistentScores, TypeShares } from './op.ts';

export function registerConsistencyWebgpu(): void {
  implementWebgpu(TypeShares, ({ inputs: { x, rows, types }, attrs: { typeCount }, backend }) => {
    const p = newTensor(backend, [rows.shape[0]!, typeCount]);
    runProgram(backend, {
      name: 'TypeShares',
      constants: { TYPES: typeCount },
      inputs: { x, rows, types },
      outputs: { p },
      shape: { invocations: rows.shape[0]! },
      main: SHARES,
    });
    return [p];
  });

  implementWebgpu(ConsistentScores, ({ inputs, attrs: { weight }, backend }) => {
    const [tokens = 0, tags = 0] = inputs.x.shape;
    const y = newTensor(backend, inputs.x.shape);
    runProgram(backend, {
      name: 'ConsistentScores',
      constants: { TYPES: inputs.p.shape[1]! },
      uniforms: { weight: f32(weight) },
      inputs,
      outputs: { y },
      shape: { invocations: tokens * tags },
      main: SCORES,
    });
    return [y];
  });
}

/** One invocation sums the tags of one token by type. */
const SHARES = /* wgsl */ `
  let tags = uniforms.xShape.y;
  let first = rows[index] * tags;
  let out = index * TYPES;
  var most = x[first];
  for (var k = 1; k < tags; k++) { most = max(most, x[first + k]); }
  for (var i = 0; i < TYPES; i++) { p[out + i] = 0.0; }
  var total = 0.0;
  for (var k = 0; k < tags; k++) {
    let power = exp(x[first + k] - most);
    p[out + types[k]] += power;
    total += power;
  }
  for (var i = 0; i < TYPES; i++) { p[out + i] = p[out + i] / total; }
`;

/** One invocation computes one element: the links of a token are ten at most. */
const SCORES = /* wgsl */ `
  let tags = uniforms.xShape.y;
  let row = index / tags;
  var score = x[index];
  if (offsets[row] < offsets[row + 1]) {
    let m = items[offsets[row]];
    var doubt = 1.0;
    for (var i = 0; i < TYPES; i++) { doubt -= p[m * TYPES + i] * p[m * TYPES + i]; }
    var sum = 0.0;
    for (var e = linkOffsets[m]; e < linkOffsets[m + 1]; e++) {
      sum += p[linkTargets[e] * TYPES + types[index % tags]];
    }
    score += uniforms.weight * doubt * sum / f32(linkOffsets[m + 1] - linkOffsets[m]);
  }
  y[index] = score;
`;
