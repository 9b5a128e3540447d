import type { Workspace } from '../workers/protocol.ts';
import { changedFields, DEFAULT_RECIPE, type Recipe } from './address.ts';

export const SMALL_PRESET = 'tagsmith-small';

/** Some ten thousand tokens are learnt better by fewer units at a higher rate (on the sample, 19,434 tokens). */
const SMALL_TOKENS = 60_000;

function trainingFile({ files }: Workspace) {
  return files.find(({ role }) => role === 'train');
}

/** What the page begins with: for a person's own files the default, whatever their size, so that it changes for no file. */
export function presetFor(workspace: Workspace): string {
  return trainingFile(workspace)?.isSample ? SMALL_PRESET : DEFAULT_RECIPE.presetId;
}

/** What to tell beside the preset: why the page chose it, or which one fits the corpus better. */
export function presetAdvice(
  workspace: Workspace,
  recipe: Recipe,
  isOwn: boolean,
): { text: string; preset?: string } | undefined {
  const file = trainingFile(workspace);
  if (file === undefined) return undefined;
  if (!isOwn && recipe.presetId === SMALL_PRESET) return { text: 'Chosen for the sample, which is small.' };
  const fits = file.summary.tokens < SMALL_TOKENS ? SMALL_PRESET : DEFAULT_RECIPE.presetId;
  const isOurs = recipe.presetId === SMALL_PRESET || recipe.presetId === DEFAULT_RECIPE.presetId;
  if (!isOurs || recipe.presetId === fits || changedFields(recipe).length > 0) return undefined;
  const size =
    fits === SMALL_PRESET ? 'small: fewer units learn it better, and faster.' : 'large enough for more units.';
  return { text: `This corpus is ${size}`, preset: fits };
}
