import { renumbering } from '../../../../annotation/sets/divide.ts';
import { EVALUATION_SHARE } from '../../../../annotation/queue/evaluation-set.ts';
import { isLearningDue } from '../../../../annotation/queue/learning.ts';
import { upcoming } from '../../../../annotation/queue/next.ts';
import { packSentences } from '../../../../annotation/sets/packed-sentences.ts';
import type { Rule } from '../../../../annotation/rules/rule.ts';
import type { AnnotatedSentence, AnnotationSet } from '../../../../annotation/sets/set.ts';
import { serializeError } from '../../../../lib/errors.ts';
import { yieldToEventLoop } from '../../../../lib/event-loop.ts';
import type { AnnotatedTokens, LearnResult, LearnRequest, RuleResult } from '../../../../workers/wire/annotation.ts';
import { ask } from '../../../trainer/bridge.ts';
import {
  learningEnded,
  learningFinished,
  learningRenumbered,
  learningReset,
  learningRestored,
  learningStarted,
  restoringEnded,
  rulesApplied,
  suggestionsAdded,
  useAnnotationLearningStore,
} from './store.ts';
import type { SetId } from '../sets/store.ts';
import { queueOrdered, selectSet, useAnnotationStore } from '../store.ts';
import { selectIsActive, useRunStore } from '../../../stores/runs/run.ts';
import { useWorkspaceStore } from '../../../stores/workspace.ts';
import { annotationLog } from '../storage/annotation-log.ts';
import { filesToLearnFrom, hasOtherSources, rulesToLearnFrom } from './sources.ts';

/** Delay before the request is repeated if the worker is busy with another task, which may take minutes. */
const RETRY_AFTER = 3000; // milliseconds

/** Number of upcoming sentences, in document order, for which suggestions are requested with each training. */
const AHEAD = 30;

/** Number of upcoming sentences whose suggestions are loaded before they are shown: those in the list on the page. */
const LOOK_AHEAD = 12;

/**
 * Trains the learner of the open set in the trainer's worker: retrains it when enough sentences were annotated, and updates queue and
 * suggestions. The sentence that is being edited keeps its suggestions.
 */
export class AnnotationLearner {
  /** The set that is trained on, and its sentences when they were last added, merged or split. */
  #texts: { id: SetId; sentences: readonly AnnotatedSentence[] } | undefined;
  /** Sentences were merged or split: the worker needs the texts again, and keeps its model. */
  #isDivided = false;
  /** The set and tokens that were sent to the worker. */
  #sent: { id: SetId; tokens: readonly (readonly string[])[] } | undefined;
  /** Number of annotated sentences at the last training; undefined: train as soon as possible. */
  #lastAnnotated: number | undefined;
  /** Further training should be followed by a training from scratch, once its suggestions have arrived. */
  #shouldTrainFromScratch = false;
  /** The rules that were applied. */
  #rules: readonly Rule[] | undefined;
  /** Since they were applied: annotation shows how right they are. */
  #isMoreAnnotated = false;
  /** The set whose stored model was requested. */
  #restored: SetId | undefined;
  #isBusy = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** Follows the open set. @returns a function that stops this */
  watch(): () => void {
    const check = () => {
      this.#followTexts();
      void this.#check();
    };
    const again = () => {
      this.#lastAnnotated = undefined;
      check();
    };
    const lookAhead = () => void this.#lookAhead();
    this.#texts = undefined; // the set may have been closed in the meantime
    this.#restored = undefined;
    check();
    const stops = [
      useAnnotationStore.subscribe(({ history }) => history?.set.sentences, check),
      useAnnotationStore.subscribe(({ current }) => current, lookAhead),
      useAnnotationStore.subscribe(({ isDocumentOrder }) => isDocumentOrder, lookAhead),
      useRunStore.subscribe(selectIsActive, check),
      useAnnotationStore.subscribe((store) => selectSet(store)?.rules, check),
      useAnnotationLearningStore.subscribe(filesToLearnFrom, again),
      useWorkspaceStore.subscribe(filesToLearnFrom, again),
      useAnnotationLearningStore.subscribe(({ withRules }) => withRules, again),
    ];
    return () => {
      stops.forEach((stop) => stop());
      clearTimeout(this.#retry);
    };
  }

  /** Whether the worker has the tokens of a sentence of the open set: they may have changed since they were sent. */
  knows({ id, tokens }: AnnotatedSentence): boolean {
    return this.#sent !== undefined && this.#sent.id === this.#texts?.id && this.#sent.tokens[id] === tokens;
  }

  /** Notices other texts. Where sentences were merged or split, suggestions follow to their new numbers; otherwise the model is forgotten. */
  #followTexts(): void {
    const { id, history } = useAnnotationStore.getState();
    if (id === undefined || history === undefined) return;
    const { sentences } = history.set;
    if (this.#texts?.id === id && this.#texts.sentences.length === sentences.length) return;
    const change = this.#texts?.id === id ? renumbering(this.#texts.sentences, sentences) : undefined;
    this.#texts = { id, sentences };
    if (change?.isDivision !== true) {
      this.#isDivided = false;
      this.#forget();
      return;
    }
    this.#isDivided = true;
    this.#rules = undefined;
    learningRenumbered(change);
  }

  async #sendDivided(id: SetId, sentences: readonly AnnotatedSentence[]): Promise<void> {
    this.#isDivided = false;
    this.#isBusy = true;
    this.#sent = undefined;
    try {
      await this.#sendTexts(id, sentences);
    } catch {
      this.#sent = undefined; // the next training sends them
    } finally {
      this.#isBusy = false;
    }
    await this.#lookAhead();
  }

