import type { WebGPUBackend, WebGPUProgram } from '../../tensors/webgpu.ts';
import { util, type TensorInfo } from '../../tensors/tensors.ts';
import { lanesOr } from './lanes.ts';
import type { ChangingProgram } from './recorder.ts';

/** A number that may differ between calls, available in WGSL as `uniforms.<name>`. */
export interface Uniform {
  type: 'f32' | 'i32' | 'u32';
  value: number;
}

const UNIFORM_TYPES = { f32: 'float32', i32: 'int32', u32: 'uint32' } as const;

/** One WGSL program and its arguments. Names of inputs, outputs, constants and uniforms are the names in WGSL. */
export interface ProgramCall {
  /** Cache key of the WGSL: programs with the same name must have the same code, except for constants. */
  name: string;
  /** Integers baked into the code as `const`; a new value compiles a new pipeline, so use it for sizes of the model, or for what has few values. */
  constants?: Record<string, number>;
  /** A function, if they come from attributes that change between repetitions of a recorded call (`Repetition`). */
  uniforms?: Record<string, Uniform> | (() => Record<string, Uniform>);
  /** `array<f32>` or `array<i32>`, read-only; shapes are `uniforms.<name>Shape`. */
  inputs: Record<string, TensorInfo>;
  /**
   * Like `inputs`, but writable. A new tensor (`newTensor`) is uninitialised and must be written completely; others are
   * updated in place. Inputs and outputs together are at most 8: the limit of storage buffers that WebGPU guarantees.
   */
  outputs: Record<string, TensorInfo>;
  shape: FlatShape | GridShape;
  /** Declarations before the entry point. */
  declarations?: string;
  /** Body of the entry point; see `shape` for its variables. */
  main: string;
}

/** One invocation for each `index` in [0, invocations). */
interface FlatShape {
  invocations: number;
}

/** `grid` workgroups of `lanes` invocations each: in WGSL `workgroupId.xy` and `localIndex`, or the constant `LANES`. */
interface GridShape {
  grid: readonly [x: number, y: number];
  /** At most 256, the limit that WebGPU guarantees. */
  lanes: number;
}

const FLAT_LANES = 64;

/**
 * Runs a program in one dispatch, for any number of outputs.
 *
 * TF.js supports one output per program. The others are passed as inputs, which TF.js declares `read`; each output is declared a
 * second time here, as `read_write` under its own name, at the same binding. That is valid WGSL as long as the entry point uses
 * only one of the two declarations, and the bind group layout follows the one in use.
 */
export function runProgram(backend: WebGPUBackend, call: ProgramCall): void {
  const [[, first] = [], ...others] = Object.entries(call.outputs);
  if (first === undefined) return;
  const tensors = [...Object.values(call.inputs), ...others.map(([, tensor]) => tensor)];
  const uniforms = Object.values(uniformsOf(call)).map(({ type, value }) => ({
    type: UNIFORM_TYPES[type],
    data: [value],
  }));
  const program: WebGPUProgram & ChangingProgram = programOf(call, first);
  if (typeof call.uniforms === 'function') program.valuesNow = () => valuesOf(call);
  backend.runWebGPUProgram(program, tensors, first.dtype, uniforms, first);
}

/** Creates an uninitialised tensor for an output. */
export function newTensor(backend: WebGPUBackend, shape: number[], dtype: 'float32' | 'int32' = 'float32'): TensorInfo {
  return backend.makeTensorInfo(shape, dtype);
}

/** The same storage as a vector: TF.js compiles a program for each combination of ranks. */
export function flat(tensor: TensorInfo): TensorInfo {
  return { ...tensor, shape: [util.sizeFromShape(tensor.shape)] };
}

export const f32 = (value: number): Uniform => ({ type: 'f32', value });
export const i32 = (value: number): Uniform => ({ type: 'i32', value });
export const u32 = (value: number): Uniform => ({ type: 'u32', value });

function uniformsOf({ shape, uniforms = {} }: ProgramCall): Record<string, Uniform> {
  const own = typeof uniforms === 'function' ? uniforms() : uniforms;
  return 'invocations' in shape ? { invocations: i32(shape.invocations), ...own } : own;
}

/** Of the uniforms, in order. */
function valuesOf(call: ProgramCall): number[] {
  const values: number[] = [];
  for (const { value } of Object.values(uniformsOf(call))) values.push(value);
  return values;
}

function programOf(call: ProgramCall, firstOutput: TensorInfo): WebGPUProgram {
  const { name, constants = {}, shape } = call;
  const isFlat = 'invocations' in shape;
  const lanes = isFlat ? lanesOr(FLAT_LANES) : shape.lanes;
  return {
    shaderKey: `Tagsmith/${name} ${JSON.stringify(constants)}`,
    variableNames: [...Object.keys(call.inputs), ...Object.keys(call.outputs).slice(1).map(readOnlyName)],
    uniforms: Object.entries(uniformsOf(call))
      .map(([key, { type }]) => `${key} : ${type},`)
      .join(' '),
    outputShape: firstOutput.shape,
    workgroupSize: [lanes, 1, 1],
    // With a layout in x alone, TF.js calls `main(index)`, and folds dispatches of more workgroups than fit in one dimension.
    dispatchLayout: isFlat ? { x: [0] } : { x: [0], y: [1] },
    dispatch: isFlat ? [Math.ceil(shape.invocations / lanes), 1, 1] : [...shape.grid, 1],
    getUserCode: () => codeOf(call, lanes),
  };
}

const readOnlyName = (output: string) => `${output}AsInput`;

function codeOf(
  { constants = {}, inputs, outputs, shape, declarations = '', main }: ProgramCall,
  lanes: number,
): string {
  const inputCount = Object.keys(inputs).length;
  const lines = Object.entries({ ...constants, LANES: lanes }).map(([key, value]) => `const ${key} : i32 = ${value};`);
  Object.entries(outputs).forEach(([key, { dtype }], i) => {
    const binding = i === 0 ? 0 : inputCount + i; // TF.js' order: first output, inputs, uniforms
    const element = dtype === 'int32' ? 'i32' : 'f32';
    lines.push(`@group(0) @binding(${binding}) var<storage, read_write> ${key} : array<${element}>;`);
  });
  // An unused variable has no binding, and the bind group is then rejected. This counts as use (WGSL §9.2.1).
  const use = ['_ = uniforms.NAN;', ...Object.keys(inputs).map((key) => `_ = &${key};`)].join(' ');
  const entry =
    'invocations' in shape
      ? `fn main(index : i32) { ${use} if (index < uniforms.invocations) { ${main} } }`
      : `fn main() { ${use} ${main} }`;
  return [...lines, declarations, entry].join('\n');
}
