import { DEFAULT_ROWS } from '../../../config/ablation.ts';
import { createStore } from '../../stores/create-store.ts';

/** Ids of the rows to train. */
export const useRowsStore = createStore<{ chosen: readonly string[] }>({ chosen: DEFAULT_ROWS });

export function rowToggled(id: string): void {
  useRowsStore.setState(({ chosen }) => ({
    chosen: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id],
  }));
}