  /** Starts training if it is due. */
  async #check(): Promise<void> {
    const { id, history } = useAnnotationStore.getState();
    if (id === undefined || history === undefined || this.#isBusy) return;
    const { sentences } = history.set;
    if (this.#isDivided) {
      await this.#sendDivided(id, sentences);
      return this.#check();
    }
    if (this.#restored !== id) {
      this.#restored = id;
      await this.#restore(id, history.set);
      if (useAnnotationStore.getState().id === id) restoringEnded();
      return this.#check();
    }
    const annotated = sentences.filter(({ state }) => state === 'accepted');
    const areChanged = history.set.rules !== this.#rules;
    if (areChanged || this.#isMoreAnnotated) {
      const { withRules } = useAnnotationLearningStore.getState();
      if (areChanged && this.#rules !== undefined && withRules) this.#lastAnnotated = undefined; // also without rules: to forget them
      await this.#applyRules(id, history.set, annotated);
      return this.#check();
    }
    const decided = annotated.length + partlyDecided(sentences).length;
    const isTime =
      this.#shouldTrainFromScratch || isLearningDue(sentences.length, decided, this.#lastAnnotated, hasOtherSources());
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
      this.#lastAnnotated = decided; // retry only after more annotation
      learningEnded(code === 'Cancelled' ? undefined : message);
    } finally {
      this.#isBusy = false;
    }
    if (isRefused) this.#checkLater();
    else void this.#check(); // another set may have been opened in the meantime
  }

