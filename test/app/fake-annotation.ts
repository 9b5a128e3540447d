import { forecast, isSetAside, withPoint } from '../../src/annotation/evaluation-set.ts';
import { weightsOf } from '../../src/annotation/sentence-weights.ts';
import { caseOf } from '../../src/annotation/label-check.ts';
import { unpackSentences } from '../../src/annotation/packed-sentences.ts';
import { withSetAside } from '../../src/annotation/queue.ts';
import type { Corpus } from '../../src/data/corpus.ts';
import { throwIfAborted } from '../../src/lib/errors.ts';
import { yieldToEventLoop } from '../../src/lib/event-loop.ts';
import type { Activity } from '../../src/workers/models/activity.ts';
import type {
  LabelCheck,
  LearnResult,
  LearnRequest,
  CheckedFinding,
  Suggestion,
} from '../../src/workers/wire/annotation.ts';
import type { Params } from '../../src/workers/wire/protocol.ts';
import { tagByName } from './tag-by-name.ts';

/** As in the worker, from this number of annotated sentences. */
const LEARN_FROM = 20;

const SAVED = 'a list of names';

/** Like `AnnotationSession` of the worker, but its model is a list of names. */
export class FakeAnnotation {
  readonly #activity: Activity;
  #texts: { set: string; sentences: readonly (readonly string[])[] } = { set: '', sentences: [] };
  #hasModel = false;

  constructor(activity: Activity) {
    this.#activity = activity;
  }

  setTexts({ set, sentences }: Params<'annotationTexts'>): void {
    this.#texts = { set, sentences: Array.from(unpackSentences(sentences), ({ tokens }) => tokens) };
    this.#hasModel = false;
  }

  async restore({ set, saved }: Params<'restoreLearner'>): Promise<boolean> {
    if (set !== this.#texts.set || (await saved.text()) !== SAVED) return false;
    this.#hasModel = true;
    return true;
  }

  learn(request: LearnRequest, signal: AbortSignal): Promise<LearnResult | undefined> {
    return this.#activity.inBackground(
      'learning',
      async (stop) => {
        await yieldToEventLoop(); // lets a cancellation arrive
        throwIfAborted(stop);
        return this.#learn(request);
      },
      signal,
    );
  }

  suggest({ set, sentences }: Params<'suggest'>): Suggestion[] {
    const canSuggest = this.#hasModel && !this.#activity.isRunning && set === this.#texts.set;
    return canSuggest ? this.#suggestions(sentences) : [];
  }

  /** The first entity of every sentence is doubtful. */
  checkLabels({ file, sentences }: Corpus, signal: AbortSignal): Promise<LabelCheck | undefined> {
    const findings = sentences.flatMap(({ tokens, spans, line }, sentence) =>
      spans.slice(0, 1).map((labelled): CheckedFinding => {
        const suggested = { ...labelled, type: labelled.type === 'PER' ? 'ORG' : 'PER' };
        const finding = { sentence, kind: 'type' as const, labelled, suggested, doubt: 1.5 };
        const probabilities = { labelledProbability: 0.1, suggestedProbability: 0.8 };
        return { ...finding, ...probabilities, line, tokens, spans, case: 0 };
      }),
    );
    const keys = [...new Set(findings.map((finding) => caseOf(finding, finding.tokens)))];
    const numbered = findings.map((finding) => ({ ...finding, case: keys.indexOf(caseOf(finding, finding.tokens)) }));
    return this.#activity.inBackground(
      'checking',
      async (stop) => {
        await yieldToEventLoop(); // lets a cancellation arrive
        throwIfAborted(stop);
        const { length } = numbered;
        return {
          file,
          findings: numbered,
          listed: length,
          total: length,
          weights: [...weightsOf(numbered)],
          seconds: 2,
        };
      },
      signal,
    );
  }

  #learn({ set, annotated, skipped, evaluationShare: share, curve, suggest }: LearnRequest): LearnResult {
    const sentences = set === this.#texts.set ? this.#texts.sentences : [];
    const done = new Set([...annotated.map(({ sentence }) => sentence), ...skipped]);
    const open = [...sentences.keys()].filter((index) => !done.has(index));
    const isAside = (index: number) => isSetAside(sentences[index]!, share);
    const others = open.filter((index) => !isAside(index));
    const queue = withSetAside(others, open.filter(isAside), share);
    const trained = annotated.filter(({ tokens }) => !isSetAside(tokens, share));
    this.#hasModel = annotated.length >= LEARN_FROM && trained.some(({ spans }) => spans.length > 0);
    const wanted = [...new Set([...others.slice(0, 100), ...suggest])];
    const evaluated = annotated.length - trained.length;
    const quality =
      this.#hasModel && evaluated >= 10
        ? { f1: 0.7, low: 0.6, high: 0.8, sentences: evaluated, entities: 2 * evaluated }
        : undefined;
    const point = quality && { sentences: trained.length, f1: quality.f1 };
    return {
      trainedOn: this.#hasModel ? trained.length : 0,
      from: 'scratch',
      shouldTrainFromScratch: false,
      queue: Int32Array.from(queue),
      suggestions: this.#hasModel ? this.#suggestions(wanted.filter((index) => !isAside(index))) : [],
      quality,
      point,
      forecast: forecast(withPoint(curve, point)),
      seconds: 0.8,
      saved: this.#hasModel ? new Blob([SAVED]) : undefined,
    };
  }

  #suggestions(sentences: readonly number[]): Suggestion[] {
    return sentences.map((sentence) => ({
      sentence,
      spans: spansByName(this.#texts.sentences[sentence]!),
      possible: [],
    }));
  }
}

/** Each name of the list, with one alternative. */
function spansByName(tokens: readonly string[]): Suggestion['spans'] {
  return tokens.flatMap((token, start) => {
    const type = tagByName(token).sentences[0]!.entities[0]?.type;
    if (type === undefined) return [];
    const alternatives = [{ start, end: start + 1, type: type === 'PER' ? 'ORG' : 'PER', probability: 0.1 }];
    return [{ start, end: start + 1, type, probability: 0.85, alternatives }];
  });
}
