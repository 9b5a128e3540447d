import { presetForSize } from '../config/presets.ts';
import type { CorpusFile, Workspace } from '../workers/protocol.ts';
import { changedFields, DEFAULT_RECIPE, type Recipe } from './address.ts';

const OURS = ['tagsmith', 'tagsmith-small', 'tagsmith-quick'];

function trainingFile({ files }: Workspace): CorpusFile | undefined {
  return files.find(({ role }) => role === 'train');
}

/** What the page chooses while nobody else has: what scores best, and for the sample what is soon trained. */
export function presetFor(workspace: Workspace): string {
  const file = trainingFile(workspace);
  if (file === undefined) return DEFAULT_RECIPE.presetId;
  return file.isSample ? 'tagsmith-quick' : presetForSize(file.summary.tokens);
}

/** What to tell beside one of our presets: why the page chose it, or that another scores better. */
export function presetAdvice(
  workspace: Workspace,
  recipe: Recipe,
  isOwn: boolean,
): { text: string; preset?: string } | undefined {
  const file = trainingFile(workspace);
  if (file === undefined || !OURS.includes(recipe.presetId)) return undefined;
  const chosen = presetFor(workspace);
  if (!isOwn) {
    if (file.isSample) return { text: 'Chosen for the sample, to be trained in half a minute.' };
    return chosen === 'tagsmith-small' ? { text: 'Chosen for its size: this corpus is small.' } : undefined;
  }
  const isAlike = recipe.presetId === chosen || file.isSample;
  if (isAlike || changedFields(recipe).length > 0) return undefined;
  return { text: 'On a corpus of this size another of our presets scores better.', preset: chosen };
}
