import { backend, dispose, memory, setBackend, tensor, tidy, type Tensor } from '../../src/tensors/tensors.ts';
import type { WebGPUBackend } from '../../src/tensors/webgpu.ts';
import { afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { raggedFromLengths, type Ragged } from '../../src/data/batches/ragged.ts';
import { randomUniform } from '../../src/lib/rng.ts';
import type { DeviceFailure } from '../../src/kernels/shared/device-failure.ts';
import { valueAndGradients } from '../../src/kernels/shared/differentiable.ts';
import type { DeviceName } from '../../src/kernels/shared/kernel.ts';
import { needsWebGpu } from './requirements.ts';
import { WEBGPU_SETTINGS } from './webgpu-settings.ts';

interface TestedDevice {
  device: DeviceName;
  threads: number;
  label: string;
  /** How the fused ops of simd multiply. */
  inIntegers?: boolean;
}

/** simd runs twice: on one thread, and with every kernel divided among three, whatever its size. */
const SIMD: readonly TestedDevice[] = [
  { device: 'simd', threads: 1, label: 'simd' },
  { device: 'simd', threads: 3, label: 'simd, three threads' },
];

/** As on processors on which integer products are not faster. */
const SIMD_IN_FLOATS: TestedDevice = { device: 'simd', threads: 3, label: 'simd, in floats', inIntegers: false };

/** The references and the simd backend run in Node; simd again, and webgpu, in Chromium. */
const DEVICES: readonly TestedDevice[] =
  'document' in globalThis
    ? [...(WEBGPU_SETTINGS === undefined ? SIMD : []), { device: 'webgpu', threads: 1, label: 'webgpu' }]
    : [{ device: 'cpu', threads: 1, label: 'cpu' }, ...SIMD];

/**
 * Runs the same tests on every backend of this environment. A kernel that a backend lacks fails; only a missing GPU adapter
 * skips, and not under CI=true. Each test must dispose its tensors, and must not cause a GPU error: TF.js does not report them,
 * and the output is wrong.
 */
export function describeEachBackend(name: string, body: (device: DeviceName) => void): void {
  describeDevices(name, DEVICES, ({ device }) => body(device));
}

/** The same for an op with matrix products, which simd computes in integers or in floats. */
export function describeEachProduct(name: string, body: (isInIntegers: boolean) => void): void {
  describeDevices(name, [...DEVICES, SIMD_IN_FLOATS], ({ device, inIntegers = true }) =>
    body(device === 'simd' && inIntegers),
  );
}

function describeDevices(name: string, devices: readonly TestedDevice[], body: (tested: TestedDevice) => void): void {
  describe.each(devices)(`${name} on $label`, (tested) => {
    let isMissing: boolean;
    beforeAll(async () => {
      isMissing = !(await useDevice(tested));
    });
    beforeEach(({ skip, task }) => {
      if (!isMissing) return;
      task.meta.requirement = 'webgpu';
      skip('no WebGPU adapter');
    });
    failOnLeaks();
    if (tested.device === 'webgpu') failOnGpuErrors();
    body(tested);
  });
}

/** @returns whether the device is available: webgpu may be missing */
async function useDevice({ device, threads, inIntegers = true }: TestedDevice): Promise<boolean> {
  if (device === 'cpu') {
    await import('../../src/tensors/cpu.ts');
    const { registerCpuKernels } = await import('../../src/devices/register-cpu.ts');
    registerCpuKernels();
  } else if (device === 'simd') {
    const { installSimdBackend } = await import('../../src/devices/simd.ts');
    const simd = await installSimdBackend();
    const onFailure = ({ message }: DeviceFailure) => {
      throw new Error(message);
    };
    simd.multiplyInIntegers(inIntegers);
    await simd.startThreads(threads, onFailure, 0);
  } else {
    if ((await needsWebGpu()).skip) return false;
    const { openSharedGpu } = await import('./shared-gpu.ts');
    await openSharedGpu();
  }
  expect(await setBackend(device)).toBe(true);
  return true;
}

/** Tensors that the test leaks, and scratch storage that a kernel did not dispose. */
function failOnLeaks(): void {
  const inUse = () => ({ tensors: memory().numTensors, backendData: backend().numDataIds() });
  let before: ReturnType<typeof inUse>;
  beforeEach(() => {
    before = inUse();
  });
  afterEach(() => {
    expect(inUse(), 'memory in use after the test').toEqual(before);
  });
}

function failOnGpuErrors(): void {
  const uncaptured: string[] = [];
  let gpu: WebGPUBackend | undefined;
  beforeEach(() => {
    if (gpu === undefined) {
      gpu = backend() as WebGPUBackend;
      gpu.device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message));
    }
    gpu.device.pushErrorScope('validation');
  });
  afterEach(async () => {
    if (gpu === undefined) return; // skipped
    gpu.ensureCommandEncoderReady();
    gpu.submitQueue(); // commands that are not yet submitted belong to this test
    const error = await gpu.device.popErrorScope();
    expect(error?.message, 'WebGPU validation').toBeUndefined();
    expect(uncaptured.splice(0), 'uncaptured WebGPU errors').toEqual([]);
  });
}

/** Values to make a tensor of. */
export interface TensorData {
  shape: number[];
  values: Float32Array | Int32Array;
}

/** A fresh tensor over a copy: in-place kernels change what they are given. */
export function tensorOf({ shape, values }: TensorData): Tensor {
  return tensor(values.slice(), shape, values instanceof Int32Array ? 'int32' : 'float32');
}

/** The values of the tensors that `f` makes; disposes of them and of all others it makes. */
export async function read(f: () => Tensor[]): Promise<Float32Array[]> {
  const outputs = tidy(f);
  const values = await Promise.all(outputs.map(async (output) => Float32Array.from(await output.data())));
  dispose(outputs);
  return values;
}

/**
 * Runs a differentiable op. Returns its value and, for the gradient `dy` of the value, the gradients of its inputs.
 *
 * @param prepare makes the op, and the tensors without gradient that it needs
 */
export async function readGradients(
  prepare: () => (...inputs: Tensor[]) => Tensor,
  inputs: TensorData[],
  dy: TensorData,
): Promise<{ y: Float32Array; gradients: Float32Array[] }> {
  const [y, ...gradients] = await read(() => {
    const op = prepare();
    const leaves = inputs.map(tensorOf);
    const { value, gradients } = valueAndGradients(() => op(...leaves), leaves, tensorOf(dy));
    return [value, ...gradients];
  });
  return { y: y!, gradients };
}

/** A float32 tensor of random values in [-scale, scale), the same at every run. */
export function randomTensor(shape: number[], seed: number, scale = 1): TensorData {
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  return { shape, values: Float32Array.from({ length: size }, (_, i) => scale * (2 * randomUniform(seed, i) - 1)) };
}

/** Random integers in [0, limit), the same at every run. */
export function randomIntegers(count: number, seed: number, limit: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => Math.floor(limit * randomUniform(seed, i)));
}

/** @param lengths never increasing */
export function layoutOf(lengths: number[]): Ragged {
  return raggedFromLengths(Int32Array.from(lengths));
}
