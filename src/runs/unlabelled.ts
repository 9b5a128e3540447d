import type { RunConfig } from '../config/schema.ts';
import { STUDENT, TEACHERS } from '../config/unlabelled.ts';
import type { Sentence, TagStyle } from '../data/corpus.ts';
import { comparedTags } from '../data/tags/partial-tags.ts';
import { TagReader, tagsOfSpans } from '../data/tags/tag-spans.ts';
import { isTagged, trainingStyle } from '../data/tags/training-tags.ts';
import { f1Difference, type F1Difference } from '../eval/f1-difference.ts';
import { isStudentKept } from '../eval/kept-student.ts';
import { equalSpans, PairReader } from '../eval/score-tags.ts';
import { evaluateTrained } from './evaluate-trained.ts';
import type { RunSource } from './prepare.ts';
import { seedRuns, study, type StudyEvent, type StudyOptions } from './study.ts';

/** How often the student sees an annotated sentence for each time that it sees one of the pool. */
const GOLD_COPIES = 4;

/** A sentence without labels. */
export type PoolSentence = Pick<Sentence, 'tokens' | 'document' | 'columns'>;

/** What teachers make of a pool. */
export interface LabelledPool {
  /** The sentences on which all teachers agree, labelled. */
  sentences: Sentence[];
  /** Number of sentences in the pool. */
  of: number;
}

export interface UnlabelledOptions extends Omit<StudyOptions, 'prepare' | 'resume'> {
  /** Called when the pool is labelled. */
  onLabelled?: (pool: LabelledPool) => void;
  /** Called at the end with F1 on dev of the student and of the best teacher, and their difference. */
  onCompared?: (difference: F1Difference) => void;
}

/** How long learning from a pool takes, in tokens that are trained on, relative to a run without it; at most, as not all of it may be used. */
export function timesAsLong(
  { epochs }: Pick<RunConfig, 'epochs'>,
  train: readonly PoolSentence[],
  pool: readonly PoolSentence[],
) {
  const tokensIn = (some: readonly PoolSentence[]) => some.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const gold = epochs * tokensIn(train);
  const student = studentEpochs(epochs) * (GOLD_COPIES * tokensIn(train) + tokensIn(pool));
  return gold === 0 ? TEACHERS : TEACHERS + student / gold;
}

/** Fewer than of the teachers: later the student learns their mistakes. */
function studentEpochs(epochs: number): number {
  return Math.ceil(epochs / 4) + 1;
}

/**
 * Learns from a pool of text without labels: teachers of different seeds label it, and a student is trained on the sentences on which they
 * all agree, and on the annotated ones, four times each. Its vocabulary and documents include the pool's. An `end` event `isBest` if its model
 * is better on dev than all before it; that of the student also where dev cannot tell (`isStudentKept`).
 *
 * @throws as `study`
 */
export async function* learnFromPool(
  config: RunConfig,
  source: RunSource,
  pool: readonly PoolSentence[],
  { onLabelled, onCompared, ...options }: UnlabelledOptions = {},
): AsyncGenerator<StudyEvent, void> {
  const { signal, device } = options;
  const predicted = async (run: Parameters<typeof evaluateTrained>[0], sentences: readonly PoolSentence[]) =>
    (await evaluateTrained(run, asSentences(sentences), device, signal))?.predicted;
  const others = [...source.others, asSentences(pool)];
  const style = trainingStyle(config, source.style);
  const labels: string[][][] = []; // of each teacher
  let bestF1 = -Infinity;
  let best: readonly string[][] | undefined; // predictions of the best teacher on dev

  const teacher = teacherConfig(config, source.train, pool);
  for await (const event of study(seedRuns('teacher', teacher, TEACHERS), { ...source, others }, options)) {
    if (event.kind === 'end' && event.result !== undefined && !signal?.aborted) {
      const tags = await predicted(event, pool);
      if (tags !== undefined) labels.push(tags.map((of) => [...of]));
      if (event.isBest) best = await predicted(event, source.dev);
    }
    if (event.kind === 'end' && event.result !== undefined) bestF1 = Math.max(bestF1, event.result.dev.overall.f1);
    yield event;
  }
  if (signal?.aborted || labels.length === 0 || best === undefined) return;

  const agreed = agreedSentences(pool, labels, style, source.style);
  onLabelled?.({ sentences: agreed, of: pool.length });
  if (agreed.length === 0) return;
  const student = { ...config, seed: config.seed + TEACHERS, epochs: studentEpochs(config.epochs) };
  const train = withGold(source.train, agreed);
  for await (const event of study(seedRuns(STUDENT, student, 1), { ...source, others, train }, options)) {
    const index = TEACHERS + event.index;
    if (event.kind !== 'end') {
      yield { ...event, index };
      continue;
    }
    let isKept = event.isBest && event.result!.dev.overall.f1 >= bestF1;
    if (event.result !== undefined && !signal?.aborted) {
      const own = await predicted(event, source.dev);
      const difference = own && f1Difference(pairedCounts(source.dev, [own, best], style));
      if (difference !== undefined) onCompared?.(difference);
      if (difference !== undefined) isKept = event.isBest && isStudentKept(difference);
    }
    yield { ...event, index, isBest: isKept };
  }
}

