import { tensor1d, tensor2d } from '../tensors/tensors.ts';
import type { TeacherScores } from '../crf/distill/op.ts';
import { sentenceEmissions, viterbi } from '../crf/decode.ts';
import type { Transitions } from '../crf/transitions.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import type { Batch } from '../data/batches/batch.ts';
import { encodeCorpus, type SentenceToEncode } from '../data/batches/encode.ts';
import { raggedRow, raggedRows } from '../data/batches/ragged.ts';
import { decodingScores } from './crf-scores.ts';
import type { TaggerModel } from './model.ts';
import { extendVocabulary } from './out-of-vocabulary.ts';
import { emissionBatches } from './predict.ts';

/** Predictions of one model for the training sentences, on the host. */
export interface TeacherMember {
  /** Emissions of each training sentence, [T, K]. */
  emissions: readonly Float32Array[];
  /** CRF scores, including penalties. */
  crf: Transitions<Float32Array>;
}

/** Training targets of a student: the distributions of one model, or the average over several models. */
export type Teacher = readonly TeacherMember[];

export interface TeacherOptions {
  signal?: AbortSignal | undefined;
  /** Called after each batch with the number of sentences read. */
  onProgress?: ((sentences: number) => void) | undefined;
}

/**
 * Computes a model's predictions for the training sentences, without dropout.
 *
 * @param stored vectors for words that its vocabulary lacks
 * @returns the predictions, and the best path of each sentence
 */
export async function readByTeacher(
  model: TaggerModel,
  sentences: readonly Omit<SentenceToEncode, 'tags'>[],
  stored: StoredVectors | undefined,
  { signal, onProgress }: TeacherOptions = {},
): Promise<{ member: TeacherMember; paths: Int32Array[] }> {
  const K = model.vocabulary.tags.length;
  const crf = await decodingScores(model);
  const none = new Float32Array(0);
  const emissions: Float32Array[] = sentences.map(() => none);
  const paths: Int32Array[] = sentences.map(() => new Int32Array(0));
  const { vocabulary, extraRows } = await extendVocabulary(model, sentences, stored);
  try {
    const encoded = encodeCorpus(
      vocabulary,
      sentences.map(({ tokens, document, columns }) => ({ tokens, tags: [], document, columns })),
    );
    let done = 0;
    for await (const { batch, emissions: rows } of emissionBatches(model, encoded, { signal, extraRows })) {
      batch.sentences.forEach((sentence, b) => {
        const own = sentenceEmissions(rows, K, batch.layout, b);
        emissions[sentence] = own;
        paths[sentence] = viterbi(own, crf).tags;
      });
      done += batch.sentences.length;
      onProgress?.(done);
    }
  } finally {
    extraRows?.dispose();
  }
  return { member: { emissions, crf }, paths };
}

/** The teachers' scores for a batch on the device. Call it inside a `tidy`, which disposes them. */
export function teacherScores(teacher: Teacher, { sentences, layout }: Batch): TeacherScores[] {
  const N = raggedRows(layout);
  return teacher.map(({ emissions, crf: { transitions, start, end } }) => {
    const K = start.length;
    const rows = new Float32Array(N * K);
    sentences.forEach((sentence, b) => {
      const own = emissions[sentence]!;
      for (let t = 0; t < layout.lengths[b]!; t++) {
        rows.set(own.subarray(t * K, (t + 1) * K), raggedRow(layout, b, t) * K);
      }
    });
    const crf = { transitions: tensor2d(transitions, [K, K]), start: tensor1d(start), end: tensor1d(end) };
    return { emissions: tensor2d(rows, [N, K]), crf };
  });
}
