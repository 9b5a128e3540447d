import type { Sentence } from '../../data/corpus.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { decodeWeights, encodeWeights, type Precision } from '../../export/precision.ts';
import { evaluateCorpus, type CorpusEvaluation } from '../../model/evaluate.ts';
import type { TaggerModel } from '../../model/model.ts';
import { disposeWeights, uploadWeights, type HostWeights } from '../../model/weights.ts';

/** Scores a model with its weights rounded as in an export. @throws StudioError Cancelled */
export async function scoreRounded(
  { model, stored, host }: { model: TaggerModel; stored: StoredVectors | undefined; host: HostWeights },
  precision: Precision,
  sentences: readonly Sentence[],
  signal?: AbortSignal,
): Promise<CorpusEvaluation> {
  const rounded = { ...model, weights: uploadWeights(decodeWeights(encodeWeights(host, precision))) };
  try {
    return await evaluateCorpus(rounded, sentences, stored, { signal });
  } finally {
    disposeWeights(rounded.weights);
  }
}
