import { prepareRun } from '../../runs/prepare.ts';
import { MEASURED_CONFIG, measuredSource } from '../../runs/measured-run.ts';
import { timeSteps } from '../../runs/time-steps.ts';
import type { DeviceMeasurement } from '../wire/payloads.ts';
import type { ModelSlot } from '../models/model-slot.ts';
import type { WorkerDevice } from '../models/worker-device.ts';
import type { Activity } from '../models/activity.ts';

interface Context {
  activity: Activity;
  device: WorkerDevice;
  models: ModelSlot;
}

/**
 * Times training steps of a fixed run on each device of this machine, and the programs of one step on a GPU. The device that was open is
 * opened again. Cancellable.
 *
 * @throws StudioError NotReady during a run
 */
export function measureDevices(
  { activity, device, models }: Context,
  signal: AbortSignal,
): Promise<DeviceMeasurement[]> {
  const source = measuredSource();
  return activity.whileIdle('measure the devices', () =>
    models.offDevice(() =>
      device.onEach((onStep) =>
        timeSteps(MEASURED_CONFIG, source, { prepare: prepareRun, signal, onStep, profiles: true }),
      ),
    ),
  );
}
