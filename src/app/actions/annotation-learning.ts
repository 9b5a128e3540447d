import { EVALUATION_SHARE } from '../../annotation/evaluation-set.ts';
import { isLearningDue } from '../../annotation/learning.ts';
import { upcoming } from '../../annotation/next.ts';
import { packSentences } from '../../annotation/packed-sentences.ts';
import type { AnnotatedSentence, AnnotationSet } from '../../annotation/set.ts';
import { serializeError } from '../../lib/errors.ts';
import { yieldToEventLoop } from '../../lib/event-loop.ts';
import type { LearnResult, LearnRequest } from '../../workers/wire/annotation.ts';
import { ask } from '../bridge.ts';
import {
  learningEnded,
  learningFinished,
  learningReset,
  learningRestored,
  learningStarted,
  restoringEnded,
  suggestionsAdded,
  useAnnotationLearningStore,
} from '../stores/annotation-learning.ts';
import type { SetId } from '../stores/annotation-sets.ts';
import { queueOrdered, useAnnotationStore } from '../stores/annotation.ts';
import { selectIsActive, useRunStore } from '../stores/run.ts';
import { annotationLog } from './annotation-log.ts';

/** Another task has the worker, for minutes maybe: it is asked again after this time. */
const RETRY_AFTER = 3000; // milliseconds

/** Sentences of the text that are read ahead, in document order. */
const AHEAD = 30;

/** Sentences that have suggestions before they are shown: those that the page lists as the queue. */
const LOOK_AHEAD = 12;

/**
 * The model that learns from the open set, in the trainer's worker: trains again when enough was decided, and brings queue and suggestions
 * up to date. The sentence that is edited keeps the suggestions it has.
 */
export class AnnotationLearner {
  /** The set that it learns from, and how many sentences it has. */
  #texts: { id: SetId; sentences: number } | undefined;
  /** What the worker has: the set, and the tokens of each sentence as they were. */
  #sent: { id: SetId; tokens: readonly (readonly string[])[] } | undefined;
  /** How many sentences were annotated when it learnt last. */
  #lastAnnotated: number | undefined;
  /** The last model continued from an earlier one, and training from scratch pays off: this is done once its suggestions have arrived. */
  #shouldTrainFromScratch = false;
  /** The set whose kept model was asked for. */
  #restored: SetId | undefined;
  #isBusy = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** Follows the open set. @returns what ends that */
  watch(): () => void {
    const check = () => void this.#check();
    const lookAhead = () => void this.#lookAhead();
    this.#texts = undefined; // the set may have been closed meanwhile
    this.#restored = undefined;
    check();
    const stops = [
      useAnnotationStore.subscribe(({ history }) => history?.set.sentences, check),
      useAnnotationStore.subscribe(({ current }) => current, lookAhead),
      useAnnotationStore.subscribe(({ isDocumentOrder }) => isDocumentOrder, lookAhead),
      useRunStore.subscribe(selectIsActive, check),
      useAnnotationLearningStore.subscribe(
        ({ withFiles }) => withFiles,
        () => {
          this.#lastAnnotated = undefined;
          check();
        },
      ),
    ];
    return () => {
      stops.forEach((stop) => stop());
      clearTimeout(this.#retry);
    };
  }

  /** Learns if it is time to. */
  async #check(): Promise<void> {
    const { id, history } = useAnnotationStore.getState();
    if (id === undefined || history === undefined || this.#isBusy) return;
    const { sentences } = history.set;
    if (this.#texts?.id !== id || this.#texts.sentences !== sentences.length) {
      this.#forget();
      this.#texts = { id, sentences: sentences.length };
    }
    if (this.#restored !== id) {
      this.#restored = id;
      await this.#restore(id, history.set);
      if (useAnnotationStore.getState().id === id) restoringEnded();
      return this.#check();
    }
    const annotated = sentences.filter(({ state }) => state === 'accepted');
    const isTime =
      this.#shouldTrainFromScratch || isLearningDue(sentences.length, annotated.length, this.#lastAnnotated);
    if (selectIsActive(useRunStore.getState()) || !isTime) return;
    this.#isBusy = true;
    let isRefused = false;
    try {
      await this.#sendTexts(id, sentences);
      isRefused = (await this.#learn(this.#requestOf(id, sentences, annotated))) === 'refused';
    } catch (error) {
      const { code, message } = serializeError(error);
      this.#sent = undefined; // a new trainer has no texts
      this.#shouldTrainFromScratch = false;
      this.#lastAnnotated = annotated.length; // not again before more was decided
      learningEnded(code === 'Cancelled' ? undefined : message);
    } finally {
      this.#isBusy = false;
    }
    if (isRefused) this.#checkLater();
    else void this.#check(); // another set may have been opened meanwhile
  }

  #checkLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#check(), RETRY_AFTER);
  }

  /** Goes on from what was learnt before the page was opened. */
  async #restore(id: SetId, { sentences, types }: AnnotationSet): Promise<void> {
    this.#isBusy = true;
    try {
      const kept = await annotationLog.learner(id);
      if (kept?.sentences !== sentences.length) return;
      await this.#sendTexts(id, sentences);
      const params = { set: id, types: types.map(({ name }) => name), saved: kept.saved };
      if (!(await ask('restoreLearner', params)) || useAnnotationStore.getState().id !== id) return;
      this.#lastAnnotated = kept.annotated;
      learningRestored({ result: kept.learnt, curve: kept.curve });
      queueOrdered([...kept.queue]);
      await this.#lookAhead();
    } catch {
      this.#sent = undefined; // it is learnt again
    } finally {
      this.#isBusy = false;
    }
  }

