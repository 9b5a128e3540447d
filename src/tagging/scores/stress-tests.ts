import type { Sentence, Span, TagStyle } from '../../data/corpus.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { NameList } from '../../data/vocabulary/features.ts';
import { f1Difference } from '../../eval/f1-difference.ts';
import type { Score } from '../../eval/scores.ts';
import { equalSpans, scoreOf } from '../../eval/score-tags.ts';
import { STRESS_TESTS } from '../../eval/stress/registry.ts';
import type { StressTest } from '../../eval/stress/change.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import type { TaggerModel } from '../../model/model.ts';
import { trainingEntities } from './corpus-slices.ts';
import { predictedSpans } from './predicted-spans.ts';

/** The scores of a model under a stress test. Plain data. */
export interface StressScore extends Omit<StressTest, 'change'> {
  score: Score;
  /** F1 minus that on the file as it is, and its 95% interval (paired bootstrap over sentences). */
  difference: number;
  interval: [low: number, high: number];
}

export interface StressReport {
  /** On the file as it is. */
  score: Score;
  tests: StressScore[];
}

export interface StressOptions {
  /** Tag style of the sentences. */
  style: TagStyle;
  /** Training sentences, whose names replace others. */
  train?: readonly Sentence[] | undefined;
  /** The sentences that the model was trained on. */
  seen?: readonly Sentence[] | undefined;
  lists?: readonly NameList[] | undefined;
  stored?: StoredVectors | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the number of files tagged so far, of all. */
  onProgress?: (done: number, total: number) => void;
}

const SEED = 1;
const RESAMPLES = 2000;

/** Per sentence. */
type Counts = Record<'gold' | 'predicted' | 'correct', Int32Array>;

/**
 * Scores a model on a file, and on what the stress tests make of it. Tests that need training data or lists are left out without them.
 *
 * @throws StudioError Cancelled
 */
export async function stressTests(
  model: TaggerModel,
  sentences: readonly Sentence[],
  { style, train, seen, lists = [], stored, signal, onProgress }: StressOptions,
): Promise<StressReport> {
  const total = 1 + STRESS_TESTS.length;
  onProgress?.(0, total);
  const { predicted, vocabulary } = await evaluateCorpus(model, sentences, stored, { signal });
  const before = countsOf(model, sentences, predicted);
  const entities = seen && trainingEntities(model, seen, vocabulary);
  const tests: StressScore[] = [];
  for (const [i, { change, ...test }] of STRESS_TESTS.entries()) {
    onProgress?.(i + 1, total);
    const changed = change(sentences, { style, train, seen: entities, lists, seed: SEED });
    if (changed === undefined) continue;
    const isSame = changed.sentences === sentences;
    const tags = isSame ? predicted : (await evaluateCorpus(model, changed.sentences, stored, { signal })).predicted;
    const after = countsOf(model, changed.sentences, tags, changed.counts);
    tests.push({ ...test, score: sumOf(after), ...differenceOf(before, after) });
  }
  return { score: sumOf(before), tests };
}

function countsOf(
  model: TaggerModel,
  sentences: readonly Sentence[],
  predicted: readonly string[][],
  counts: (words: readonly string[]) => boolean = () => true,
): Counts {
  const units = predictedSpans(model, sentences, predicted).map(({ tokens, gold, predicted: found }) => {
    const counted = (spans: readonly Span[]) => spans.filter(({ start, end }) => counts(tokens.slice(start, end)));
    const [own, other] = [counted(gold), counted(found)];
    return { gold: own.length, predicted: other.length, correct: equalSpans(own, other).length };
  });
  const column = (name: keyof Counts) => Int32Array.from(units, (unit) => unit[name]);
  return { gold: column('gold'), predicted: column('predicted'), correct: column('correct') };
}

function sumOf({ gold, predicted, correct }: Counts): Score {
  const sum = (counts: Int32Array) => counts.reduce((total, count) => total + count, 0);
  return scoreOf({ support: sum(gold), predicted: sum(predicted), correct: sum(correct) });
}

/** F1 depends on the sum of gold and predicted entities only, so that of `after` can be moved to the gold of `before`. */
function differenceOf(before: Counts, after: Counts): Pick<StressScore, 'difference' | 'interval'> {
  const predicted = after.predicted.map((count, u) => count + after.gold[u]! - before.gold[u]!);
  const { difference, interval } = f1Difference(
    {
      gold: before.gold,
      predicted: [predicted, before.predicted],
      correct: [after.correct, before.correct],
    },
    RESAMPLES,
  );
  return { difference, interval };
}
