import { correctionsOf } from '../../../annotation/label-check.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { LabelCheck } from '../../../workers/wire/annotation.ts';
import type { CorpusFile, FileId } from '../../../workers/wire/payloads.ts';
import { createStore } from '../../stores/create-store.ts';
import { ask, attempt } from '../../trainer/bridge.ts';
import { query } from '../../trainer/query.ts';
import { saveFile } from '../../ui/save-file.ts';
import { contentsOf, readingOf } from './reading.ts';

/** A decision on a finding. */
export type Decision = 'fix' | 'keep' | 'exclude';

/** The check of a file, and what was decided. */
export interface Checked {
  file: FileId;
  /** Of the file as it is read (`contentsOf`). */
  contents: string;
  check: LabelCheck;
  /** By index of the finding. */
  decisions: ReadonlyMap<number, Decision>;
  /** Those in the file that was saved last. */
  saved?: ReadonlyMap<number, Decision>;
}

interface CheckStore {
  /** By reading, the last changed one last. Kept when the dialog is closed, or shows another file. */
  checks: ReadonlyMap<string, Checked>;
  /** Whether the browser keeps all of them for the next session. */
  areKept: boolean;
  /** Whether a decision applies to all identical findings. */
  isForAll: boolean;
}

export const useCheckStore = createStore<CheckStore>({ checks: new Map(), areKept: false, isForAll: true });

function changeChecked(reading: string, checked: Checked): void {
  useCheckStore.setState(({ checks: before }) => {
    const checks = new Map(before);
    checks.delete(reading);
    return { checks: checks.set(reading, checked) };
  });
}

/** Checks a file. Its result is in the store afterwards. */
export const labelCheck = query(async (file: CorpusFile, signal) => {
  const check = await ask('checkLabels', { id: file.id }, signal);
  if (check === undefined)
    throw new StudioError('NotReady', 'Labels cannot be checked while a run trains. Check them when it has ended.');
  checkFound(readingOf(file), { file: file.id, contents: await contentsOf(file), check, decisions: new Map() });
});

/** A check of this session or of an earlier one, unless there is one. */
export function checkFound(reading: string, checked: Checked): void {
  if (!useCheckStore.getState().checks.has(reading)) changeChecked(reading, checked);
}

/** @param areKept whether the browser keeps all checks */
export function checksKept(areKept: boolean): void {
  useCheckStore.setState({ areKept });
}

export function forAllSwitched(isForAll: boolean): void {
  useCheckStore.setState({ isForAll });
}

/** Decides on a finding, and, with `isForAll`, on identical ones. Repeating a decision resets it. */
export function findingDecided(reading: string, index: number, decision: Decision): void {
  const { checks, isForAll } = useCheckStore.getState();
  const checked = checks.get(reading)!;
  const { check } = checked;
  const decisions = new Map(checked.decisions);
  const isTaken = decisions.get(index) === decision;
  check.findings.forEach((finding, other) => {
    if (other !== index && !(isForAll && finding.case === check.findings[index]!.case)) return;
    if (isTaken) decisions.delete(other);
    else decisions.set(other, decision);
  });
  changeChecked(reading, { ...checked, decisions });
}

/** Saves the file with the decisions applied. */
export async function saveCorrected(file: CorpusFile, checked: Checked): Promise<void> {
  const { check, decisions } = checked;
  const corrections = correctionsOf(check.findings, decisions);
  const answer = await attempt('save the corrected file', ask('correctLabels', { id: file.id, corrections }));
  if (!answer) return;
  saveFile(answer.value.name, answer.value.contents, 'text/plain');
  changeChecked(readingOf(file), { ...checked, saved: decisions });
}
