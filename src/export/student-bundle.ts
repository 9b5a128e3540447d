import { compactVectorsFrom } from '../data/vectors/compact.ts';
import type { Sentence } from '../data/corpus.ts';
import { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { StudioError } from '../lib/errors.ts';
import type { Scores } from '../eval/scores.ts';
import { modelPenalties } from '../model/crf-scores.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import type { TaggerModel } from '../model/model.ts';
import { disposeWeights, downloadWeights, uploadWeights } from '../model/weights.ts';
import type { Student, StudentOptions, StudentSource } from '../runs/student.ts';
import { trainStudent, type StudentEvent } from '../runs/train-student.ts';
import type { ModelToWrite } from './bundle-contents.ts';
import type { Provenance } from './bundle-format.ts';
import { decodeWeights, encodeWeights } from './precision.ts';

/** A student with rounded weights, to be written as `small`. */
export interface StudentBundle {
  bundle: ModelToWrite;
  /** Dev scores of the stored weights. */
  scores: Scores;
  /** Predictions for dev, in the training scheme. */
  predicted: string[][];
}

export interface DistillOptions extends StudentOptions {
  onTrain?: (event: StudentEvent & { kind: 'train' }) => void;
}

/**
 * Trains a student of one or several models.
 *
 * @param teachers with their weights on the device; they are not removed
 * @param provenance of the first teacher
 * @throws StudioError BadInput if the teachers differ in their tags, Cancelled
 */
export async function distill(
  teachers: readonly TaggerModel[],
  source: StudentSource,
  provenance: Provenance,
  { onTrain, ...options }: DistillOptions,
): Promise<StudentBundle> {
  const trained = { teachers: teachers.length, texts: source.texts.length };
  for await (const event of trainStudent(teachers, source, options)) {
    if (event.kind === 'train') onTrain?.(event);
    else {
      const { student, bestEpoch } = event;
      return await studentBundle(student, source.dev, { ...provenance, bestEpoch, student: trained }, options.signal);
    }
  }
  throw new StudioError('Internal', 'The training of the student was not completed.');
}

/**
 * Rounds the weights of a student to their stored values, and scores the result.
 *
 * @param student on the device
 * @param provenance of its teacher
 * @throws StudioError Cancelled
 */
async function studentBundle(
  { model, vectors }: Student,
  dev: readonly Sentence[],
  provenance: Provenance & Required<Pick<Provenance, 'student'>>,
  signal?: AbortSignal,
): Promise<StudentBundle> {
  const { config, style } = model;
  const weights = decodeWeights(encodeWeights(await downloadWeights(model.weights), 'small', true));
  // Word frequencies are only used in training.
  const vocabulary = new Vocabulary({
    ...model.vocabulary.toJSON(),
    frequencies: model.vocabulary.words.map(() => 0),
  });
  const stored = { ...model, vocabulary, weights: uploadWeights(weights) };
  try {
    const { scores, predicted } = await evaluateCorpus(stored, dev, vectors && compactVectorsFrom(vectors), { signal });
    const bundle = {
      config,
      vocabulary,
      style,
      weights,
      provenance: { ...provenance, dev: scores },
      vectors,
      penalties: modelPenalties(model),
    };
    return { bundle, scores, predicted };
  } finally {
    disposeWeights(stored.weights);
  }
}
