import type { ScoredSentence } from '../../insight/sentence.ts';
import type { TrellisMode } from '../../insight/trellis.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { Inspection } from '../../tagging/explain/inspect.ts';
import type { ModelInfo } from '../../workers/wire/payloads.ts';
import { createStore } from './create-store.ts';

/** Target of a link to Inside: the token at a character of a text, a transition between two tags, or a place in the sentence box. */
export type Target = { text: string; offset: number } | { from: string; to: string } | Place;

/** A sentence of a text and one of its tokens; `token` undefined: the default selection. */
export interface Place {
  sentence: number;
  token: number | undefined;
  /** The figure that the lecture view shows; undefined: it is closed. */
  slide?: string | undefined;
}

/** A text as a model tags it. */
export interface InspectedText {
  text: string;
  result: Inspection;
  model: ModelInfo['id'];
}

/** The state of the tab Inside. */
export interface InsideStore {
  /** The last inspection. While another model is inspected, it is of the earlier one. */
  inspection: InspectedText | undefined;
  error: SerializedError | undefined;
  /** Index of the shown sentence in the text. */
  sentence: number;
  /** The token and tag that all figures explain; undefined: the default selection. `tag` undefined: the one on the best path. */
  selected: { token: number; tag: number | undefined } | undefined;
  /** The target to select when the inspection has arrived. */
  target: Target | undefined;
  /** The name of the figure to keep at the top while those above it are rendered, until the user scrolls. */
  figure: string | undefined;
  /** The figure that the lecture view shows; undefined: it is closed. */
  slide: string | undefined;
  /** Another spelling of the token, to compare. */
  spelling: string | undefined;
  /** The recurrent unit whose gates are shown; undefined: the one that contributes most. */
  unit: number | undefined;
  mode: TrellisMode;
  /** The last drawn step of the recursion: a token, then END, then the backtrack. Undefined: all steps. */
  step: number | undefined;
  isPlaying: boolean;
  /** The tag of the explained cell in the column of the step; undefined: the one on the best path. */
  tag: number | undefined;
  /** The tagging whose score is shown as a sum, a tag per token; undefined: the best path. */
  tagging: readonly number[] | undefined;
  /** The sentence with scores that the reader has changed; undefined: those of the model. */
  edited: ScoredSentence | undefined;
}

const START = {
  sentence: 0,
  selected: undefined,
  spelling: undefined,
  unit: undefined,
  step: undefined,
  isPlaying: false,
  tag: undefined,
  tagging: undefined,
  edited: undefined,
};

export const useInsideStore = createStore<InsideStore>({
  target: undefined,
  figure: undefined,
  slide: undefined,
  inspection: undefined,
  error: undefined,
  mode: 'viterbi',
  ...START,
});

/** Sets the inspection. Another text starts at its first sentence; another model of the same text keeps the place. */
export function textInspected(text: string, model: ModelInfo['id'], result: Inspection): void {
  useInsideStore.setState(({ inspection }) => ({
    inspection: { text, result, model },
    error: undefined,
    edited: undefined,
    ...(inspection?.text === text && inspection.result.tags.join(' ') === result.tags.join(' ') ? {} : START),
  }));
}

export function inspectionFailed(error: SerializedError): void {
  useInsideStore.setState({ inspection: undefined, error, slide: undefined, ...START });
}

export function inspectionCleared(): void {
  useInsideStore.setState({ inspection: undefined, error: undefined, slide: undefined, ...START });
}

export function sentenceChosen(sentence: number): void {
  useInsideStore.setState({ ...START, sentence });
}

export function targetRequested(target: Target): void {
  useInsideStore.setState({ target });
}

/** Selects the token of the target; undefined: the target does not exist. @param figure to scroll to */
export function targetResolved(place: Place | undefined, figure?: string): void {
  useInsideStore.setState({
    target: undefined,
    ...(place && {
      ...START,
      sentence: place.sentence,
      selected: place.token === undefined ? undefined : { token: place.token, tag: undefined },
      slide: place.slide,
      figure,
    }),
  });
}

/** Selects a token in another sentence of the text. */
export function occurrenceChosen(sentence: number, token: number): void {
  useInsideStore.setState({ ...START, sentence, selected: { token, tag: undefined } });
}

/** Selects the token to which the requested transition leads; T for END. */
export function stepResolved(step: number, tag: number | undefined): void {
  useInsideStore.setState(({ selected }) => ({
    target: undefined,
    step,
    tag,
    selected: tag === undefined ? selected : { token: step, tag },
    isPlaying: false,
    figure: 'trellis',
  }));
}

/** Goes to a figure: that of a slide in the lecture view. */
export function figureRequested(figure: string): void {
  useInsideStore.setState(({ slide }) => (slide === undefined ? { figure } : { slide: figure }));
}

/** @param slide name of the first figure */
export function lectureOpened(slide: string): void {
  useInsideStore.setState({ slide });
}

/** The page then shows the figure of the last slide. */
export function lectureClosed(): void {
  useInsideStore.setState(({ slide }) => (slide === undefined ? {} : { slide: undefined, figure: slide }));
}

/** The target has been reached, unless another one was requested meanwhile. */
export function figureLeft(left: string): void {
  useInsideStore.setState(({ figure }) => (figure === left ? { figure: undefined } : {}));
}

export function modeChosen(mode: TrellisMode): void {
  useInsideStore.setState({ mode, step: undefined, isPlaying: false, tag: undefined });
}

export function stepChosen(step: number | undefined): void {
  useInsideStore.setState({ step, isPlaying: false, tag: undefined });
}

/** Advances playing, which stops at the last step. */
export function stepPlayed(step: number, last: number): void {
  useInsideStore.setState({ step, tag: undefined, isPlaying: step < last });
}

export function playToggled(isPlaying: boolean): void {
  useInsideStore.setState({ isPlaying });
}

export function cellChosen(step: number, tag: number): void {
  useInsideStore.setState({ step, tag, selected: { token: step, tag }, isPlaying: false });
}

export function tokenChosen(token: number, tag?: number): void {
  useInsideStore.setState(({ selected, spelling }) => ({
    selected: { token, tag },
    spelling: selected?.token === token ? spelling : undefined,
  }));
}

export function spellingTyped(spelling: string): void {
  useInsideStore.setState({ spelling: spelling.trim() === '' ? undefined : spelling.trim() });
}

export function unitChosen(unit: number): void {
  useInsideStore.setState({ unit });
}

export function taggingChosen(tagging: readonly number[] | undefined): void {
  useInsideStore.setState({ tagging });
}

/** Shows the sentence with changed scores; undefined: with those of the model again. */
export function sentenceEdited(edited: ScoredSentence | undefined): void {
  useInsideStore.setState({ edited });
}
