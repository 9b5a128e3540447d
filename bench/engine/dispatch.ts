import { backend } from '../../src/tensors/tensors.ts';
import type { WebGPUBackend } from '../../src/tensors/webgpu.ts';
import type { DispatchProfile } from './protocol.ts';
import type { Session } from './session.ts';

/** Steps that are timed together, with their submits, before a wait for the device: it must not fall behind, or the queue would be what is measured. */
const TOGETHER = 8;

/**
 * JavaScript time of training steps on `webgpu`: until a step is handed to the device. Shaders, which a software adapter runs on this
 * processor, are waited for and not counted. Later calls continue the steps of the first one.
 *
 * @param repeats whether steps are recorded and repeated
 * @param counts whether calls of WebGPU are counted, which takes time itself
 */
export async function timeDispatch(
  session: Session,
  { steps, repeats, counts }: { steps: number; repeats: boolean; counts: boolean },
): Promise<DispatchProfile> {
  const stepper = session.stepperWith(repeats);
  const before = stepper.repeated;
  const device = backend() as WebGPUBackend;
  const counting = counts ? countCalls() : undefined;
  const times: number[] = [];
  let tokens = 0;
  for (let step = 0; step < steps; step += TOGETHER) {
    const count = Math.min(TOGETHER, steps - step);
    const begin = performance.now();
    tokens += stepper.take(count);
    device.endComputePassEncoder();
    device.ensureCommandEncoderReady();
    device.submitQueue();
    times.push((performance.now() - begin) / count);
    await stepper.finish();
  }
  counting?.end();
  times.sort((a, b) => a - b);
  return {
    median: times[Math.floor(times.length / 2)]!,
    tokens: tokens / steps,
    repeated: (stepper.repeated - before) / steps,
    calls: Object.fromEntries(Object.entries(counting?.counts ?? {}).map(([name, count]) => [name, count / steps])),
    bytes: device.memory().numBytesAllocatedInGPU,
  };
}

/** Prototypes of WebGPU's objects, with the calls that a step makes. */
function interfaces(): [object, string[]][] {
  return [
    [GPUQueue.prototype, ['writeBuffer', 'submit']],
    [GPUDevice.prototype, ['createBindGroup', 'createBuffer', 'createCommandEncoder']],
    [GPUComputePassEncoder.prototype, ['dispatchWorkgroups', 'setBindGroup', 'setPipeline']],
  ];
}

/** Counts calls of WebGPU until `end`. */
export function countCalls(): { counts: Readonly<Record<string, number>>; end: () => void } {
  const counts: Record<string, number> = {};
  const restore: (() => void)[] = [];
  for (const [prototype, names] of interfaces()) {
    const methods = prototype as Record<string, (...args: unknown[]) => unknown>;
    for (const name of names) {
      const original = methods[name];
      if (original === undefined) continue;
      counts[name] = 0;
      methods[name] = function counted(this: unknown, ...args: unknown[]) {
        counts[name]!++;
        return original.apply(this, args);
      };
      restore.push(() => (methods[name] = original));
    }
  }
  return { counts, end: () => restore.forEach((each) => each()) };
}
