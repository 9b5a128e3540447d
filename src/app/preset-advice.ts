import { presetForSize } from '../config/presets.ts';
import type { Workspace } from '../workers/protocol.ts';
import { changedFields, DEFAULT_RECIPE, type Recipe } from './address.ts';

function trainingTokens({ files }: Workspace): number | undefined {
  return files.find(({ role }) => role === 'train')?.summary.tokens;
}

/** What the page chooses while nobody else has. */
export function presetFor(workspace: Workspace): string {
  const tokens = trainingTokens(workspace);
  return tokens === undefined ? DEFAULT_RECIPE.presetId : presetForSize(tokens);
}

/** What to tell beside one of our presets: why the page chose it, or that the other suits the corpus better. */
export function presetAdvice(
  workspace: Workspace,
  recipe: Recipe,
  isOwn: boolean,
): { text: string; preset?: string } | undefined {
  const tokens = trainingTokens(workspace);
  if (tokens === undefined || !['tagsmith', 'tagsmith-small'].includes(recipe.presetId)) return undefined;
  const suitable = presetForSize(tokens);
  const isSmall = suitable === 'tagsmith-small';
  if (recipe.presetId === suitable) {
    return isSmall && !isOwn ? { text: 'Chosen for its size: this corpus is small.' } : undefined;
  }
  if (changedFields(recipe).length > 0) return undefined;
  const text = `On a corpus as ${isSmall ? 'small' : 'large'} as this, another of our presets scores better.`;
  return { text, preset: suitable };
}
