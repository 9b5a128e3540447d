import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import { util, type TensorInfo } from '../../tensors/tensors.ts';
import { implementWebgpu } from '../webgpu/implement.ts';
import { severalOf } from '../shared/kernel.ts';
import { lanesOr } from '../webgpu/lanes.ts';
import { f32, flat, i32, newTensor, runProgram, type Uniform } from '../webgpu/program.ts';
import { AverageUpdate, OptimizerUpdate, SumOfSquares } from './op.ts';
import { ruleOf, type UpdateAttrs } from './rules.ts';

const LANES = 256;

/** Enough workgroups to fill a GPU, and few enough for one workgroup to add up their sums. */
const MAX_PARTS = 256;

/** Minimum number of elements per workgroup: fewer are not worth a second dispatch. */
const MIN_PART = 16 * LANES;

/** Storage buffers that a shader may bind: the limit that WebGPU guarantees. */
const MAX_BUFFERS = 8;

export function registerOptimizerWebgpu(): void {
  implementWebgpu(SumOfSquares, ({ inputs, backend }) => {
    const groups = groupsOf(severalOf('x', inputs), MAX_BUFFERS - 1); // one buffer is for the sums
    const parts = groups.map((xs) => Math.min(MAX_PARTS, Math.max(1, Math.ceil(sizeOf(xs) / MIN_PART))));
    const all = parts.reduce((sum, count) => sum + count, 0);
    const sums = newTensor(backend, all === 1 ? [] : [all]);
    groups.forEach((xs, i) => {
      sum(backend, xs, sums, { start: parts.slice(0, i).reduce((a, b) => a + b, 0), count: parts[i]! }, 'squares');
    });
    if (all === 1) return [sums];
    const total = newTensor(backend, []);
    sum(backend, [sums], total, { start: 0, count: 1 }, 'values');
    backend.disposeData(sums.dataId);
    return [total];
  });

  implementWebgpu(OptimizerUpdate, ({ inputs, attrs, backend }) => {
    update(backend, inputs, attrs);
    return [];
  });

  implementWebgpu(AverageUpdate, ({ inputs, attrs: { kept }, backend }) => {
    const [averages, nows] = [severalOf('average', inputs), severalOf('now', inputs)];
    for (const group of groupsOf([...nows.keys()], MAX_BUFFERS / 2)) {
      const now = group.map((i) => nows[i]!);
      const average = group.map((i) => averages[i]!);
      runProgram(backend, {
        name: `AverageUpdate.${group.length}`,
        uniforms: { kept: f32(kept) },
        inputs: named('now', now),
        outputs: named('average', average),
        shape: { invocations: sizeOf(now) },
        main: averageCode(group.length),
      });
    }
    return [];
  });
}

const sizeOf = (tensors: readonly TensorInfo[]) =>
  tensors.reduce((sum, { shape }) => sum + util.sizeFromShape(shape), 0);

const named = (name: string, tensors: readonly TensorInfo[]): Record<string, TensorInfo> =>
  Object.fromEntries(tensors.map((tensor, i) => [`${name}${i}`, flat(tensor)]));

function groupsOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(size * i, size * (i + 1)));
}

/**
 * WGSL that runs code for one element of several inputs. `at` is an index into the concatenated inputs; the code sees it as the
 * index into the input that contains the element.
 *
 * @param name of the inputs, without their number
 * @param code for input i
 */
function ofInput(count: number, name: string, code: (i: number) => string): string {
  const last = count - 1;
  const others = Array.from({ length: last }, (_, i) => {
    const size = `uniforms.${name}${i}Shape`;
    return `if (at < ${size}) { ${code(i)} } else { at -= ${size};`;
  });
  return [...others, code(last), '}'.repeat(last)].join(' ');
}

const averageCode = (count: number) => /* wgsl */ `
  var at = index;
  ${ofInput(count, 'now', (i) => `average${i}[at] = now${i}[at] + uniforms.kept * (average${i}[at] - now${i}[at]);`)}
`;

/**
 * Computes `count` sums, starting at `sums[start]`, with one workgroup each.
 *
 * @param what to sum: the squares of the elements, or the elements
 */
function sum(
  backend: WebGPUBackend,
  xs: readonly TensorInfo[],
  sums: TensorInfo,
  { start, count }: { start: number; count: number },
  what: 'squares' | 'values',
): void {
  runProgram(backend, {
    name: `SumOfSquares.${what}.${xs.length}`,
    uniforms: { start: i32(start) },
    inputs: named('x', xs),
    outputs: { sums: flat(sums) },
    shape: { grid: [count, 1], lanes: lanesOr(LANES) },
    declarations: 'var<workgroup> partial : array<f32, LANES>;',
    main: sumCode(xs.length, what),
  });
}

