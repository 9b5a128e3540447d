import { createStore } from './create-store.ts';

interface DataMatchStore {
  /**
   * Where the loaded data are others than those that the recipe was used on; empty where they are the same; undefined where that is not known
   * of the recipe, or not yet.
   */
  differences: string[] | undefined;
}

export const useDataMatchStore = createStore<DataMatchStore>({ differences: undefined });

export function dataCompared(differences: string[] | undefined): void {
  useDataMatchStore.setState({ differences });
}
