import type { Choice, Conflict, Decisions } from '../../annotation/adjudication.ts';
import type { Comparison } from '../../annotation/agreement.ts';
import type { AlignedSentence, Alignment } from '../../annotation/alignment.ts';
import type { NewSentence, SpanType } from '../../annotation/set.ts';
import type { Span } from '../../data/corpus.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { FileId } from '../../workers/wire/payloads.ts';
import type { SetId } from './annotation-sets.ts';
import { createStore } from './create-store.ts';

/** An annotation that can be compared. */
export type AnnotationSource =
  | { kind: 'set'; name: string; id: SetId }
  | { kind: 'loaded'; name: string; id: FileId }
  | { kind: 'file'; name: string; file: File };

/** Two annotations as read from their sources. */
export interface ReadAnnotations {
  names: readonly [string, string];
  sentences: readonly [readonly NewSentence[], readonly NewSentence[]];
  /** Types of both, with keys and colours. */
  types: readonly SpanType[];
  alignment: Alignment;
}

/** The result of a comparison. */
export interface FoundAgreement extends ReadAnnotations {
  /** Indices of the pairs that were compared. */
  compared: readonly number[];
  /** The compared pairs. */
  pairs: readonly AlignedSentence[];
  comparison: Comparison;
  conflicts: readonly Conflict[];
}

/** A sentence whose spans the user edits. */
export interface OwnEdit {
  spans: readonly Span[];
  /** Anchor and focus tokens of the selection. */
  anchor: number;
  focus: number;
}

interface AgreementStore extends Decisions {
  isOpen: boolean;
  /** Whether open sentences count as annotated. */
  isOpenCounted: boolean;
  outcome:
    | { phase: 'none' | 'reading' }
    | { phase: 'done'; found: FoundAgreement }
    | { phase: 'failed'; error: SerializedError };
  /** Id of the shown conflict. */
  current: number;
  editing: OwnEdit | undefined;
}

const UNDECIDED = {
  choices: new Map<number, Choice>(),
  own: new Map<number, readonly Span[]>(),
  current: 0,
  editing: undefined,
};

export const useAgreementStore = createStore<AgreementStore>({
  ...UNDECIDED,
  isOpen: false,
  isOpenCounted: false,
  outcome: { phase: 'none' },
});

export function agreementOpened(): void {
  useAgreementStore.setState({ isOpen: true });
}

export function agreementClosed(): void {
  useAgreementStore.setState({ isOpen: false, editing: undefined });
}

/** A new comparison starts without decisions. */
export function agreementChanged(outcome: AgreementStore['outcome'], isOpenCounted = false): void {
  useAgreementStore.setState({ ...UNDECIDED, outcome, isOpenCounted });
}

export function conflictShown(current: number): void {
  useAgreementStore.setState({ current, editing: undefined });
}

/** Chooses one side; this discards spans that were written for the whole sentence. */
export function choiceMade({ id, sentence }: Conflict, choice: Choice): void {
  useAgreementStore.setState(({ choices, own }) => ({
    choices: new Map(choices).set(id, choice),
    own: without(own, sentence),
  }));
}

export function ownWritten({ sentence }: Conflict, spans: readonly Span[]): void {
  useAgreementStore.setState(({ own }) => ({ own: new Map(own).set(sentence, spans), editing: undefined }));
}

/** Resets the decision on a conflict. */
export function decisionReset({ id, sentence }: Conflict): void {
  useAgreementStore.setState(({ choices, own }) => ({
    choices: without(choices, id),
    own: without(own, sentence),
    editing: undefined,
  }));
}

export function ownEdited(editing: OwnEdit | undefined): void {
  useAgreementStore.setState({ editing });
}

function without<T>(map: ReadonlyMap<number, T>, key: number): ReadonlyMap<number, T> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
