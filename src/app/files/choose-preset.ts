import { noticeAdded, noticesWithdrawn } from '../stores/notices.ts';
import { presetSuggested, useRecipeStore } from '../stores/recipe.ts';
import { failureCleared } from '../stores/runs/run.ts';
import { selectFiles, selectTrainingFiles, useWorkspaceStore } from '../stores/workspace.ts';
import { presetFor } from './preset-advice.ts';

const NOT_DEFAULT = 'The recipe is not the default';

/** When files change: chooses the preset that suits them, unless the user or a link chose one, and clears a failure. */
export function watchFiles(): () => void {
  let changedFor = ''; // the training files when the recipe was last changed
  const trained = () => selectTrainingFiles(useWorkspaceStore.getState());
  const stops = [
    useRecipeStore.subscribe(
      ({ recipe }) => recipe,
      () => {
        changedFor = trained();
        noticesWithdrawn(NOT_DEFAULT);
      },
    ),
    useWorkspaceStore.subscribe(selectFiles, () => {
      presetSuggested(presetFor(useWorkspaceStore.getState().workspace));
      failureCleared();
    }),
    useWorkspaceStore.subscribe(selectTrainingFiles, (names) => {
      const { isOwn } = useRecipeStore.getState();
      if (!isOwn || names === '' || changedFor === '' || names === changedFor) return noticesWithdrawn(NOT_DEFAULT);
      noticeAdded({
        kind: 'note',
        topic: 'recipe fit',
        title: NOT_DEFAULT,
        message: `It was changed for ${changedFor}. Check that it suits ${names}, or choose a preset again.`,
      });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
