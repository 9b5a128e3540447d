import { mergeAnnotations, isDecided } from '../../../../annotation/agreement/adjudication.ts';
import { conflictsIn } from '../../../../annotation/project/merge.ts';
import { ownLines } from '../../../../annotation/project/own-lines.ts';
import { decisions } from '../../../../annotation/project/pull.ts';
import type { NewSentence } from '../../../../annotation/sets/set.ts';
import { attempt } from '../../../trainer/bridge.ts';
import { agreementClosed, useAgreementStore } from '../agreement/store.ts';
import { closeSet } from '../sets/actions.ts';
import { useAnnotationSetsStore } from '../sets/store.ts';
import { annotationLog } from '../storage/annotation-log.ts';
import { useAnnotationStore } from '../store.ts';
import { annotate, copyOf, saveProject } from './actions.ts';
import { useProjectStore } from './store.ts';

/** Makes the decisions edits of this browser's copy of the set, in knowledge of both sides, and saves them to the project. */
export async function saveDecisions(): Promise<void> {
  const state = useAgreementStore.getState();
  const { outcome, decides } = state;
  const { opened } = useProjectStore.getState();
  const found = opened?.sets.find(({ set }) => set.id === decides?.set);
  if (outcome.phase !== 'done' || decides === undefined || found === undefined) return;
  const { compared } = outcome;
  const undecided = new Set(compared.conflicts.filter((one) => !isDecided(one, state)).map(({ sentence }) => sentence));
  const merged = mergeAnnotations({ ...compared, sides: compared.sentences }, state);
  const decided = new Map<string, NewSentence>();
  for (const [sentence, pair] of compared.compared.entries()) {
    const { first } = compared.alignment.pairs[pair]!;
    if (!undecided.has(sentence)) decided.set(decides.keys[first]!, merged[first]!);
  }
  await annotate(found, false); // also if this browser has no copy yet
  const copy = copyOf(useAnnotationSetsStore.getState().sets ?? [], decides.set);
  if (copy?.project === undefined) return;
  const { writer } = copy.project;
  const edits = await attempt(
    'save the decisions',
    annotationLog.lines(copy.id).then(async (log) => {
      const own = await ownLines(log, writer);
      return decisions(own, conflictsIn(found.merged), decided, writer);
    }),
  );
  if (edits === undefined || useAnnotationStore.getState().id !== copy.id) return; // the copy could not be opened: the decisions stay
  annotationLog.do({ kind: 'edit', edits: edits.value });
  closeSet();
  agreementClosed();
  await saveProject();
}
