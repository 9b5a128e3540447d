import {
  backend,
  getBackend,
  getKernelsForBackend,
  registerKernel,
  unregisterKernel,
  type KernelBackend,
  type TensorInfo,
} from '../../src/tensors/tensors.ts';
import type { WebGPUBackend } from '../../src/tensors/webgpu.ts';
import { SimdBackend } from '../../src/kernels/simd/backend.ts';
import { costOf } from './costs.ts';
import { PeakMeter } from './peak.ts';
import type { KernelProfile, StepProfile } from './protocol.ts';
import type { Session } from './session.ts';

/** Steps between measurements of the device's peak, which evict the data of the steps from the caches. */
const TOGETHER = 4;

/** Times of the kernels, each excluding the kernels that it calls; undefined unless steps are profiled. */
let recording: Map<string, KernelProfile> | undefined;
let inner = 0;
const wrapped = new Set<string>();

/** Times training steps kernel by kernel. */
export async function profileSteps(session: Session, steps: number): Promise<StepProfile> {
  wrapKernels(getBackend());
  const onGpu = getBackend() === 'webgpu';
  const gpu = backend() as KernelBackend & Partial<WebGPUBackend>;
  const meter = onGpu ? undefined : new PeakMeter();
  const stepper = session.stepper();
  stepper.take(3); // warm-up: compiles programs, allocates memory
  await stepper.finish();

  const kernels = new Map<string, KernelProfile>();
  const dispatched = countDispatches(gpu);
  let [tokens, sent, time] = [0, 0, 0];
  // Some unmodified steps, then as many whose kernels are timed one by one, which prevents overlap.
  for (let step = 0; step < steps; step += TOGETHER) {
    const count = Math.min(TOGETHER, steps - step);
    const begin = performance.now();
    tokens += stepper.take(count);
    sent += performance.now() - begin;
    await stepper.finish();
    time += performance.now() - begin;
    recording = kernels;
    stepper.take(count);
    recording = undefined;
    meter?.measure();
  }
  await stepper.finish();
  stepper.dispose();
  meter?.dispose();

  return {
    steps,
    step: time / steps,
    tokens: tokens / steps,
    sent: sent / steps,
    dispatches: dispatched() / (2 * steps),
    kernels: [...kernels.values()]
      .map((kernel) => ({
        name: kernel.name.replace('Tagsmith/', ''),
        calls: kernel.calls / steps,
        time: kernel.time / steps,
        flops: kernel.flops / steps,
        bytes: kernel.bytes / steps,
      }))
      .sort((a, b) => b.time - a.time),
    peak: meter?.peak,
  };
}

function wrapKernels(backendName: string): void {
  if (wrapped.has(backendName)) return;
  wrapped.add(backendName);
  for (const config of getKernelsForBackend(backendName)) {
    unregisterKernel(config.kernelName, backendName);
    registerKernel({ ...config, kernelFunc: (call) => record(config.kernelName, config.kernelFunc, call) });
  }
}

function record<Call extends { inputs: object }, Output extends TensorInfo | TensorInfo[]>(
  name: string,
  kernelFunc: (call: Call) => Output,
  call: Call,
): Output {
  if (recording === undefined) return kernelFunc(call);
  const outside = inner;
  inner = 0;
  finishJobs();
  const begin = performance.now();
  const output = kernelFunc(call);
  finishJobs();
  const time = performance.now() - begin;
  const kernel = recording.get(name) ?? { name, calls: 0, time: 0, flops: 0, bytes: 0 };
  const { flops, bytes } = costOf(name, call.inputs, [output].flat());
  kernel.calls++;
  kernel.time += time - inner;
  kernel.flops += flops;
  kernel.bytes += bytes;
  recording.set(name, kernel);
  inner = outside + time;
  return output;
}

/** Threads of simd may still be busy; a GPU is not waited for. */
function finishJobs(): void {
  const device = backend();
  if (device instanceof SimdBackend) device.flush();
}

/** @returns a function that counts the programs dispatched since the call */
function countDispatches(gpu: Partial<WebGPUBackend>): () => number {
  const original = gpu.runWebGPUProgram;
  if (original === undefined) return () => 0;
  let count = 0;
  gpu.runWebGPUProgram = (...args) => {
    count++;
    return original.apply(gpu as WebGPUBackend, args);
  };
  return () => {
    gpu.runWebGPUProgram = original;
    return count;
  };
}
