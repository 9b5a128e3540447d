import { setBackend } from '../../src/tensors/tensors.ts';
import '../../src/tensors/cpu.ts';
import { DEFAULT_CONFIG, type RunConfig } from '../../src/config/schema.ts';
import type { Sentence, TagStyle } from '../../src/data/corpus.ts';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import type { NameList } from '../../src/data/vocabulary/features.ts';
import type { Provenance } from '../../src/export/bundle-format.ts';
import { registerCpuKernels } from '../../src/devices/register-cpu.ts';
import { replaceWeights, type TaggerModel } from '../../src/model/model.ts';
import { downloadWeights } from '../../src/model/weights.ts';
import type { TrainingData } from '../../src/model/trainer.ts';
import { prepareRun, resolveConfig } from '../../src/runs/prepare.ts';

/** Sizes small enough for the float64 references. */
export const TINY: Partial<RunConfig> = { wordDim: 5, charDim: 3, charFeatures: 4, hidden: 6, batchSize: 2 };

/** Makes the `cpu` backend current, on which every op is its reference. */
export async function useReferences(): Promise<void> {
  registerCpuKernels();
  await setBackend('cpu');
}

/** Reads a corpus from CoNLL text. */
export function corpusOf(text: string): { sentences: Sentence[]; style: TagStyle } {
  return readCorpus('test.conll', new TextEncoder().encode(text));
}

export const BIO_CORPUS = corpusOf(
  'Ada B-PER\nVale I-PER\nlives O\nin O\nNorrby B-LOC\n. O\n\nMio B-PER\nleft O\nNorrby B-LOC\nlast O\nMay O\n',
);

export const PROVENANCE: Provenance = {
  data: { train: 'a.conll', dev: 'b.conll', sentences: 2, tokens: 11, entities: 4 },
  vectors: undefined,
  device: 'simd',
  bestEpoch: 1,
  dev: undefined,
};

/** An untrained model and its training data. */
export function tinyRun(
  { sentences, style }: { sentences: Sentence[]; style: TagStyle } = BIO_CORPUS,
  settings: Partial<RunConfig> = {},
  lists: readonly NameList[] = [],
): { model: TaggerModel; data: TrainingData } {
  const source = { train: sentences, dev: sentences, others: [], style, vectors: undefined, lists };
  return prepareRun(resolveConfig({ ...DEFAULT_CONFIG, ...TINY, ...settings }, source), source);
}

/** An untrained model that prefers entities: the bias of O, the first tag, is low. */
export async function eagerModel(...run: Parameters<typeof tinyRun>): Promise<TaggerModel> {
  const { model } = tinyRun(...run);
  const weights = await downloadWeights(model.weights);
  weights['output.b']!.values[0] = -2;
  replaceWeights(model, weights);
  return model;
}
