import type { Slicing } from '../../eval/slices.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { DevSlices } from '../../workers/wire/payloads.ts';
import { createStore } from './create-store.ts';

/** Scores on dev by slice. */
interface SlicesStore {
  /** Undefined: scores by type. */
  slicing: Slicing | undefined;
  dev:
    | { phase: 'none' | 'running' }
    | { phase: 'done'; found: DevSlices }
    | { phase: 'failed'; error: SerializedError };
}

export const useSlicesStore = createStore<SlicesStore>({ slicing: undefined, dev: { phase: 'none' } });

export function slicingChosen(slicing: Slicing | undefined): void {
  useSlicesStore.setState({ slicing });
}

export function devSlicesChanged(dev: SlicesStore['dev']): void {
  useSlicesStore.setState({ dev });
}
