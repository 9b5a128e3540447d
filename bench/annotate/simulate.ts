import { annotationSeconds, readingSeconds } from '../../src/annotation/queue/cost-model.ts';
import { EVALUATION_SHARE, isSetAside } from '../../src/annotation/queue/evaluation-set.ts';
import { orderByBenefit, withSetAside, WordIds } from '../../src/annotation/queue/queue.ts';
import { isDoubtful } from '../../src/annotation/spans/suggestions.ts';
import { defined } from '../../src/lib/assert.ts';
import { presetById } from '../../src/config/presets.ts';
import { orderByStrategy, type StrategyName } from '../../src/annotation/queue/strategies.ts';
import type { RunConfig } from '../../src/config/schema.ts';
import type { Sentence } from '../../src/data/corpus.ts';
import { standardStyle } from '../../src/data/tags/tag-style.ts';
import { openDevice } from '../../src/devices/open.ts';
import { shuffle, streamKey } from '../../src/lib/rng.ts';
import { evaluateCorpus } from '../../src/model/evaluate.ts';
import type { TaggerModel } from '../../src/model/model.ts';
import { train } from '../../src/model/trainer.ts';
import { disposeWeights } from '../../src/model/weights.ts';
import {
  annotatedSentence,
  LEARNER_SETTINGS,
  partlyAnnotatedSentence,
  prepareLearner,
} from '../../src/runs/learner.ts';
import { learnFromPool } from '../../src/runs/unlabelled.ts';
import { readSentences } from '../../src/tagging/read-sentences.ts';
import type { SentenceReading } from '../../src/tagging/sentence-reader.ts';
import { readSentencesOf, vectorsOf } from './inputs.ts';
import { answer, answerSeconds, spanQuestions, type SpanAnswers } from './span-questions.ts';

export interface SimulationOptions {
  train: string;
  dev: string;
  embeddings?: string | undefined;
  strategy: StrategyName | 'tagsmith';
  seed: number;
  /** Ascending numbers of annotated tokens at which a model is trained and selects the next sentences. */
  rounds: number[];
  /** The subset of these at which a model with the default settings is trained and scored; the others only suggest. */
  scored: number[];
  /** Sentences of dev to score; default: all. */
  devSentences?: number | undefined;
  /** Tokens of the random subset of the pool that a strategy may select from; default: all. */
  candidateTokens?: number | undefined;
  /** Preset of models that also learn from the sentences that are left, without their labels; default: there are none. */
  unlabelled?: string | undefined;
  /** Share of the tokens of a round, from the first model on, that are read for questions about single spans; default: 0. */
  spanShare?: number | undefined;
}

export interface Point {
  tokens: number;
  sentences: number;
  /** How many of these are set aside. */
  setAside: number;
  /** Answers about single spans of other sentences. */
  answers: number;
  /** Modelled time of the annotator, including corrections of suggestions. */
  seconds: number;
  /** On dev; null where the model is not scored. */
  f1: number | null;
  /** Of the model that also learns from the sentences that are left; null without, or before a sentence is set aside. */
  unlabelledF1: number | null;
  /** Its teachers and the student: F1 on the sentences that are set aside, and on dev. */
  models: { name: string; setAside: number; f1: number }[];
}

/**
 * Annotates a pool with its gold labels, round by round from scratch, and yields the scores of the models. As in the page, a tenth of the
 * annotated sentences is set aside: annotated without suggestions, and never trained on.
 */
