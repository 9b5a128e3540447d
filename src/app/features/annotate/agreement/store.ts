import type { Choice, Conflict, Decisions } from '../../../../annotation/agreement/adjudication.ts';
import type { Comparison } from '../../../../annotation/agreement/agreement.ts';
import type { AlignedSentence, Alignment } from '../../../../annotation/agreement/alignment.ts';
import type { NewSentence, SpanType } from '../../../../annotation/sets/set.ts';
import type { Span } from '../../../../data/corpus.ts';
import type { SerializedError } from '../../../../lib/errors.ts';
import type { FileId } from '../../../../workers/wire/payloads.ts';
import { createStore } from '../../../stores/create-store.ts';
import type { SetId } from '../sets/store.ts';
import type { Selection } from '../spans/selection.ts';

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
export interface ComparedAnnotations extends ReadAnnotations {
  /** Indices of the pairs that were compared. */
  compared: readonly number[];
  /** The compared pairs. */
  pairs: readonly AlignedSentence[];
  comparison: Comparison;
  conflicts: readonly Conflict[];
}

/** The sentence of a conflict whose spans the user edits. */
export interface Draft {
  spans: readonly Span[];
  selection: Selection;
}

/** The differences between two writers of a set of a project. */
export interface DecidedProject {
  /** The set in the project. */
  set: string;
  /** Keys of the compared sentences. */
  keys: readonly string[];
}

interface AgreementStore extends Decisions {
  isOpen: boolean;
  /** Whether two people of a project are compared, and not two chosen annotations. */
  isOfProject: boolean;
  /** Where the decisions belong; undefined: in a new set or a file. */
  decides: DecidedProject | undefined;
  /** Whether open sentences count as annotated. */
  isOpenCounted: boolean;
  outcome:
    | { phase: 'none' | 'reading' }
    | { phase: 'done'; compared: ComparedAnnotations }
    | { phase: 'failed'; error: SerializedError };
  /** Id of the shown conflict. */
  current: number;
  draft: Draft | undefined;
  /** The type that a double click marks. */
  lastType: string | undefined;
}

const UNDECIDED = {
  choices: new Map<number, Choice>(),
  edited: new Map<number, readonly Span[]>(),
  current: 0,
  draft: undefined,
};

export const useAgreementStore = createStore<AgreementStore>({
  ...UNDECIDED,
  isOpen: false,
  isOfProject: false,
  decides: undefined,
  isOpenCounted: false,
  outcome: { phase: 'none' },
  lastType: undefined,
});

/** Shows the last comparison of two chosen annotations, if there is one. */
export function agreementOpened(): void {
  if (useAgreementStore.getState().isOfProject) agreementChanged({ phase: 'none' });
  useAgreementStore.setState({ isOpen: true });
}

/** Shows a comparison of two writers of a project. */
export function writersCompared(compared: ComparedAnnotations, decides: DecidedProject | undefined): void {
  useAgreementStore.setState({ ...UNDECIDED, isOpen: true, isOfProject: true, decides, isOpenCounted: false, outcome: { phase: 'done', compared } }); // prettier-ignore
}

/** Whether there are decisions of a project, which belong to no file or set until they are saved. */
export function areDecisionsUnsaved(): boolean {
  const { decides, choices, edited, draft } = useAgreementStore.getState();
  return decides !== undefined && (choices.size > 0 || edited.size > 0 || draft !== undefined);
}

export function agreementClosed(): void {
  useAgreementStore.setState({ isOpen: false, decides: undefined, draft: undefined });
}

/** A new comparison starts without decisions, and is not that of a project. */
export function agreementChanged(outcome: AgreementStore['outcome']): void {
  useAgreementStore.setState({ ...UNDECIDED, outcome, isOpenCounted: false, isOfProject: false, decides: undefined });
}

/** The same two annotations are compared again. */
export function openSentencesCounted(compared: ComparedAnnotations, isOpenCounted: boolean): void {
  useAgreementStore.setState({ ...UNDECIDED, outcome: { phase: 'done', compared }, isOpenCounted });
}

export function conflictShown(current: number): void {
  useAgreementStore.setState({ current, draft: undefined });
}

/** Chooses one side; this discards the edited spans of the sentence. */
export function choiceMade({ id, sentence }: Conflict, choice: Choice): void {
  useAgreementStore.setState(({ choices, edited }) => ({
    choices: new Map(choices).set(id, choice),
    edited: without(edited, sentence),
  }));
}

export function sentenceEdited({ sentence }: Conflict, spans: readonly Span[]): void {
  useAgreementStore.setState(({ edited }) => ({ edited: new Map(edited).set(sentence, spans), draft: undefined }));
}

/** Resets the decision on a conflict. */
export function decisionReset({ id, sentence }: Conflict): void {
  useAgreementStore.setState(({ choices, edited }) => ({
    choices: without(choices, id),
    edited: without(edited, sentence),
    draft: undefined,
  }));
}

/** @param draft undefined: the spans of the sentence are no longer edited */
export function draftChanged(draft: Draft | undefined): void {
  useAgreementStore.setState({ draft });
}

export function typeUsed(lastType: string): void {
  useAgreementStore.setState({ lastType });
}

function without<T>(map: ReadonlyMap<number, T>, key: number): ReadonlyMap<number, T> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
