import { savedColumns, type Table } from '../lib/table.ts';

/** Norms of one part of the network in one step: Euclidean, over all its parameters; of the word table, over the batch's words. */
export interface PartSignals {
  /** `words`, `char`, `layer0`, `output`, …: the names of its parameters before the first point. */
  part: string;
  /** Of its gradient, before clipping. */
  gradient: number;
  /** Of its weights before the step. */
  weights: number;
  /** Of the change of its weights. */
  update: number;
}

/** Training seen from inside: the measurements of one step. Plain data. */
export interface TrainingSignals {
  /** Of the run, from 1. */
  step: number;
  /** Global norm of the gradient before clipping: what `clipNorm` limits. */
  gradientNorm: number;
  learningRate: number;
  /** Undefined if the word vectors are not trained. */
  wordLearningRate: number | undefined;
  parts: PartSignals[];
  /** Character features that tell the words of the batch apart; undefined without characters. */
  filters: { active: number; count: number } | undefined;
}

/** A filter is active if it varies at least this much, relative to the filter that varies most. */
const ACTIVE_SHARE = 0.1;

/**
 * Counts the character features that tell words apart: those whose standard deviation over the word forms of a batch is at least a tenth of
 * the largest one.
 *
 * @param features [U, F]
 * @param count F
 */
export function activeFilters(features: Float32Array, count: number): { active: number; count: number } {
  const rows = features.length / count;
  const deviations = Array.from({ length: count }, (_, f) => {
    let [sum, squares] = [0, 0];
    for (let i = f; i < features.length; i += count) sum += features[i]!;
    const mean = sum / rows;
    for (let i = f; i < features.length; i += count) squares += (features[i]! - mean) ** 2;
    return Math.sqrt(squares / rows);
  });
  const most = Math.max(...deviations);
  return { active: deviations.filter((one) => one > 0 && one >= ACTIVE_SHARE * most).length, count };
}

/** Size of a part's update, relative to its weights. About 1e-3 is usual for Adam and SGD with a suitable rate (Karpathy, CS231n notes). */
export function updateRatio({ update, weights }: PartSignals): number {
  return weights === 0 ? 0 : update / weights;
}

/** The factor by which clipping multiplies the gradient (torch.nn.utils.clip_grad_norm_). @param clipNorm 0: no clipping */
export function clippedShare({ gradientNorm }: Pick<TrainingSignals, 'gradientNorm'>, clipNorm: number): number {
  return clipNorm === 0 ? 1 : Math.min(1, clipNorm / (gradientNorm + 1e-6));
}

/** The parts that were trained, in the order of the network. */
export function partsOf(signals: readonly TrainingSignals[]): string[] {
  return [...new Set(signals.flatMap(({ parts }) => parts.map(({ part }) => part)))];
}

/** A row for each observed step: what the figures draw, and what `tagsmith train --signals` writes. */
export function signalsTable(
  signals: readonly TrainingSignals[],
  { stepsPerEpoch, clipNorm }: { stepsPerEpoch: number; clipNorm: number },
): Table<TrainingSignals, never> {
  const of = (name: string, value: (part: PartSignals) => number) => (row: TrainingSignals) => {
    const found = row.parts.find(({ part }) => part === name);
    return found && rounded(value(found));
  };
  const ofParts = partsOf(signals).flatMap((part) => [
    [`gradient_${part}`, of(part, ({ gradient }) => gradient)] as const,
    [`weights_${part}`, of(part, ({ weights }) => weights)] as const,
    [`update_ratio_${part}`, of(part, updateRatio)] as const,
  ]);
  return {
    columns: savedColumns<TrainingSignals>({
      step: ({ step }) => step,
      epoch: ({ step }) => rounded(step / stepsPerEpoch),
      gradient_norm: ({ gradientNorm }) => rounded(gradientNorm),
      clipped_to: (row) => rounded(clippedShare(row, clipNorm)),
      learning_rate: ({ learningRate }) => rounded(learningRate),
      word_learning_rate: ({ wordLearningRate }) => wordLearningRate && rounded(wordLearningRate),
      active_filters: ({ filters }) => filters?.active,
      filters: ({ filters }) => filters?.count,
      ...Object.fromEntries(ofParts),
    }),
    rows: signals,
  };
}

const rounded = (value: number) => Number(value.toPrecision(6));
