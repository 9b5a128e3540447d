import { openDevice } from '../../src/devices/open.ts';
import { shuffle, streamKey } from '../../src/lib/rng.ts';
import type { Sentence } from '../../src/data/corpus.ts';
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
import { readSentences } from '../../src/tagging/read-sentences.ts';
import type { SentenceReading } from '../../src/tagging/sentence-reader.ts';
import { readSentencesOf, vectorsOf } from './inputs.ts';
import { answer, spanQuestions, type SpanAnswers } from './span-questions.ts';

export interface AnswersOptions {
  train: string;
  dev: string;
  embeddings?: string | undefined;
  seed: number;
  /** Of the sentences that are annotated whole, in random order. */
  tokens: number;
  /** Number of questions about single spans of other sentences. */
  answers: number;
}

/** On dev: the model that makes suggestions, by what it is trained on. */
export interface AnswersResult {
  /** F1 with the sentences that are annotated whole. */
  without: number;
  /** F1 with the answers, too. */
  withAnswers: number;
  /** F1 with all sentences of the answers annotated whole. */
  allWhole: number;
  /** Number of sentences that are annotated whole, and of those with answers. */
  sentences: [whole: number, partly: number];
}

/** Sentences that are read for questions. */
const READ = 6000;

/** Annotates some sentences, asks about the most doubtful spans that the model then suggests in others, and trains it on the answers, too. */
export async function compareAnswers({ tokens, seed, ...options }: AnswersOptions): Promise<AnswersResult> {
  await openDevice('simd', () => undefined, 1);
  const pool = shuffle(await readSentencesOf(options.train), streamKey(seed, 77));
  const dev = await readSentencesOf(options.dev);
  const texts = [...pool, ...dev];
  const vectors = options.embeddings === undefined ? undefined : await vectorsOf(options.embeddings, texts);

  let left = tokens;
  const count = pool.findIndex(({ tokens: { length } }) => (left -= length) <= 0) + 1;
  const whole = pool.slice(0, count).map(annotated);
  const open = pool.slice(count, count + READ);
  const readings = new Map<number, SentenceReading>();
  const without = await trainOn(whole, async (model) => {
    const forms = open.map((sentence) => sentence.tokens);
    for await (const { sentence, reading } of readSentences(model, forms)) readings.set(sentence, reading);
  });

  const partly = new Map<number, SpanAnswers>();
  let asked = 0;
  for (const question of spanQuestions(readings, (index) => open[index]!.tokens)) {
    if (asked === options.answers) break;
    if (answer(partly, question, open[question.index]!.spans)) asked++;
  }
  const answers = [...partly].map(([index, { spans, refused }]) =>
    partlyAnnotatedSentence(open[index]!.tokens, spans, refused),
  );
  return {
    without,
    withAnswers: await trainOn([...whole, ...answers]),
    allWhole: await trainOn([...whole, ...[...partly.keys()].map((index) => annotated(open[index]!))]),
    sentences: [whole.length, answers.length],
  };

  async function trainOn(sentences: readonly Sentence[], use?: (model: TaggerModel) => Promise<void>): Promise<number> {
    const source = { train: sentences, pool: texts, vectors };
    const { model, data } = prepareLearner({ ...LEARNER_SETTINGS, seed }, source);
    try {
      for await (const _ of train(model, data));
      await use?.(model);
      return (await evaluateCorpus(model, dev)).scores.overall.f1;
    } finally {
      disposeWeights(model.weights);
    }
  }
}

const annotated = ({ tokens, spans }: Sentence) => annotatedSentence(tokens, spans);
