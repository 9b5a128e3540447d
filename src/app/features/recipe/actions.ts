import { presetFor } from '../../files/preset-advice.ts';
import { presetSuggested, unlabelledChosen } from '../../stores/recipe.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';

/** Learns from text without labels or not, with the preset that suits its documents, too, unless the user or a link chose one. */
export function learnFromText(isOn: boolean): void {
  presetSuggested(presetFor(useWorkspaceStore.getState().workspace, isOn));
  unlabelledChosen(isOn);
}