/**
 * Each invocation sums elements at a fixed stride; the workgroup then adds these sums in pairs, in a fixed order. Workgroup memory:
 * 1 KiB.
 */
const sumCode = (count: number, what: 'squares' | 'values') => /* wgsl */ `
  let lane = i32(localIndex);
  let part = i32(workgroupId.x);
  var sum = 0.0;
  ${Array.from(
    { length: count },
    (_, x) => /* wgsl */ `
  for (var i = part * LANES + lane; i < uniforms.x${x}Shape; i += i32(numWorkgroups.x) * LANES) {
    sum += ${what === 'squares' ? `x${x}[i] * x${x}[i]` : `x${x}[i]`};
  }`,
  ).join('')}
  partial[lane] = sum;
  workgroupBarrier();
  for (var half = LANES / 2; half > 0; half /= 2) {
    if (lane < half) { partial[lane] += partial[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0) { sums[uniforms.start + part] = partial[0]; }
`;

interface UpdateTensors extends Partial<Record<`${'parameter' | 'gradient'}${number}`, TensorInfo>> {
  state: TensorInfo;
  squaredNorm: TensorInfo;
  rows?: TensorInfo | undefined;
}

/** Updates as many parameters per dispatch as can be bound: each with its gradient, plus the state and the norm. */
function update(
  backend: WebGPUBackend,
  { state, squaredNorm, rows, ...inputs }: UpdateTensors,
  attrs: UpdateAttrs,
): void {
  const rule = ruleOf(attrs);
  const uniforms = () => {
    const { learningRate, clipNorm, l2 } = attrs;
    const all: Record<string, Uniform> = { learningRate: f32(learningRate), clipNorm: f32(clipNorm), l2: f32(l2) };
    const own = rule.uniforms(attrs);
    for (const name in own) all[name] = f32(own[name]!);
    return all;
  };
  const parameters = severalOf('parameter', inputs);
  const gradients = severalOf('gradient', inputs);
  let offset = 0;
  for (const group of groupsOf([...parameters.keys()], (MAX_BUFFERS - 2) / 2)) {
    const ofGroup = (tensors: readonly TensorInfo[]) => group.map((i) => tensors[i]!);
    const size = sizeOf(ofGroup(gradients));
    const place = { offset: i32(offset), elements: i32(sizeOf(parameters)) };
    runProgram(backend, {
      name: `OptimizerUpdate.${attrs.rule}.${rows === undefined ? group.length : 'rows'}`,
      constants: { D: rows === undefined ? 1 : size / rows.shape[0]! }, // size of a row
      uniforms: () => Object.assign(uniforms(), place),
      inputs: { ...named('gradient', ofGroup(gradients)), squaredNorm, ...(rows === undefined ? {} : { rows }) },
      outputs: { ...named('parameter', ofGroup(parameters)), state: flat(state) },
      shape: { invocations: size },
      main: updateCode(group.length, rows !== undefined, rule),
    });
    offset += size;
  }
}

/** One invocation updates one element of a parameter and its state. */
function updateCode(count: number, hasRows: boolean, { state, wgsl }: ReturnType<typeof ruleOf>): string {
  const stateAt = (slot: number) => `state[${slot} * uniforms.elements + s]`;
  return /* wgsl */ `
  let place = ${hasRows ? 'rows[index / D] * D + index % D' : 'index'};
  ${hasRows ? 'if (rows[index / D] < 0) { return; }' : ''}
  var p : f32;
  var g : f32;
  var at = index;
  ${ofInput(count, 'gradient', (i) => `p = parameter${i}[${hasRows ? 'place' : 'at'}]; g = gradient${i}[at];`)}
  let norm = sqrt(squaredNorm[0]);
  let clip = select(1.0, min(1.0, uniforms.clipNorm / (norm + 1e-6)), uniforms.clipNorm > 0.0);
  g = clip * g + uniforms.l2 * p;
  let s = uniforms.offset + place;
  ${state.map((name, slot) => `var ${name} = ${stateAt(slot)};`).join('\n  ')}
  ${wgsl}
  ${state.map((name, slot) => `${stateAt(slot)} = ${name};`).join('\n  ')}
  at = index;
  ${ofInput(count, 'gradient', (i) => `parameter${i}[${hasRows ? 'place' : 'at'}] = p;`)}
`;
}
