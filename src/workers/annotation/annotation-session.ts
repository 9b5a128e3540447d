import {
  forecast,
  isSetAside,
  measureQuality,
  withPoint,
  type EvaluatedSentence,
} from '../../annotation/queue/evaluation-set.ts';
import { LEARN_FROM } from '../../annotation/queue/learning.ts';
import { unpackSentences, type PackedSentences } from '../../annotation/sets/packed-sentences.ts';
import { withSetAside, type Annotated } from '../../annotation/queue/queue.ts';
import { readSavedLearner, writeSavedLearner } from '../../export/saved-learner.ts';
import { throwIfAborted } from '../../lib/errors.ts';
import { applyRules } from '../../annotation/rules/label.ts';
import type { RuleSentence } from '../../annotation/rules/matching.ts';
import type { Sentence, Span } from '../../data/corpus.ts';
import { withGold } from '../../runs/unlabelled.ts';
import type { TaggerModel } from '../../model/model.ts';
import { disposeWeights, uploadWeights } from '../../model/weights.ts';
import { annotatedSentence, Learner, partlyAnnotatedSentence, type LearnerModel } from '../../runs/learner.ts';
import { readSentences, suggestEntities } from '../../tagging/read-sentences.ts';
import type { ModelContext } from '../models/model-slot.ts';
import type { WorkerDevice } from '../models/worker-device.ts';
import type { AnnotatedTokens, LearnResult, LearnRequest, RuleResult, Suggestion } from '../wire/annotation.ts';
import type { Params } from '../wire/protocol.ts';
import { AnnotationTexts, QUEUE_HEAD } from './annotation-texts.ts';
import { textVectors } from '../files/text-vectors.ts';

/** Most tokens that rules label for a training. */
const RULED_TOKENS = 20_000;

export interface AnnotationContext extends ModelContext {
  device: WorkerDevice;
}

/** The texts of an annotation set, and the learner: a model that is trained on the annotation. It is never the current model. */
export class AnnotationSession {
  readonly #context: AnnotationContext;
  readonly #learner = new Learner();
  #texts = new AnnotationTexts('', []);
  /** The same texts with their characters, for rules. */
  #packed: PackedSentences | undefined;
  /** Types of the set. */
  #types: ReadonlySet<string> = new Set();
  /** Vectors found for the words of `of`, looked up in `from`. */
  #vectors: { of: AnnotationTexts; from: unknown; found: ReturnType<typeof textVectors> } | undefined;

  constructor(context: AnnotationContext) {
    this.#context = context;
  }

