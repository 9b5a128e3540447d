import { knownOf } from '../../../../annotation/queue/evaluation-set.ts';
import { tokenLines, trainingLines } from '../../../../annotation/exchange/export-set.ts';
import type { FileId } from '../../../../workers/wire/payloads.ts';
import { addFiles, discardRemoval, removeFile } from '../../../files/files.ts';
import { updateFile } from '../../../files/update-file.ts';
import { selectFiles, useWorkspaceStore } from '../../../stores/workspace.ts';
import { knownByRules } from '../learning/suggestions.ts';
import { useAnnotationStore } from '../store.ts';
import { fileName } from './file-name.ts';

/**
 * Adds the accepted sentences and the spans that are accepted or refused in open ones to the loaded files as a training file, except for
 * sentences that are set aside for evaluation, and the other open ones as text without labels. These replace earlier ones of this set.
 *
 * @param isAlone whether other training files become unused
 * @param withRules whether to add what the rules say of open sentences; what they leave open is unknown
 */
export async function addAsTrainingData(isAlone: boolean, withRules = false): Promise<void> {
  const { history } = useAnnotationStore.getState();
  if (history === undefined) return;
  const sentences = history.set.sentences.flatMap((sentence) => {
    const known = (withRules ? knownByRules(sentence) : undefined) ?? knownOf(sentence);
    return known === undefined ? [] : [{ ...sentence, ...known }];
  });
  const name = trainingFileName(history.set.name);
  const openName = `${fileName(history.set.name)}.open.conll`;
  const open = withRules
    ? []
    : history.set.sentences.filter(
        ({ state, spans, refused }) => state === 'open' && spans.length + refused.length === 0,
      );
  for (const file of filesNamed(name, openName)) await discardFile(file);
  await addFiles([new File([trainingLines(sentences)], name)]);
  if (open.length > 0) {
    await addFiles([new File([tokenLines(open)], openName)]);
    for (const { id } of filesNamed(openName)) await updateFile(id, { role: 'unused' });
  }
  if (!isAlone) return;
  const others = selectFiles(useWorkspaceStore.getState()).filter(
    (file) => file.role === 'train' && file.name !== name,
  );
  for (const { id } of others) await updateFile(id, { role: 'unused' });
}

const filesNamed = (...names: string[]) =>
  selectFiles(useWorkspaceStore.getState()).filter((file) => names.includes(file.name));

/** Name of the training file of a set. */
export function trainingFileName(set: string): string {
  return `${fileName(set)}.train.jsonl`;
}

async function discardFile({ id, name }: { id: FileId; name: string }): Promise<void> {
  await removeFile(id, name);
  const removal = useWorkspaceStore.getState().removed.find(({ files }) => files.some((file) => file.id === id));
  if (removal !== undefined) await discardRemoval(removal);
}
