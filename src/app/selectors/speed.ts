import type { Flops } from '../estimate.ts';
import { selectReport, useDeviceStore } from '../stores/device.ts';
import { speedOf, useSpeedStore } from '../stores/speed.ts';

/** How fast the device trains; undefined if it is not known. */
export function useSpeed(): Flops | undefined {
  const device = useDeviceStore(selectReport);
  return useSpeedStore(({ speeds }) => device && speedOf(speeds, device));
}