  /** Sets the texts. New words change the vocabulary, so the next model is trained from scratch. */
  setTexts({ set, sentences }: Params<'annotationTexts'>): void {
    const texts = new AnnotationTexts(
      set,
      Array.from(unpackSentences(sentences), ({ tokens }) => tokens),
    );
    const words = ({ sentences: all }: AnnotationTexts) => all.flat().join(' ');
    if (texts.set !== this.#texts.set || words(texts) !== words(this.#texts)) this.#learner.forget();
    this.#packed = sentences;
    this.#texts = texts;
  }

  /** Continues from the model of an earlier session. @returns false if it cannot be used */
  async restore({ set, types, saved }: Params<'restoreLearner'>): Promise<boolean> {
    const texts = this.#texts;
    const learner = readSavedLearner(new Uint8Array(await saved.arrayBuffer()));
    if (texts.set !== set || texts !== this.#texts || learner === undefined || this.#learner.last) return false;
    this.#types = new Set(types);
    this.#learner.restore(learner);
    return true;
  }

  /** What rules say of all sentences. */
  applyRules({ set, rules, annotated }: Params<'applyRules'>): RuleResult {
    const [sentences, gold] = this.#ruleInputs(set, annotated);
    const { labels, reports } = applyRules(rules, sentences, gold);
    const tokens = sentences.reduce((sum, sentence) => sum + sentence.tokens.length, 0);
    const unknown = labels.reduce((sum, label) => sum + label.unknown.length, 0);
    return {
      reports,
      sentences: labels.map((label, i) => ({ ...label, length: sentences[i]!.tokens.length })),
      unknown: tokens === 0 ? 0 : unknown / tokens,
    };
  }

  /** The sentences as rules see them, and the annotated spans. Those that were split again since are not annotated to rules. */
  #ruleInputs(set: string, annotated: readonly AnnotatedTokens[]): [RuleSentence[], (readonly Span[] | undefined)[]] {
    const sentences = this.#texts.set === set && this.#packed !== undefined ? [...unpackSentences(this.#packed)] : [];
    const gold: (readonly Span[] | undefined)[] = sentences.map(() => undefined);
    for (const { sentence, tokens, spans } of annotated) {
      const known = sentences[sentence]?.tokens ?? [];
      if (known.length === tokens.length && known.every((token, t) => token === tokens[t])) gold[sentence] = spans;
    }
    return [sentences, gold];
  }

  /** @throws StudioError Cancelled, BadInput for another set than that of `setTexts` */
  async learn(request: LearnRequest, signal: AbortSignal): Promise<LearnResult | undefined> {
    const { activity, device, models } = this.#context;
    const texts = this.#textsOf(request.set);
    const attempt = async () => {
      if (!activity.isFree) return undefined;
      await activity.inTurn(() => models.ensureDevice());
      return activity.inBackground('learning', (stop) => this.#learn(texts, request, stop), signal);
    };
    try {
      return await attempt();
    } catch (error) {
      if (!device.isLost(error)) throw error;
      return attempt(); // on the replacement device
    }
  }

  /** Suggestions of the last model. Queued with changes of the device, as it takes only milliseconds. */
  suggest({ set, sentences }: Params<'suggest'>, signal: AbortSignal): Promise<Suggestion[]> {
    const { activity, models } = this.#context;
    const texts = this.#textsOf(set);
    return activity.inTurn(async () => {
      const { last } = this.#learner;
      if (last === undefined || activity.isRunning) return [];
      await models.ensureDevice();
      return withModel(last, (model) => suggestFor(model, texts, sentences, this.#types, signal));
    });
  }

  #textsOf(set: string): AnnotationTexts {
    if (this.#texts.set === set) return this.#texts;
    return new AnnotationTexts(set, []); // the page has opened another set
  }

  async #learn(texts: AnnotationTexts, request: LearnRequest, signal: AbortSignal): Promise<LearnResult> {
    const startedAt = performance.now();
    const { annotated, evaluationShare: share } = request;
    this.#types = new Set(request.types);
    const setAside = texts.setAside(share);
    const isEvaluation = ({ tokens }: AnnotatedTokens) => isSetAside(tokens, share); // tokens may have changed since
    const trained = annotated.filter((sentence) => !isEvaluation(sentence));
    const evaluated = annotated.filter(isEvaluation);
    const open = openSentences(texts, request);
    const counts = { all: annotated.length, setAside: evaluated.length };
    const ruled = this.#labelledByRules({ ...request, annotated: trained }, open, setAside);
    const partly = request.partly
      .filter((sentence) => !isEvaluation(sentence))
      .map(({ tokens, spans, refused }) => partlyAnnotatedSentence(tokens, spans, refused));
    // A training file may have been created from this set: never train on its set-aside sentences.
    const files = request.withFiles
      ? this.#context.files.trainingSentences().filter(({ tokens }) => !texts.includes(tokens))
      : [];
    const isEnough = annotated.length + partly.length >= LEARN_FROM;
    const hasModel =
      ruled.length > 0 ||
      files.some(({ spans }) => spans.some(({ type }) => this.#types.has(type))) ||
      (isEnough && [...trained, ...partly].some(({ spans }) => spans.length > 0));
    let quality: LearnResult['quality'];
    let suggestions: Suggestion[] = [];
    let queue: number[] | undefined;
    let shouldTrainFromScratch = false;
    if (hasModel) {
      const own = [...trained.map(({ tokens, spans }) => annotatedSentence(tokens, spans)), ...partly];
      const train = [...(ruled.length > 0 ? withGold(own, ruled) : own), ...files];
      await this.#train(texts, request, train, signal);
      shouldTrainFromScratch = this.#learner.shouldTrainFromScratch({ train });
      const trainedModel = this.#learner.last!;
      await withModel(trainedModel, async (model) => {
        await texts.read(model, open, signal);
        quality = measureQuality(await evaluate(model, evaluated, this.#types, signal));
        queue = queueOf(texts, open, share, counts);
        const head = queue.filter((index) => !setAside.has(index)).slice(0, QUEUE_HEAD);
        const wanted = new Set([...head, ...request.suggest.filter((index) => !setAside.has(index))]);
        suggestions = await suggestFor(model, texts, [...wanted], this.#types, signal);
      });
    }
    const point = quality && { sentences: trained.length, f1: quality.f1 };
    return {
      trainedOn: hasModel ? trained.length + partly.length + ruled.length + files.length : 0,
      from: this.#learner.last?.from ?? 'scratch',
      shouldTrainFromScratch,
      queue: Int32Array.from(queue ?? queueOf(texts, open, share, counts)),
      suggestions,
      quality,
      point,
      forecast: forecast(withPoint(request.curve, point)),
      seconds: (performance.now() - startedAt) / 1000,
      saved: hasModel ? this.#save() : undefined,
    };
  }

  /** Open sentences with what rules say of them, in random order, as far as training takes seconds. */
  #labelledByRules(
    { set, rules, annotated, partly }: LearnRequest,
    open: readonly number[],
    setAside: ReadonlySet<number>,
  ): Sentence[] {
    if (rules.length === 0) return [];
    const [sentences, gold] = this.#ruleInputs(set, annotated);
    const { labels } = applyRules(rules, sentences, gold);
    if (labels.every(({ spans }) => spans.length === 0)) return [];
    let tokens = 0;
    const decided = new Set(partly.map(({ sentence }) => sentence));
    return open
      .filter(
        (index) =>
          !decided.has(index) && !setAside.has(index) && (tokens += sentences[index]!.tokens.length) <= RULED_TOKENS,
      )
      .map((index) => {
        const { spans, unknown } = labels[index]!;
        return { ...annotatedSentence(sentences[index]!.tokens, spans), unknown: { tokens: unknown } };
      });
  }

  #save(): Blob | undefined {
    const learner = this.#learner.save();
    return learner && new Blob([writeSavedLearner(learner)]);
  }

  async #train(texts: AnnotationTexts, { fromScratch }: LearnRequest, train: readonly Sentence[], signal: AbortSignal) {
    const vectors = await this.#vectorsOf(texts);
    const pool = texts.sentences.map((tokens) => ({ tokens }));
    for await (const _ of this.#learner.train({ train, pool, vectors }, signal, fromScratch)) {
      throwIfAborted(signal);
    }
    throwIfAborted(signal);
  }

  #vectorsOf(texts: AnnotationTexts): ReturnType<typeof textVectors> {
    const { lookup, stored } = this.#context.files.vectors;
    if (this.#vectors?.of !== texts || this.#vectors.from !== lookup) {
      this.#vectors = { of: texts, from: lookup, found: textVectors(texts.sentences, lookup, stored) };
    }
    return this.#vectors.found;
  }
}

/** The undecided sentences, in random order. */
function openSentences(texts: AnnotationTexts, { annotated, skipped }: LearnRequest): number[] {
  const done = new Set([...annotated.map(({ sentence }) => sentence), ...skipped]);
  return texts.randomOrder.filter((index) => !done.has(index) && texts.sentences[index]!.length > 0);
}

/** The open sentences, best first. */
function queueOf(texts: AnnotationTexts, open: readonly number[], share: number, annotated: Annotated): number[] {
  const setAside = texts.setAside(share);
  const others = open.filter((index) => !setAside.has(index));
  return withSetAside(
    texts.ordered(others),
    open.filter((index) => setAside.has(index)),
    share,
    annotated,
  );
}

/** Runs a task with a model, whose weights are on the device only during the task. */
async function withModel<T>({ parts, host }: LearnerModel, task: (model: TaggerModel) => Promise<T>): Promise<T> {
  const weights = uploadWeights(host);
  try {
    return await task({ ...parts, weights });
  } finally {
    disposeWeights(weights);
  }
}

/** @param types types of the set. Others, from training files, are not suggested */
async function suggestFor(
  model: TaggerModel,
  texts: AnnotationTexts,
  sentences: readonly number[],
  types: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const known = sentences.filter((index) => (texts.sentences[index]?.length ?? 0) > 0);
  const forms = known.map((index) => texts.sentences[index]!);
  const suggested = await suggestEntities(model, forms, signal);
  const ofTypes = <S extends { type: string }>(spans: S[]) => spans.filter(({ type }) => types.has(type));
  return suggested.map(({ spans, possible }, i) => ({
    sentence: known[i]!,
    spans: ofTypes(spans).map((span) => ({ ...span, alternatives: ofTypes(span.alternatives) })),
    possible: ofTypes(possible),
  }));
}

async function evaluate(
  model: TaggerModel,
  annotated: readonly AnnotatedTokens[],
  types: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<EvaluatedSentence[]> {
  const read = annotated.map(({ spans }): EvaluatedSentence => ({ gold: spans, predicted: [] }));
  const forms = annotated.map(({ tokens }) => tokens);
  for await (const { sentence, reading } of readSentences(model, forms, signal)) {
    read[sentence] = {
      gold: annotated[sentence]!.spans,
      predicted: reading.spans.filter(({ type }) => types.has(type)),
    };
  }
  return read;
}
