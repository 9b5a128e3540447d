import type { SerializedError } from '../../lib/errors.ts';
import type { LabelCheck } from '../../workers/wire/annotation.ts';
import type { FileId } from '../../workers/wire/payloads.ts';
import { createStore } from './create-store.ts';

/** A decision on a finding. */
export type Decision = 'fix' | 'keep' | 'exclude';

interface LabelCheckStore {
  /** The file whose check is shown; undefined: the dialog is closed. */
  shown: { id: FileId; name: string } | undefined;
  check:
    | { phase: 'none' }
    | { phase: 'running'; id: FileId }
    /** `decisions`: by index of the finding. */
    | { phase: 'done'; id: FileId; check: LabelCheck; decisions: ReadonlyMap<number, Decision> }
    | { phase: 'failed'; id: FileId; error: SerializedError };
  /** Whether a decision applies to all identical findings. */
  isForAll: boolean;
}

export const useLabelCheckStore = createStore<LabelCheckStore>({
  shown: undefined,
  check: { phase: 'none' },
  isForAll: true,
});

export function labelCheckShown(shown: LabelCheckStore['shown']): void {
  useLabelCheckStore.setState({ shown });
}

export function labelCheckChanged(check: LabelCheckStore['check']): void {
  useLabelCheckStore.setState({ check });
}

export function forAllSwitched(isForAll: boolean): void {
  useLabelCheckStore.setState({ isForAll });
}

/** Decides on a finding, and, with `isForAll`, on identical ones. Repeating a decision resets it. */
export function findingDecided(index: number, decision: Decision): void {
  useLabelCheckStore.setState(({ check, isForAll }) => {
    if (check.phase !== 'done') return {};
    const decisions = new Map(check.decisions);
    const isTaken = decisions.get(index) === decision;
    const { findings } = check.check;
    findings.forEach((finding, other) => {
      if (other !== index && !(isForAll && finding.case === findings[index]!.case)) return;
      if (isTaken) decisions.delete(other);
      else decisions.set(other, decision);
    });
    return { check: { ...check, decisions } };
  });
}
