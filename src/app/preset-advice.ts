import type { Workspace } from '../workers/protocol.ts';
import { changedFields, DEFAULT_RECIPE, type Recipe } from './address.ts';

export const SMALL_PRESET = 'tagsmith-small';

function trainingFile({ files }: Workspace) {
  return files.find(({ role }) => role === 'train');
}

/** What the page begins with: for a person's own files the default, whatever their size, so that it changes for no file. */
export function presetFor(workspace: Workspace): string {
  return trainingFile(workspace)?.isSample ? SMALL_PRESET : DEFAULT_RECIPE.presetId;
}

/** What to tell beside the preset: why the page chose it, or which one scores better. */
export function presetAdvice(
  workspace: Workspace,
  recipe: Recipe,
  isOwn: boolean,
): { text: string; preset?: string } | undefined {
  const file = trainingFile(workspace);
  if (file === undefined) return undefined;
  if (recipe.presetId !== SMALL_PRESET) return undefined;
  if (!isOwn) return { text: 'Chosen for the sample, to be trained in half a minute.' };
  if (file.isSample || changedFields(recipe).length > 0) return undefined;
  return { text: 'More units score better, in about three times the time.', preset: DEFAULT_RECIPE.presetId };
}
