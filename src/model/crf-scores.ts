import { tensor1d, tensor2d, zeros, type Scalar, type Tensor2D, dispose, type Tensor } from '../tensors/tensors.ts';
import { penaltiesOf } from '../crf/constraints.ts';
import { distilledCrfLoss, type TeacherScores } from '../crf/distill/op.ts';
import { crfLoss, type CrfTensors } from '../crf/op.ts';
import { entityPrior, partialCrfLoss } from '../crf/partial/op.ts';
import type { EntityPrior } from '../crf/partial/reference.ts';
import { tagKind } from '../data/corpus.ts';
import { mapTransitions, type Transitions } from '../crf/transitions.ts';
import { addConstant, sumOf } from '../kernels/algebra/op.ts';
import { defined } from '../lib/assert.ts';
import type { LabelTensors } from './batch-tensors.ts';
import type { ModelParts, TaggerModel } from './model.ts';
import { taggerParameters } from './parameters.ts';
import { taggerWeights, type HostWeights, type TaggerWeights } from './weights.ts';

/** Penalties of illegal transitions, if the recipe forbids them. A softmax decoder has no transitions. */
export function modelPenalties({
  config,
  illegal,
}: Pick<TaggerModel, 'config' | 'illegal'>): Transitions<Float32Array> | undefined {
  return config.decoder === 'crf' && config.constraints ? penaltiesOf(illegal) : undefined;
}

/** The penalties on the device, for the caller to dispose. */
export function penaltyTensors(model: TaggerModel): CrfTensors | undefined {
  const penalties = modelPenalties(model);
  if (penalties === undefined) return undefined;
  const { transitions, start, end } = penalties;
  const K = start.length;
  const made: Tensor[] = [];
  const kept = <T extends Tensor>(part: T): T => {
    made.push(part);
    return part;
  };
  try {
    return {
      transitions: kept(tensor2d(transitions, [K, K])),
      start: kept(tensor1d(start)),
      end: kept(tensor1d(end)),
    };
  } catch (error) {
    dispose(made); // the memory was full
    throw error;
  }
}

/**
 * The CRF's scores as training and decoding use them: learned weights (zeros for a softmax decoder, which is the CRF without
 * transitions) plus the penalties of illegal transitions.
 */
export function crfScores({ crf, output, indicators }: TaggerWeights, penalties: CrfTensors | undefined): CrfTensors {
  const K = output?.b.size ?? indicators?.shape[1] ?? 0;
  const learned: CrfTensors = crf ?? { transitions: zeros([K, K]), start: zeros([K]), end: zeros([K]) };
  if (penalties === undefined) return learned;
  return {
    transitions: addConstant(learned.transitions, penalties.transitions),
    start: addConstant(learned.start, penalties.start),
    end: addConstant(learned.end, penalties.end),
  };
}

/** The margin of Effland & Collins 2021. */
const RATIO_MARGIN = 0.05;

/** The preference for a share of entities, and the id of O. */
type Prior = EntityPrior & { outside: number };

/**
 * The preference of a recipe, for a batch whose loss will be divided by its number of sentences.
 *
 * @returns undefined if there is none, or no tag O
 */
export function priorOf({ config, style, vocabulary }: ModelParts, sentences: number): Prior | undefined {
  const { entityRatio: ratio, entityRatioWeight: weight } = config;
  if (weight === 0 || tagKind(style) !== 'entities') return undefined;
  return { outside: vocabulary.tagId('O'), ratio, margin: RATIO_MARGIN, weight: weight * sentences };
}

/** The loss of a batch relative to its gold tags, to what is known of them, or to the distributions of teachers, summed over its sentences: []. */
export function batchLoss(
  emissions: Tensor2D,
  crf: CrfTensors,
  batch: LabelTensors,
  { teachers, prior }: { teachers?: readonly TeacherScores[] | undefined; prior?: Prior | undefined } = {},
): Scalar {
  const tags = defined(batch.tags, () => 'batchLoss: no gold tags');
  if (teachers !== undefined) return distilledCrfLoss(emissions, crf, teachers, tags, batch.layout);
  if (batch.excluded !== undefined) {
    const loss = partialCrfLoss(emissions, crf, batch.excluded, tags, batch.layout);
    return prior === undefined ? loss : sumOf(loss, entityPrior(emissions, crf, prior.outside, prior, batch.layout));
  }
  return crfLoss(emissions, crf, tags, batch.layout);
}

/** A consistent copy of the CRF's learned scores on the host; zeros for a softmax decoder. */
export async function learnedScores(
  model: Pick<TaggerModel, 'config' | 'weights' | 'vocabulary'>,
): Promise<Transitions<Float32Array>> {
  const { crf } = taggerWeights(model);
  const K = model.vocabulary.tags.length;
  if (crf === undefined) {
    return { transitions: new Float32Array(K * K), start: new Float32Array(K), end: new Float32Array(K) };
  }
  const reads = mapTransitions(crf, async (scores) => new Float32Array(await scores.data<'float32'>()));
  // Together: of reads that are awaited one after the other, a failure of a later one would be unhandled.
  const [transitions, start, end] = await Promise.all([reads.transitions, reads.start, reads.end]);
  return { transitions, start, end };
}

/** Copies of the learned scores in weights on the host; undefined for a softmax decoder. */
export function learnedScoresOf(
  config: TaggerModel['config'],
  host: HostWeights,
): Transitions<Float32Array> | undefined {
  const { crf } = taggerParameters(config);
  return crf && mapTransitions(crf, ({ name }) => defined(host[name], () => `no parameter ${name}`).values.slice());
}

/** The scores of the CRF on the host, including penalties, for decoding. */
export async function decodingScores(model: TaggerModel): Promise<Transitions<Float32Array>> {
  const learned = await learnedScores(model);
  const penalties = modelPenalties(model);
  if (penalties === undefined) return learned;
  return mapTransitions(learned, (scores, part) => scores.map((score, i) => score + penalties[part][i]!));
}