  /** Applies the rules of the set. Without rules there is nothing to apply. */
  async #applyRules(
    id: SetId,
    { sentences, rules }: AnnotationSet,
    annotated: readonly AnnotatedSentence[],
  ): Promise<void> {
    this.#isBusy = true;
    this.#rules = rules;
    this.#isMoreAnnotated = false;
    try {
      let result: RuleResult | undefined;
      if (rules.length > 0) {
        await this.#sendTexts(id, sentences);
        result = await ask('applyRules', { set: id, rules: [...rules], annotated: asTokens(annotated) });
      }
      if (useAnnotationStore.getState().id === id) rulesApplied(result && { ...result, rules });
    } catch (error) {
      this.#sent = undefined;
      learningEnded(serializeError(error).message);
    } finally {
      this.#isBusy = false;
    }
  }

  #checkLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#check(), RETRY_AFTER);
  }

  /** Restores the stored learner of an earlier session. */
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
      this.#sent = undefined; // the model is trained again
    } finally {
      this.#isBusy = false;
    }
  }

  #forget(): void {
    this.#rules = undefined;
    this.#sent = undefined;
    this.#lastAnnotated = undefined;
    this.#shouldTrainFromScratch = false;
    learningReset();
    queueOrdered(undefined);
  }

  async #sendTexts(id: SetId, sentences: readonly AnnotatedSentence[]): Promise<void> {
    if (this.#sent !== undefined) return;
    await yieldToEventLoop(); // packing is a long task by itself
    await ask('annotationTexts', { set: id, sentences: packSentences(sentences) });
    this.#sent = { id, tokens: sentences.map(({ tokens }) => tokens) };
  }

  #requestOf(
    set: SetId,
    sentences: readonly AnnotatedSentence[],
    annotated: readonly AnnotatedSentence[],
  ): LearnRequest {
    const { current, history } = useAnnotationStore.getState();
    const { curve } = useAnnotationLearningStore.getState();
    return {
      set,
      annotated: asTokens(annotated),
      partly: partlyDecided(sentences).map(({ id, tokens, spans, refused }) => ({
        sentence: id,
        tokens: [...tokens],
        spans: [...spans],
        refused: [...refused],
      })),
      types: history?.set.types.map(({ name }) => name) ?? [],
      skipped: sentences.filter(({ state }) => state === 'skipped' || state === 'flagged').map(({ id }) => id),
      withFiles: filesToLearnFrom() !== '',
      rules: [...rulesToLearnFrom()],
      fromScratch: this.#shouldTrainFromScratch,
      evaluationShare: EVALUATION_SHARE,
      curve: [...curve],
      suggest: upcoming(sentences, undefined, current, AHEAD),
    };
  }

  /** @returns `refused` if the worker is busy with another task */
  async #learn(request: LearnRequest): Promise<'learned' | 'refused'> {
    learningStarted(countDecided(request));
    const texts = this.#texts;
    const files = filesToLearnFrom();
    const result = await ask('learn', request);
    if (useAnnotationStore.getState().id !== request.set) return 'learned';
    if (result === undefined) {
      learningEnded();
      return 'refused';
    }
    const isOfRules = (rules: readonly Rule[]) => rules.length > 0;
    const isCurrentRequest = files === filesToLearnFrom() && isOfRules(request.rules) === isOfRules(rulesToLearnFrom());
    this.#lastAnnotated = isCurrentRequest ? countDecided(request) : undefined; // otherwise train again
    this.#shouldTrainFromScratch = result.shouldTrainFromScratch;
    if (texts !== this.#texts) {
      learningFinished({ ...result, suggestions: [] }); // its numbers are of sentences that were merged or split since
      return 'learned';
    }
    learningFinished(result);
    this.#isMoreAnnotated = true;
    queueOrdered([...result.queue]);
    void this.#keep(request, result);
    await this.#lookAhead();
    return 'learned';
  }

  async #keep(request: LearnRequest, { saved, queue, ...result }: LearnResult): Promise<void> {
    if (saved === undefined || this.#texts === undefined) return;
    const { trainedOn, quality, forecast, seconds, from } = result;
    const learnt = { trainedOn, quality, forecast, seconds, from };
    const { curve } = useAnnotationLearningStore.getState();
    const sentences = this.#texts.sentences.length;
    const annotated = countDecided(request);
    await annotationLog.keepLearner(request.set, { version: 1, saved, learnt, curve, queue, sentences, annotated });
  }

  /**
   * Requests suggestions for the sentences that may be shown next and have none yet. The sentence on screen keeps its suggestions, so that
   * Enter never accepts one that has just appeared.
   */
  async #lookAhead(): Promise<void> {
    const { id: set, history, queue, isDocumentOrder, current } = useAnnotationStore.getState();
    const { suggestions, result } = useAnnotationLearningStore.getState();
    if (history === undefined || set === undefined || this.#sent?.id !== set) return;
    if (result === undefined || result.trainedOn === 0) return;
    const { sentences } = history.set;
    const near = current === undefined ? [] : [current - 1, current, current + 1];
    const next = upcoming(sentences, isDocumentOrder ? undefined : queue, current, LOOK_AHEAD);
    const wanted = [...new Set([...next, ...near])].filter((id) => {
      const sentence = sentences[id];
      return sentence?.state === 'open' && !suggestions.has(id) && this.knows(sentence);
    });
    if (wanted.length === 0) return;
    const texts = this.#texts;
    const found = await ask('suggest', { set, sentences: wanted }).catch(() => []); // suggestions are optional
    const isCurrent = useAnnotationLearningStore.getState().result === result && texts === this.#texts; // neither another model nor other numbers since
    if (isCurrent) suggestionsAdded(found);
  }
}

/** Open sentences of which single spans are accepted or refused, except for the one that is being annotated. */
function partlyDecided(sentences: readonly AnnotatedSentence[]): AnnotatedSentence[] {
  const { current } = useAnnotationStore.getState();
  return sentences.filter(
    ({ id, state, spans, refused }) => state === 'open' && spans.length + refused.length > 0 && id !== current,
  );
}

const countDecided = ({ annotated, partly }: LearnRequest) => annotated.length + partly.length;

function asTokens(annotated: readonly AnnotatedSentence[]): AnnotatedTokens[] {
  return annotated.map(({ id, tokens, spans }) => ({ sentence: id, tokens: [...tokens], spans: [...spans] }));
}

/** The instance of this page. */
export const annotationLearner = new AnnotationLearner();
