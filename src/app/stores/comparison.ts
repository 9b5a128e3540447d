import type { SerializedError } from '../../lib/errors.ts';
import type { Result } from '../../workers/wire/protocol.ts';
import { createStore } from './create-store.ts';

/** The names of two models, and the result of their comparison. */
export interface FoundComparison extends Result<'compareModels'> {
  names: [string, string];
}

/** The dialog that compares two models on a file. */
interface ComparisonStore {
  isOpen: boolean;
  outcome:
    | { phase: 'none' | 'running' }
    | { phase: 'done'; found: FoundComparison }
    | { phase: 'failed'; error: SerializedError };
}

export const useComparisonStore = createStore<ComparisonStore>({ isOpen: false, outcome: { phase: 'none' } });

export function comparisonOpened(): void {
  useComparisonStore.setState({ isOpen: true });
}

export function comparisonClosed(): void {
  useComparisonStore.setState({ isOpen: false });
}

export function comparisonChanged(outcome: ComparisonStore['outcome']): void {
  useComparisonStore.setState({ outcome });
}
