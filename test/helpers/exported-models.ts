import type { RunConfig } from '../../src/config/schema.ts';
import { sentenceEmissions } from '../../src/crf/decode.ts';
import type { NameList } from '../../src/data/vocabulary/features.ts';
import type { TagStyle } from '../../src/data/corpus.ts';
import { compactVectorsFrom } from '../../src/data/vectors/compact.ts';
import type { CompactExtract } from '../../src/data/vectors/stored-vectors.ts';
import { hashWord } from '../../src/lib/word-hash.ts';
import { encodeCorpus } from '../../src/data/batches/encode.ts';
import { standardStyle } from '../../src/data/tags/tag-style.ts';
import type { BundleOptions } from '../../src/export/bundle.ts';
import { decodeWeights, encodeWeights } from '../../src/export/precision.ts';
import { randomUniform, streamKey } from '../../src/lib/rng.ts';
import { replaceWeights } from '../../src/model/model.ts';
import { emissionBatches } from '../../src/model/predict.ts';
import { downloadWeights } from '../../src/model/weights.ts';
import { extendVocabulary } from '../../src/model/out-of-vocabulary.ts';
import { tagSentences } from '../../src/tagging/texts/text.ts';
import { corpusOf, tinyRun } from './tiny-run.ts';

// Models of every kind, and sentences that every program for exported models must tag as the studio does.

export const CORPUS = corpusOf(
  `-DOCSTART- O\n\nAda B-PER\nVale I-PER\nlives O\nin O\n24 O\nOld B-LOC\nNorrby I-LOC\nRoad I-LOC\n. O\n\n` +
    `Mio B-PER\nBell B-PER\n's O\n" O\nNorrby B-LOC\n-- O\nlast O\nMay O\n`,
);
const PARTS_OF_SPEECH = corpusOf('Ada NOUN\nlives VERB\nin ADP\nNorrby NOUN\n. PUNCT\n\nMio NOUN\nleft VERB\n');

/**
 * Every way in which a token is looked up: case, digits of two scripts, punctuation, characters beyond the alphabet,
 * length.
 */
export const SENTENCES = [
  ['Ada', 'LIVES', 'in', '37', '٣٧', 'Norrby'],
  [],
  ['Mio', '’s', '“', 'otter', '—', 'Weir', 'o’clock', 'NORRBY', '.'],
  ['…'],
  ['İstanbul', 'ΟΔΟΣ', '🦦', 'Norrby'.repeat(20), 'e\u0301', 'Bell', 'Ada', 'Vale', 'May', 'last', 'Road', '–'],
];

const VECTORS: CompactExtract = {
  dimensions: 5,
  hashes: Float64Array.from(['otter', 'weir', "o'clock", '🦦', 'road'], hashWord),
  scales: Float32Array.of(0.5, 0.25, 0.1, 0.03, 1),
  values: Int8Array.from({ length: 25 }, (_, i) => ((i * 37) % 60) - 30),
};

const BARE: TagStyle = { ...standardStyle('IO'), letters: { ...standardStyle('IO').letters, inside: '' } };
const SUFFIX: TagStyle = { ...standardStyle('BMES'), separator: '_', typeFirst: true };

export interface Case {
  settings: Partial<RunConfig>;
  style?: TagStyle;
  corpus?: typeof CORPUS;
  vectors?: CompactExtract;
  lists?: readonly NameList[];
  /** How the model is exported. The weights of the run are then read back from the export. */
  bundle?: BundleOptions;
}

