import type { Params } from '../../workers/wire/protocol.ts';

type Verdicts = NonNullable<Params<'open'>['verdicts']>;

/** In the browser's storage: which device is the faster for what is timed once. */
const KEY = 'tagsmith.verdicts';

export function readVerdicts(): Verdicts {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, verdict]) => isVerdict(verdict))) as Verdicts;
  } catch {
    return {};
  }
}

export function keepVerdicts(verdicts: Verdicts): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(verdicts));
  } catch {
    // A browser that stores nothing: the next visit times them again.
  }
}

function isVerdict(value: unknown): boolean {
  const { device, reason } = (value ?? {}) as Partial<Verdicts[string]>;
  return (device === 'webgpu' || device === 'simd') && typeof reason === 'string';
}
