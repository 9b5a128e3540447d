import { dataDifferences, readFingerprints } from '../../../config/recipe-file.ts';
import { ask } from '../../trainer/bridge.ts';
import { dataCompared } from './data-match-store.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';

/** Compares the loaded data with the data that the recipe was used on, whenever one of them changes. */
export function watchDataMatch(): () => void {
  let latest = 0;
  const compare = async () => {
    const turn = ++latest;
    const expected = readFingerprints(useRecipeStore.getState().madeWith?.data ?? '');
    const { workspace, reading } = useWorkspaceStore.getState();
    if (expected === undefined || workspace.files.length === 0 || reading > 0) return dataCompared(undefined);
    // Without a trainer the page shows an error anyway.
    const actual = await ask('fingerprints', {}).catch(() => undefined);
    if (turn === latest) dataCompared(actual && dataDifferences(expected, actual));
  };
  const stops = [
    useRecipeStore.subscribe(
      ({ madeWith }) => madeWith,
      () => void compare(),
    ),
    useWorkspaceStore.subscribe(selectFiles, () => void compare()),
    useWorkspaceStore.subscribe(
      ({ reading }) => reading,
      () => void compare(),
    ),
  ];
  void compare();
  return () => stops.forEach((stop) => stop());
}
