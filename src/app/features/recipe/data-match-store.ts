import { createStore } from '../../stores/create-store.ts';

interface DataMatchStore {
  /**
   * Differences between the loaded data and the data that the recipe was used on; empty if they are equal; undefined if the recipe has no
   * fingerprints, or the comparison is pending.
   */
  differences: string[] | undefined;
}

export const useDataMatchStore = createStore<DataMatchStore>({ differences: undefined });

export function dataCompared(differences: string[] | undefined): void {
  useDataMatchStore.setState({ differences });
}
