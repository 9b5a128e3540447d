import type { Workspace } from '../workers/wire/payloads.ts';
import { DEFAULT_RECIPE } from './address.ts';

const isForSample = ({ files }: Workspace) => files.find(({ role }) => role === 'train')?.isSample === true;

/** The page's choice: the default, or for the sample a preset that trains fast. */
export function presetFor(workspace: Workspace): string {
  return isForSample(workspace) ? 'tagsmith-quick' : DEFAULT_RECIPE.presetId;
}

/** Why the page chose a preset other than the default. */
export function presetReason(workspace: Workspace): string | undefined {
  return isForSample(workspace) ? 'Chosen for the sample: it trains in half a minute.' : undefined;
}
