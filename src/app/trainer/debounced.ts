import type { Milliseconds } from '../../lib/units.ts';

/** Calls once after a pause. */
export function debounced(call: () => void, after: Milliseconds): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, after);
  };
}
