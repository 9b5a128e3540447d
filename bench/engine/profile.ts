import {
  backend,
  getBackend,
  getKernelsForBackend,
  registerKernel,
  unregisterKernel,
  type TensorInfo,
} from '../../src/tensors/tensors.ts';
import { SimdBackend } from '../../src/kernels/simd/backend.ts';
import { costOf } from './costs.ts';
import { countCalls } from './dispatch.ts';
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
  const meter = onGpu ? undefined : new PeakMeter();
  const stepper = session.stepper();
  const anew = session.stepper({ repeats: false }); // a recorded step calls no kernels
  for (const each of [anew, stepper]) {
    each.take(onGpu ? stepper.batches : 3); // warm-up: compiles programs, allocates memory, records steps
    await each.finish();
  }

  const kernels = new Map<string, KernelProfile>();
  const { counts, end } = onGpu ? countCalls() : { counts: {}, end: () => undefined };
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
    anew.take(count);
    recording = undefined;
    meter?.measure();
  }
  await anew.finish();
  end();
  stepper.dispose();
  anew.dispose();
  meter?.dispose();

  return {
    steps,
    step: time / steps,
    tokens: tokens / steps,
    sent: sent / steps,
    dispatches: ((counts as Record<string, number>)['dispatchWorkgroups'] ?? 0) / (2 * steps),
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
