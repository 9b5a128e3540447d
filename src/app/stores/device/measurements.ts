import * as v from 'valibot';
import type { Verdicts } from '../../../devices/studio-device.ts';
import { guessedSpeed, type Flops } from './estimate.ts';
import { createPersistedStore } from '../create-store.ts';
import type { DeviceReport } from './device.ts';

/** Measurements of this machine, persisted for the next session. */
interface Measurements {
  /** Training speed of devices, by their description. */
  speeds: Readonly<Record<string, Flops>>;
  /** The faster device for each kind of run. */
  verdicts: Verdicts;
}

/** A record whose invalid entries are dropped. */
function entriesOf<T>(schema: v.GenericSchema<unknown, T>) {
  const isEntry = (entry: [string, unknown]): entry is [string, T] => v.is(schema, entry[1]);
  const fitting = v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((stored) => Object.fromEntries(Object.entries(stored).filter(isEntry))),
  );
  return v.fallback(fitting, {});
}

export const useMeasurementStore = createPersistedStore<Measurements>({
  key: 'tagsmith.measurements',
  initial: { speeds: {}, verdicts: {} },
  fields: {
    speeds: entriesOf(v.pipe(v.number(), v.gtValue(0))),
    verdicts: entriesOf(v.object({ device: v.picklist(['webgpu', 'simd']), reason: v.string() })),
  },
});

export function speedMeasured({ description }: DeviceReport, speed: Flops): void {
  if (!Number.isFinite(speed) || speed <= 0) return;
  useMeasurementStore.setState(({ speeds }) => ({ speeds: { ...speeds, [description]: speed } }));
}

export function verdictsMeasured(verdicts: Verdicts): void {
  useMeasurementStore.setState({ verdicts });
}

/** The measured speed, or else an estimate; undefined if there is none. */
export function speedOf(speeds: Measurements['speeds'], device: DeviceReport): Flops | undefined {
  return speeds[device.description] ?? guessedSpeed(device);
}