export const CASES: Record<string, Case> = {
  'CNN, LSTM, CRF': { settings: {} },
  'vectors of further words': { settings: {}, vectors: VECTORS, style: standardStyle('IOB1') },
  'LSTM of characters, GRU of two layers, softmax, BIO': {
    settings: { charEncoder: 'lstm', cell: 'gru', layers: 2, decoder: 'softmax', scheme: 'BIO' },
    style: BARE,
  },
  'RNN of three layers, words as written, no constraints': {
    settings: {
      charEncoder: 'none',
      cell: 'rnn',
      layers: 3,
      lowercase: false,
      digitsToZero: false,
      constraints: false,
    },
    style: SUFFIX,
  },
  'BIO under constraints, two layers of LSTM': {
    settings: { scheme: 'BIO', layers: 2 },
    style: standardStyle('BIOES'),
  },
  'forward only, two layers of LSTM, IOE2': {
    settings: { direction: 'forward', layers: 2 },
    style: standardStyle('IOE2'),
  },
  'backward only, two layers of GRU, IOE1': {
    settings: { direction: 'backward', cell: 'gru', layers: 2 },
    style: standardStyle('IOE1'),
  },
  'self-attention, GRU, one direction': {
    settings: { attention: 'sentence', cell: 'gru', direction: 'forward' },
  },
  'self-attention, reads documents': { settings: { attention: 'sentence', context: 'document' } },
  'reads documents': { settings: { context: 'document' } },
  'reads documents, second pass': { settings: { context: 'document', consistency: 2.5 } },
  'reads documents, backward only, vectors, hashed words': {
    settings: { context: 'document', consistency: 1, direction: 'backward', layers: 2 },
    vectors: VECTORS,
    bundle: { precision: 'half', isPrivate: true },
  },
  'feature CRF': { settings: { emissions: 'features' }, style: standardStyle('IOB1') },
  'feature CRF, digits as written, softmax, hashed words, half precision': {
    settings: { emissions: 'features', digitsToZero: false, decoder: 'softmax', scheme: 'BIO' },
    bundle: { precision: 'half', isPrivate: true },
  },
  'GRU, characters as written, tags without a scheme': {
    settings: { cell: 'gru', digitsToZero: false },
    corpus: PARTS_OF_SPEECH,
  },
  'half precision, hashed words, vectors': {
    settings: {},
    vectors: VECTORS,
    bundle: { precision: 'half', isPrivate: true },
  },
  'small: the word table and a layer in 8 bits': {
    settings: { wordDim: 512, hidden: 60 },
    bundle: { precision: 'small' },
  },
};

/** The expected output of other programs. */
export interface Outcome {
  tags: string[][];
  /** [T, K] of each sentence. */
  emissions: number[][];
  /** On the corpus that the model would be trained on. */
  loss: number;
}

/** Random weights, so that each one matters: the CRF of a barely trained model is near zero. */
export async function newRun({ settings, style, corpus = CORPUS, lists, bundle }: Case) {
  const { model, data } = tinyRun({ ...corpus, style: style ?? corpus.style }, settings, lists);
  const weights = await downloadWeights(model.weights);
  Object.values(weights).forEach(({ values }, site) => {
    const key = streamKey(7, site);
    for (let i = 0; i < values.length; i++) values[i] = 2 * randomUniform(key, i) - 1;
  });
  replaceWeights(model, decodeWeights(encodeWeights(weights, bundle?.precision ?? 'exact')));
  return { model, data };
}

export async function outcomeHere({ model, data }: Run, { vectors }: Case): Promise<Outcome> {
  const stored = vectors && compactVectorsFrom(vectors);
  const forms = SENTENCES.map((tokens) => ({ tokens, tags: [], document: 0 }));
  const { vocabulary, extraRows } = await extendVocabulary(model, forms, stored);
  const emissions: number[][] = SENTENCES.map(() => []);
  for await (const part of emissionBatches(model, encodeCorpus(vocabulary, forms), { extraRows })) {
    part.batch.sentences.forEach((sentence, b) => {
      emissions[sentence] = [...sentenceEmissions(part.emissions, vocabulary.tags.length, part.batch.layout, b)];
    });
  }
  extraRows?.dispose();
  const typed = SENTENCES.map((tokens) => ({ tokens: tokens.map((text) => ({ text, start: 0, end: 0 })) }));
  const tagged = await tagSentences(model, typed, stored);
  const { loss } = await data.scoreDev(model, undefined);
  return { tags: tagged.map(({ tokens }) => tokens.map(({ tag }) => tag)), emissions, loss };
}

export type Run = Awaited<ReturnType<typeof newRun>>;