/**
 * The settings of the teachers. A model that reads documents learns little from single sentences of them, such as a person annotates: then
 * only the student reads the documents, which are those of the pool. With 7,000 tokens annotated in the order of the queue, the student
 * scores 91.1 on dev, and 89.9 if its teachers read documents too.
 */
export function teacherConfig(
  config: RunConfig,
  gold: readonly PoolSentence[],
  pool: readonly PoolSentence[],
): RunConfig {
  const isOfSingles = config.context === 'document' && 2 * documentLength(gold) < documentLength(pool);
  return isOfSingles ? { ...config, context: 'sentence', consistency: 0 } : config;
}

/** Mean number of sentences per document. */
function documentLength(sentences: readonly PoolSentence[]): number {
  return sentences.length / Math.max(1, new Set(sentences.map(({ document }) => document)).size);
}

/** Sentences without tags. */
export function asSentences(pool: readonly PoolSentence[]): Sentence[] {
  return pool.map((sentence) => ({ ...sentence, tags: [], spans: [], line: 0 }));
}

/**
 * The sentences on which all teachers agree, with their tags.
 *
 * @param labels of each teacher and sentence, [T] in the training style
 */
export function agreedSentences(
  pool: readonly PoolSentence[],
  labels: readonly (readonly (readonly string[])[])[],
  training: TagStyle,
  style: TagStyle,
): Sentence[] {
  const reader = new TagReader(training);
  const [first, ...others] = labels;
  return pool.flatMap((sentence, s) => {
    const tags = first![s]!;
    if (tags.length === 0 || others.some((teacher) => teacher[s]!.some((tag, t) => tag !== tags[t]))) return [];
    if (training.scheme === 'none') return [{ ...sentence, tags: [...tags], spans: [], line: 0 }];
    const { spans } = reader.read(tags);
    return [{ ...sentence, tags: tagsOfSpans(style, spans, tags.length), spans, line: 0 }];
  });
}

/** The annotated sentences some times, then those of the pool, each copy in documents of its own. */
export function withGold(gold: readonly Sentence[], pool: readonly Sentence[]): Sentence[] {
  const documents = 1 + gold.reduce((most, { document = 0 }) => Math.max(most, document), 0);
  const moved = (sentences: readonly Sentence[], by: number) =>
    sentences.map((one) => (one.document === undefined ? one : { ...one, document: one.document + by }));
  const copies = Array.from({ length: GOLD_COPIES }, (_, i) => moved(gold, i * documents));
  return [...copies.flat(), ...moved(pool, GOLD_COPIES * documents)];
}

/** Counts of two predictions per sentence with gold tags. */
function pairedCounts(
  sentences: readonly Sentence[],
  both: readonly [readonly string[][], readonly string[][]],
  style: TagStyle,
) {
  const reader = new PairReader(style);
  const units = sentences.flatMap((sentence, s) => {
    if (!isTagged(sentence)) return [];
    const read = (tags: readonly string[]) => {
      const { gold, predicted: found } = reader.read(comparedTags(sentence, tags, style));
      return { gold: gold.length, predicted: found.length, correct: equalSpans(gold, found).length };
    };
    return [[read(both[0][s]!), read(both[1][s]!)] as const];
  });
  const column = (of: 0 | 1, name: 'gold' | 'predicted' | 'correct') =>
    Int32Array.from(units, (unit) => unit[of][name]);
  return {
    gold: column(0, 'gold'),
    predicted: [column(0, 'predicted'), column(1, 'predicted')],
    correct: [column(0, 'correct'), column(1, 'correct')],
  } as const;
}
