import { withPoint, type CurvePoint } from '../../annotation/evaluation-set.ts';
import type { Suggestion } from '../../annotation/suggestions.ts';
import type { LearnResult } from '../../workers/wire/annotation.ts';
import { createStore } from './create-store.ts';

/** The state of the model that learns from the open set. */
interface AnnotationLearningStore {
  /** From how many annotated sentences a model is learning at this moment. */
  learningFrom: number | undefined;
  /** The last result. */
  result: Pick<LearnResult, 'trainedOn' | 'quality' | 'forecast' | 'seconds' | 'from'> | undefined;
  /** Quality after each training, for the forecast. */
  curve: readonly CurvePoint[];
  /** By sentence. */
  suggestions: ReadonlyMap<number, readonly Suggestion[]>;
  /** Why it could not learn. */
  problem: string | undefined;
  /** The model that was kept of the set is back, or there is none. */
  isRestored: boolean;
  /** Also learn from the loaded training files. */
  withFiles: boolean;
}

const NOTHING = {
  learningFrom: undefined,
  result: undefined,
  curve: [],
  suggestions: new Map(),
  problem: undefined,
  isRestored: false,
};

export const useAnnotationLearningStore = createStore<AnnotationLearningStore>({ ...NOTHING, withFiles: false });

/** A suggestion that is rather wrong than right costs less if it has to be taken than if it has to be refused. */
const LEAST_PROBABLE = 0.5;

/** Another set, or other texts. */
export function learningReset(): void {
  useAnnotationLearningStore.setState(NOTHING);
}

/** What an earlier visit came to. */
export function learningRestored({ result, curve }: Pick<AnnotationLearningStore, 'result' | 'curve'>): void {
  useAnnotationLearningStore.setState({ result, curve });
}

/** Whatever was kept of the set is restored, with suggestions for the sentences that come next. */
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

/** By the same model as the others. */
export function suggestionsAdded(suggestions: LearnResult['suggestions']): void {
  useAnnotationLearningStore.setState((store) => ({
    suggestions: new Map([...store.suggestions, ...bySentence(suggestions)]),
  }));
}

export function filesIncluded(withFiles: boolean): void {
  useAnnotationLearningStore.setState({ withFiles });
}

function bySentence(suggestions: LearnResult['suggestions']): Map<number, Suggestion[]> {
  return new Map(
    suggestions.map(({ sentence, spans, possible }) => [
      sentence,
      [
        ...spans.map((span) => ({ ...span, isDoubtful: span.probability < LEAST_PROBABLE })),
        ...possible.map((span) => ({ ...span, alternatives: [], isDoubtful: true })),
      ],
    ]),
  );
}
