import * as v from 'valibot';
import type { Verdicts } from '../../devices/studio-device.ts';
import { guessedSpeed, type Flops } from '../estimate.ts';
import { createPersistedStore } from './create-store.ts';
import type { DeviceReport } from './device.ts';

/** What was measured of this machine, so that the next visit knows it. */
interface Measurements {
  /** How fast devices were when they trained, by their description. */
  speeds: Readonly<Record<string, Flops>>;
  /** Which device is the faster for a kind of run. */
  verdicts: Verdicts;
}

/** Entries that do not fit are left out. */
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
  schema: v.object({
    speeds: entriesOf(v.pipe(v.number(), v.gtValue(0))),
    verdicts: entriesOf(v.object({ device: v.picklist(['webgpu', 'simd']), reason: v.string() })),
  }),
  readEarlier: (read) => ({ speeds: json(read('tagsmith.speed')), verdicts: json(read('tagsmith.verdicts')) }),
});

export function speedMeasured({ description }: DeviceReport, speed: Flops): void {
  if (!Number.isFinite(speed) || speed <= 0) return;
  useMeasurementStore.setState(({ speeds }) => ({ speeds: { ...speeds, [description]: speed } }));
}

export function verdictsMeasured(verdicts: Verdicts): void {
  useMeasurementStore.setState({ verdicts });
}

/** As measured, else as guessed; undefined where nothing can be said. */
export function speedOf(speeds: Measurements['speeds'], device: DeviceReport): Flops | undefined {
  return speeds[device.description] ?? guessedSpeed(device);
}

/** @returns undefined if there is none, or it is damaged */
function json(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return undefined;
  }
}
