import { backend } from '../../src/tensors/tensors.ts';
import type { GuardedWebgpuBackend } from '../../src/kernels/webgpu/backend.ts';
import type { StepPrograms } from './protocol.ts';
import type { Session } from './session.ts';

/** Steps until one was repeated, if all batches have the same size. */
const STEPS = 3;

/** The programs of one step of a workload with a single batch. @param times how often each is run to be timed */
export async function programsOf(session: Session, times: number): Promise<StepPrograms> {
  const stepper = session.stepper();
  const device = backend() as GuardedWebgpuBackend;
  let tokens = 0;
  for (let step = 0; step < STEPS * stepper.batches; step++) {
    tokens = stepper.take(1);
    await stepper.finish();
  }
  const dispatches = device.repeatedDispatches;
  const profile = await stepper.profile(times);
  stepper.dispose();
  return {
    programs: dispatches.map(({ program, workgroups, lanes, shapes, uniforms }, i) => ({
      name: program,
      workgroups: workgroups[0] * workgroups[1] * workgroups[2],
      lanes,
      shapes,
      uniforms: uniforms.flatMap(({ data }) => data),
      time: profile?.[i]?.time,
    })),
    tokens,
    ...session.largest(),
  };
}
