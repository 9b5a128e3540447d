import { correctionsOf } from '../../../annotation/label-check.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { FileId } from '../../../workers/wire/payloads.ts';
import { createStore } from '../../stores/create-store.ts';
import { ask, attempt } from '../../trainer/bridge.ts';
import { query } from '../../trainer/query.ts';
import { saveFile } from '../../ui/save-file.ts';

/** The check of a file. Its result is kept when the dialog is closed. */
export const labelCheck = query(async (id: FileId, signal) => {
  const check = await ask('checkLabels', { id }, signal);
  if (check === undefined)
    throw new StudioError('NotReady', 'Labels cannot be checked while a run trains. Check them when it has ended.');
  decisionsCleared();
  return check;
});

/** A decision on a finding. */
export type Decision = 'fix' | 'keep' | 'exclude';

interface DecisionStore {
  /** By index of the finding. */
  decisions: ReadonlyMap<number, Decision>;
  /** Whether a decision applies to all identical findings. */
  isForAll: boolean;
}

export const useDecisionStore = createStore<DecisionStore>({ decisions: new Map(), isForAll: true });

function decisionsCleared(): void {
  useDecisionStore.setState({ decisions: new Map() });
}

export function forAllSwitched(isForAll: boolean): void {
  useDecisionStore.setState({ isForAll });
}

/** Decides on a finding, and, with `isForAll`, on identical ones. Repeating a decision resets it. */
export function findingDecided(index: number, decision: Decision): void {
  const answer = labelCheck.answer();
  if (answer.phase !== 'done') return;
  const { findings } = answer.value;
  useDecisionStore.setState(({ decisions: before, isForAll }) => {
    const decisions = new Map(before);
    const isTaken = decisions.get(index) === decision;
    findings.forEach((finding, other) => {
      if (other !== index && !(isForAll && finding.case === findings[index]!.case)) return;
      if (isTaken) decisions.delete(other);
      else decisions.set(other, decision);
    });
    return { decisions };
  });
}

/** Saves the file with the decisions applied. */
export async function saveCorrected(): Promise<void> {
  const answer = labelCheck.answer();
  if (answer.phase !== 'done') return;
  const corrections = correctionsOf(answer.value.findings, useDecisionStore.getState().decisions);
  const file = await attempt('save the corrected file', ask('correctLabels', { id: answer.key, corrections }));
  if (file) saveFile(file.value.name, file.value.contents, 'text/plain');
}
