import { tagKind } from '../../data/corpus.ts';
import { DOCUMENTS_PRESET, haveDocuments } from '../../config/documents-preset.ts';
import type { Workspace } from '../../workers/wire/payloads.ts';
import { DEFAULT_RECIPE } from '../stores/recipe-address.ts';

/**
 * The suggested preset: one that reads documents, the default if the files have none, or a fast one for the sample.
 *
 * @param isFromText whether a run also learns from text without labels, whose documents count, too
 */
export function presetFor(workspace: Workspace, isFromText = false): string {
  return adviceFor(workspace, isFromText)?.preset ?? DEFAULT_RECIPE.presetId;
}

/** Why the page chose a preset other than the default. */
export function presetReason(workspace: Workspace): string | undefined {
  return adviceFor(workspace)?.reason;
}

function adviceFor(
  { files, texts, unlabelled }: Workspace,
  isFromText = false,
): { preset: string; reason: string } | undefined {
  const train = files.filter(({ role, style }) => role === 'train' && tagKind(style) !== 'classes');
  if (train[0]?.isSample === true) {
    return { preset: 'tagsmith-quick', reason: 'Chosen for the sample: it trains in half a minute.' };
  }
  const pool = isFromText ? files.filter(({ name }) => unlabelled.includes(name)) : [];
  const counts = [...train, ...pool].map(({ documents, summary: { sentences } }) => ({ sentences, documents }));
  if (haveDocuments(counts) || (isFromText && texts.length > 0)) {
    const why = train.some(({ documents }) => documents > 0)
      ? 'your files have documents'
      : 'a file that marks no documents is read as one';
    return {
      preset: DOCUMENTS_PRESET,
      reason: `Chosen because ${why}: it attends to the other occurrences of a word in its document.`,
    };
  }
  return undefined;
}
