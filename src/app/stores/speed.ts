import { create } from 'zustand';
import { guessedSpeed, type Flops } from '../estimate.ts';
import type { DeviceReport } from './device.ts';

/** In the browser's storage: another visit knows it too. */
const KEY = 'tagsmith.speed';

type Speeds = Record<string, Flops>;

/** How fast devices were when they trained, by their description. */
export const useSpeedStore = create<{ speeds: Speeds }>()(() => ({ speeds: read() }));

export function speedMeasured({ description }: DeviceReport, speed: Flops): void {
  if (!Number.isFinite(speed) || speed <= 0) return;
  const speeds = { ...useSpeedStore.getState().speeds, [description]: speed };
  useSpeedStore.setState({ speeds });
  try {
    localStorage.setItem(KEY, JSON.stringify(speeds));
  } catch {
    // A browser that stores nothing: the next visit guesses.
  }
}

/** As measured, else as guessed; undefined where nothing can be said. */
export function speedOf(speeds: Speeds, device: DeviceReport): Flops | undefined {
  return speeds[device.description] ?? guessedSpeed(device);
}

function read(): Speeds {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries = Object.entries(stored ?? {}).filter(([, speed]) => typeof speed === 'number' && speed > 0);
    return Object.fromEntries(entries) as Speeds;
  } catch {
    return {};
  }
}
