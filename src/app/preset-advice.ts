import type { Workspace } from '../workers/wire/protocol.ts';
import { DEFAULT_RECIPE } from './address.ts';

const isForSample = ({ files }: Workspace) => files.find(({ role }) => role === 'train')?.isSample === true;

/** What the page chooses while nobody else has: the default, and for the sample what is soon trained. */
export function presetFor(workspace: Workspace): string {
  return isForSample(workspace) ? 'tagsmith-quick' : DEFAULT_RECIPE.presetId;
}

/** Why the page chose what is not the default. */
export function presetReason(workspace: Workspace): string | undefined {
  return isForSample(workspace) ? 'Chosen for the sample, to be trained in half a minute.' : undefined;
}