  #forget(): void {
    this.#sent = undefined;
    this.#lastAnnotated = undefined;
    this.#shouldTrainFromScratch = false;
    learningReset();
    queueOrdered(undefined);
  }

  async #sendTexts(id: SetId, sentences: readonly AnnotatedSentence[]): Promise<void> {
    if (this.#sent !== undefined) return;
    await yieldToEventLoop(); // packing alone takes long enough
    await ask('annotationTexts', { set: id, sentences: packSentences(sentences) });
    this.#sent = { id, tokens: sentences.map(({ tokens }) => tokens) };
  }

  #requestOf(
    set: SetId,
    sentences: readonly AnnotatedSentence[],
    annotated: readonly AnnotatedSentence[],
  ): LearnRequest {
    const { current, history } = useAnnotationStore.getState();
    const { withFiles, curve } = useAnnotationLearningStore.getState();
    return {
      set,
      annotated: annotated.map(({ id, tokens, spans }) => ({ sentence: id, tokens: [...tokens], spans: [...spans] })),
      types: history?.set.types.map(({ name }) => name) ?? [],
      skipped: sentences.filter(({ state }) => state === 'skipped' || state === 'flagged').map(({ id }) => id),
      withFiles,
      fromScratch: this.#shouldTrainFromScratch,
      evaluationShare: EVALUATION_SHARE,
      curve: [...curve],
      suggest: upcoming(sentences, undefined, current, AHEAD),
    };
  }

  /** @returns `refused` if the worker is doing something else */
  async #learn(request: LearnRequest): Promise<'learned' | 'refused'> {
    learningStarted(request.annotated.length);
    const result = await ask('learn', request);
    if (useAnnotationStore.getState().id !== request.set) return 'learned';
    if (result === undefined) {
      learningEnded();
      return 'refused';
    }
    const isAsAsked = request.withFiles === useAnnotationLearningStore.getState().withFiles;
    this.#lastAnnotated = isAsAsked ? request.annotated.length : undefined; // otherwise it learns again
    this.#shouldTrainFromScratch = result.shouldTrainFromScratch;
    learningFinished(result);
    queueOrdered([...result.queue]);
    void this.#keep(request, result);
    await this.#lookAhead();
    return 'learned';
  }

  async #keep({ set, annotated }: LearnRequest, { saved, queue, ...result }: LearnResult): Promise<void> {
    if (saved === undefined || this.#texts === undefined) return;
    const { trainedOn, quality, forecast, seconds, from } = result;
    const learnt = { trainedOn, quality, forecast, seconds, from };
    const { curve } = useAnnotationLearningStore.getState();
    const { sentences } = this.#texts;
    await annotationLog.keepLearner(set, { version: 1, saved, learnt, curve, queue, sentences, annotated: annotated.length }); // prettier-ignore
  }

  /**
   * Asks for suggestions for the sentences that may be shown next, where the model has none yet. The sentence that is shown keeps those that
   * it was shown with, or none: Enter accepts nothing that has just appeared.
   */
  async #lookAhead(): Promise<void> {
    const { id: set, history, queue, isDocumentOrder, current } = useAnnotationStore.getState();
    const { suggestions, result } = useAnnotationLearningStore.getState();
    const sent = this.#sent;
    if (history === undefined || set === undefined || sent?.id !== set) return;
    if (result === undefined || result.trainedOn === 0) return;
    const { sentences } = history.set;
    const near = current === undefined ? [] : [current - 1, current, current + 1];
    const next = upcoming(sentences, isDocumentOrder ? undefined : queue, current, LOOK_AHEAD);
    const wanted = [...new Set([...next, ...near])].filter((id) => {
      const sentence = sentences[id];
      // Not those that were tokenized again since.
      return sentence?.state === 'open' && !suggestions.has(id) && sent.tokens[id] === sentence.tokens;
    });
    if (wanted.length === 0) return;
    const found = await ask('suggest', { set, sentences: wanted }).catch(() => []); // suggestions are not needed
    const isCurrent = useAnnotationLearningStore.getState().result === result; // no other model has been trained meanwhile
    if (isCurrent) suggestionsAdded(found);
  }
}

/** Of this page. */
export const annotationLearner = new AnnotationLearner();
