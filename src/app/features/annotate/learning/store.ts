import type { Renumbering } from '../../../../annotation/sets/divide.ts';
import { withPoint, type CurvePoint } from '../../../../annotation/queue/evaluation-set.ts';
import { isDoubtful, type Suggestion } from '../../../../annotation/spans/suggestions.ts';
import type { Rule } from '../../../../annotation/rules/rule.ts';
import type { LearnResult, RuleResult } from '../../../../workers/wire/annotation.ts';
import { createStore } from '../../../stores/create-store.ts';

/** The state of the learner of the open set. */
interface AnnotationLearningStore {
  /** Number of annotated sentences in the current training; undefined: no training. */
  learningFrom: number | undefined;
  /** The last result. */
  result: Pick<LearnResult, 'trainedOn' | 'quality' | 'forecast' | 'seconds' | 'from'> | undefined;
  /** Quality after each training, for the forecast. */
  curve: readonly CurvePoint[];
  /** Suggestions by sentence. */
  suggestions: ReadonlyMap<number, readonly Suggestion[]>;
  /** Why training failed. */
  problem: string | undefined;
  /** Whether the stored model of the set is restored, or there is none. */
  isRestored: boolean;
  /** Also train on the loaded training files. */
  withFiles: boolean;
  /** Also train on what the rules say of open sentences. */
  withRules: boolean;
  /** What the rules of the set say. */
  applied: AppliedToSet | undefined;
}

interface AppliedToSet extends RuleResult {
  /** Of the set, the same object. */
  rules: readonly Rule[];
}

const NOTHING = {
  learningFrom: undefined,
  result: undefined,
  curve: [],
  suggestions: new Map(),
  problem: undefined,
  isRestored: false,
  applied: undefined,
};

export const useAnnotationLearningStore = createStore<AnnotationLearningStore>({
  ...NOTHING,
  withFiles: false,
  withRules: false,
});

/** Resets the state for another set, or other texts. */
export function learningReset(): void {
  useAnnotationLearningStore.setState(NOTHING);
}

/** Restores the result of an earlier session. */
export function learningRestored({ result, curve }: Pick<AnnotationLearningStore, 'result' | 'curve'>): void {
  useAnnotationLearningStore.setState({ result, curve });
}

/** Everything stored for the set is restored, including suggestions for the next sentences. */
export function restoringEnded(): void {
  useAnnotationLearningStore.setState({ isRestored: true });
}

export function learningStarted(learningFrom: number): void {
  useAnnotationLearningStore.setState({ learningFrom, problem: undefined });
}

export function learningEnded(problem?: string): void {
  useAnnotationLearningStore.setState({ learningFrom: undefined, problem });
}

export function learningFinished(result: LearnResult): void {
  useAnnotationLearningStore.setState(({ curve }) => ({
    result,
    curve: withPoint(curve, result.point),
    suggestions: result.suggestions.length > 0 ? bySentence(result.suggestions) : new Map(),
    learningFrom: undefined,
    problem: undefined,
  }));
}

/** Adds suggestions of the current model. */
export function suggestionsAdded(suggestions: LearnResult['suggestions']): void {
  useAnnotationLearningStore.setState((store) => ({
    suggestions: new Map([...store.suggestions, ...bySentence(suggestions)]),
  }));
}

/** The sentences have other numbers. What the rules say is to be asked again. */
export function learningRenumbered({ to }: Renumbering): void {
  useAnnotationLearningStore.setState(({ suggestions }) => ({
    suggestions: new Map(
      [...suggestions].flatMap(([id, own]) => {
        const moved = to(id);
        return moved === undefined ? [] : [[moved, own] as const];
      }),
    ),
    applied: undefined,
  }));
}

export function filesIncluded(withFiles: boolean): void {
  useAnnotationLearningStore.setState({ withFiles });
}

export function rulesIncluded(withRules: boolean): void {
  useAnnotationLearningStore.setState({ withRules });
}

export function rulesApplied(applied: AppliedToSet | undefined): void {
  useAnnotationLearningStore.setState({ applied });
}

function bySentence(suggestions: LearnResult['suggestions']): Map<number, Suggestion[]> {
  return new Map(
    suggestions.map(({ sentence, spans, possible }) => [
      sentence,
      [
        ...spans.map((span) => ({ ...span, isDoubtful: isDoubtful(span) })),
        ...possible.map((span) => ({ ...span, alternatives: [], isDoubtful: true })),
      ],
    ]),
  );
}