export async function* simulate(options: SimulationOptions): AsyncGenerator<Point, void> {
  const { strategy, seed, rounds, scored } = options;
  await openDevice('simd', () => undefined, 1);
  const key = streamKey(seed, 77);
  const pool = shuffle(await readSentencesOf(options.train), key);
  const dev = (await readSentencesOf(options.dev)).slice(0, options.devSentences);
  const vectors = options.embeddings === undefined ? undefined : await vectorsOf(options.embeddings, [...pool, ...dev]);
  const ids = new WordIds();
  const words = pool.map(({ tokens }) => ids.of(tokens));
  const left = new Set(pool.keys());
  const annotated: Sentence[] = [];
  const evaluation: Sentence[] = []; // the sentences that were set aside
  const partly = new Map<number, SpanAnswers>(); // sentences of which single spans are decided
  const aside = new Set([...pool.keys()].filter((index) => isSetAside(pool[index]!.tokens)));
  let readings = new Map<number, SentenceReading>();
  let [tokens, seconds] = [0, 0];

  for (const target of rounds) {
    const whole = readings.size === 0 ? target : target - (options.spanShare ?? 0) * (target - tokens);
    const open = order(
      [...left].filter((index) => !aside.has(index)),
      readings,
    );
    const waiting = [...left].filter((index) => aside.has(index)); // in random order, as the pool
    const counts = { all: annotated.length + evaluation.length, setAside: evaluation.length };
    for (const index of withSetAside(open, waiting, EVALUATION_SHARE, counts)) {
      if (tokens >= whole) break;
      const { tokens: forms, spans, document } = pool[index]!;
      left.delete(index);
      partly.delete(index);
      (aside.has(index) ? evaluation : annotated).push({ ...annotatedSentence(forms, spans), document });
      tokens += forms.length;
      seconds += annotationSeconds(forms.length, aside.has(index) ? [] : acceptedOf(readings.get(index)), spans);
    }
    for (const question of spanQuestions(readings, (index) => pool[index]!.tokens)) {
      if (tokens >= target) break;
      const { index } = question;
      if (!left.has(index) || !answer(partly, question, pool[index]!.spans)) continue;
      tokens += question.tokens;
      seconds += answerSeconds(question);
    }
    const isScored = scored.includes(target);
    const known = [...annotated, ...partlyAnnotated()];
    const source = { train: known, pool: [...pool, ...dev], vectors };
    const { model, data } = prepareLearner({ ...(isScored ? {} : LEARNER_SETTINGS), seed }, source);
    try {
      for await (const _ of train(model, data));
      readings = await readingsOf(model);
      const f1 = isScored ? await f1Of(model) : null;
      const setAside = evaluation.length;
      const withRest = isScored && setAside > 0 ? options.unlabelled : undefined;
      const { models, unlabelledF1 } =
        withRest === undefined ? { models: [], unlabelledF1: null } : await withText(presetOf(withRest), known);
      const answers = [...partly.values()].reduce((sum, { spans, refused }) => sum + spans.length + refused.length, 0);
      yield { tokens, sentences: annotated.length + setAside, setAside, answers, seconds, f1, unlabelledF1, models };
    } finally {
      disposeWeights(model.weights);
    }
  }

  function partlyAnnotated(): Sentence[] {
    return [...partly].map(([index, { spans, refused }]) => {
      const { tokens: forms, document } = pool[index]!;
      return { ...partlyAnnotatedSentence(forms, spans, refused), document };
    });
  }

  async function f1Of(model: TaggerModel): Promise<number> {
    return (await evaluateCorpus(model, dev)).scores.overall.f1;
  }

  /** As *Learn from text without labels* in the page: the sentences that were set aside decide which epoch and which model are kept. */
  async function withText(config: RunConfig, known: Sentence[]): Promise<Pick<Point, 'unlabelledF1' | 'models'>> {
    const rest = [...left].sort((a, b) => pool[a]!.line - pool[b]!.line).map((index) => pool[index]!);
    const source = { train: known, dev: evaluation, others: [dev], style: STYLE, vectors, columns: [] };
    const found: Pick<Point, 'unlabelledF1' | 'models'> = { unlabelledF1: null, models: [] };
    for await (const event of learnFromPool({ ...config, seed, patience: 0 }, source, rest)) {
      if (event.kind !== 'end' || event.result === undefined) continue;
      const f1 = await f1Of(event.model);
      found.models.push({ name: event.run.label, setAside: event.result.dev.overall.f1, f1 });
      if (event.isBest) found.unlabelledF1 = f1;
    }
    return found;
  }

  /** Best first; in random order before there is a model. */
  function order(open: readonly number[], read: ReadonlyMap<number, SentenceReading>): readonly number[] {
    const known = open.filter((index) => read.has(index));
    if (known.length === 0 || strategy === 'random') return open; // the pool is shuffled
    const doubts = known.map((index) => read.get(index)!);
    if (strategy !== 'tagsmith') {
      const sentences = doubts.map(({ doubt, surprise }) => ({ length: doubt.length, doubt, surprise }));
      return orderByStrategy(strategy, sentences, key).map((i) => known[i]!);
    }
    const candidates = doubts.map(({ doubt }, i) => {
      return { words: words[known[i]!]!, doubt, seconds: readingSeconds(doubt.length) };
    });
    return orderByBenefit(candidates, CHOSEN).map((i) => known[i]!);
  }

  async function readingsOf(model: TaggerModel): Promise<Map<number, SentenceReading>> {
    const open = upTo(
      [...left].filter((index) => !aside.has(index)),
      options.candidateTokens ?? Infinity,
    );
    const forms = open.map((index) => pool[index]!.tokens);
    const found = new Map<number, SentenceReading>();
    for await (const { sentence, reading } of readSentences(model, forms)) found.set(open[sentence]!, reading);
    return found;
  }

  function upTo(indices: readonly number[], limit: number): readonly number[] {
    let sum = 0;
    const end = indices.findIndex((index) => (sum += pool[index]!.tokens.length) > limit);
    return end < 0 ? indices : indices.slice(0, end);
  }
}

/** The suggestions that are accepted with a sentence, as in the page. */
function acceptedOf(reading: SentenceReading | undefined) {
  return (reading?.spans ?? []).filter((span) => !isDoubtful(span));
}

/** More than any round selects. */
const CHOSEN = 600;

const STYLE = standardStyle('BIO');

function presetOf(id: string): RunConfig {
  return defined(presetById(id), () => `there is no preset ${id}`).config;
}
