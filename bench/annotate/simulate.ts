import { annotationSeconds, readingSeconds } from '../../src/annotation/cost-model.ts';
import { EVALUATION_SHARE, isSetAside } from '../../src/annotation/evaluation-set.ts';
import { orderByBenefit, withSetAside, WordIds } from '../../src/annotation/queue.ts';
import { isDoubtful } from '../../src/annotation/suggestions.ts';
import { orderByStrategy, type StrategyName } from '../../src/annotation/strategies.ts';
import type { RunConfig } from '../../src/config/schema.ts';
import type { Sentence } from '../../src/data/corpus.ts';
import { openDevice } from '../../src/devices/open.ts';
import { shuffle, streamKey } from '../../src/lib/rng.ts';
import { evaluateCorpus } from '../../src/model/evaluate.ts';
import type { TaggerModel } from '../../src/model/model.ts';
import { train } from '../../src/model/trainer.ts';
import { disposeWeights } from '../../src/model/weights.ts';
import { annotatedSentence, LEARNER_SETTINGS, prepareLearner } from '../../src/runs/learner.ts';
import { readSentences } from '../../src/tagging/read-sentences.ts';
import type { SentenceReading } from '../../src/tagging/sentence-reader.ts';
import { readSentencesOf, vectorsOf } from './inputs.ts';

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
}

export interface Point {
  tokens: number;
  sentences: number;
  /** How many of these are set aside. */
  setAside: number;
  /** Modelled time of the annotator, including corrections of suggestions. */
  seconds: number;
  /** On dev; null where the model is not scored. */
  f1: number | null;
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
  const aside = new Set([...pool.keys()].filter((index) => isSetAside(pool[index]!.tokens)));
  let setAside = 0; // how many of these are annotated
  let readings = new Map<number, SentenceReading>();
  let [tokens, seconds] = [0, 0];

  for (const target of rounds) {
    const open = order(
      [...left].filter((index) => !aside.has(index)),
      readings,
    );
    const waiting = [...left].filter((index) => aside.has(index)); // in random order, as the pool
    const counts = { all: annotated.length + setAside, setAside };
    for (const index of withSetAside(open, waiting, EVALUATION_SHARE, counts)) {
      if (tokens >= target) break;
      const { tokens: forms, spans } = pool[index]!;
      left.delete(index);
      if (aside.has(index)) setAside++;
      else annotated.push(annotatedSentence(forms, spans));
      tokens += forms.length;
      seconds += annotationSeconds(forms.length, aside.has(index) ? [] : acceptedOf(readings.get(index)), spans);
    }
    const isScored = scored.includes(target);
    const settings: Partial<RunConfig> = isScored ? { seed } : { ...LEARNER_SETTINGS, seed };
    const source = { train: annotated, pool: [...pool, ...dev], vectors };
    const { model, data } = prepareLearner(settings, source);
    try {
      for await (const _ of train(model, data));
      readings = await readingsOf(model);
      const f1 = isScored ? (await evaluateCorpus(model, dev)).scores.overall.f1 : null;
      yield { tokens, sentences: annotated.length + setAside, setAside, seconds, f1 };
    } finally {
      disposeWeights(model.weights);
    }
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
