import type { Flops } from './estimate.ts';
import { selectReport, useDeviceStore } from './stores/device.ts';
import { speedOf, useSpeedStore } from './stores/speed.ts';

/** How fast the device in use trains; undefined where nothing can be said. */
export function useSpeed(): Flops | undefined {
  const device = useDeviceStore(selectReport);
  return useSpeedStore(({ speeds }) => device && speedOf(speeds, device));
}
