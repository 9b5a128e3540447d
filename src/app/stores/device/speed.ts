import type { Flops } from './estimate.ts';
import { selectReport, useDeviceStore } from './device.ts';
import { speedOf, useMeasurementStore } from './measurements.ts';

/** Training speed of the device; undefined if unknown. */
export function useSpeed(): Flops | undefined {
  const device = useDeviceStore(selectReport);
  return useMeasurementStore(({ speeds }) => device && speedOf(speeds, device));
}
