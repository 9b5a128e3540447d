import { DEFAULT_CONFIG, type Architecture, type RunConfig } from '../config/schema.ts';
import type { EncodedCorpus } from '../data/batches/batch.ts';
import { tagKind, type Sentence, type TagStyle } from '../data/corpus.ts';
import { encodeCorpus, type SentenceToEncode } from '../data/batches/encode.ts';
import type { VectorLookup } from '../data/vectors/vector-lookup.ts';
import { unlinkedWords } from '../data/vocabulary/unlinked-words.ts';
import type { FeatureTables, NameList } from '../data/vocabulary/features.ts';
import type { EncoderFeatures } from '../data/features/encoder-features.ts';
import { indicatorNames } from '../data/features/indicators.ts';
import { inputColumns } from '../data/features/input-columns.ts';
import { buildVocabulary, Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { buildWordTable } from '../data/vectors/word-table.ts';
import { StudioError } from '../lib/errors.ts';
import { modelParts, type ModelParts, type TaggerModel } from '../model/model.ts';
import { randomKey } from '../model/streams.ts';
import type { TrainingData } from '../model/trainer.ts';
import { initialWeights, uploadWeights } from '../model/weights.ts';
import { evaluate } from '../model/evaluate.ts';
import { augmented } from './augmentation.ts';
import { fingerprintOf } from './fingerprint.ts';
import { TagSets } from '../data/tags/partial-tags.ts';
import { isTagged, tagInventory, trainingStyle, trainingTags } from '../data/tags/training-tags.ts';

/** Maximum number of characters of a form that the character encoder reads. Longer forms are mostly URLs. */
const MAX_FORM_LENGTH = 50;

/** The data of a run. */
export interface RunSource {
  train: readonly Sentence[];
  dev: readonly Sentence[];
  /** Other corpora whose words are added to the vocabulary if they have a pretrained vector: test files. */
  others: readonly (readonly Sentence[])[];
  /** Tag style of the training file. */
  style: TagStyle;
  vectors: VectorLookup | undefined;
  /** Names of the columns that are inputs of the model; undefined: all columns that were read. */
  columns?: readonly string[] | undefined;
  /** Lists of names whose matches are inputs of the model. */
  lists?: readonly NameList[];
  /** Features of the loaded encoder for given settings. Those of all sentences must be computed first (`loadEncoderFeatures`). */
  encoder?: ((settings: EncoderSettings) => EncoderFeatures) | undefined;
}

export type EncoderSettings = Pick<RunConfig, 'encoderLayers' | 'encoderPooling'>;

/** The encoder features that a configuration uses; undefined if it uses none. */
export function encoderOf(config: Architecture, { encoder }: Pick<RunSource, 'encoder'>): EncoderFeatures | undefined {
  return config.encoder && config.emissions === 'network' ? encoder?.(config) : undefined;
}

/** The parts of a network that other code asks for, in a model without a network. */
const NO_NETWORK = {
  charEncoder: 'none',
  attention: 'none',
  context: 'sentence',
  encoder: false,
} as const satisfies Partial<RunConfig>;

/**
 * The configuration that a run has with its data: E, the dimension of the word table, is that of the vectors if there are any. Settings
 * without a meaning for the kind of tags have values without an effect; texts with one class need a network. A feature CRF has none of the
 * parts of a network, whatever the recipe says.
 */
export function resolveConfig(config: RunConfig, { vectors, style }: Pick<RunSource, 'vectors' | 'style'>): RunConfig {
  const isNetwork = config.emissions === 'network' || tagKind(style) === 'classes';
  if (!isNetwork) return { ...config, ...NO_NETWORK, pooling: DEFAULT_CONFIG.pooling };
  const resolved = { ...config, wordDim: vectors?.vectors.dimensions ?? config.wordDim };
  if (tagKind(style) !== 'classes') return { ...resolved, pooling: DEFAULT_CONFIG.pooling };
  const { augmentation } = config;
  return {
    ...resolved,
    emissions: 'network',
    decoder: 'softmax',
    context: 'sentence',
    consistency: 0,
    augmentation: augmentation === 'lowercase' || augmentation === 'capitals' ? augmentation : 'none',
  };
}

/**
 * Creates a model with its initial weights on the device, and its training data.
 *
 * @param config resolved
 * @throws StudioError BadCorpus, or BadConfig for vectors with other dimensions; nothing is on the device then
 */
export function prepareRun(config: RunConfig, source: RunSource): { model: TaggerModel; data: TrainingData } {
  const vocabulary = runVocabulary(config, source);
  const table =
    config.emissions === 'features'
      ? new Float32Array(0)
      : buildWordTable(vocabulary, source.vectors, config.wordDim, randomKey(config.seed, 'wordTable'));
  const parts = { ...modelParts(config, vocabulary, source.style), encoder: encoderOf(config, source) };
  const data = trainingData(parts, { ...source, train: trainedSentences(config, source) });
  return { model: { ...parts, weights: uploadWeights(initialWeights(config, vocabulary, table)) }, data };
}

/** The training sentences with their changed copies; without copies for an encoder, whose features they would need. */
export function trainedSentences(config: RunConfig, source: RunSource): readonly Sentence[] {
  return encoderOf(config, source) ? source.train : augmented(source.train, config, source.style);
}

/**
 * Encodes the sentences that have tags.
 *
 * @throws StudioError BadCorpus if there are no tags, or tags that the model does not have
 */
export function trainingData(model: ModelParts, source: Pick<RunSource, 'train' | 'dev' | 'vectors'>): TrainingData {
  requireTags(source);
  const [train, dev] = [source.train.filter(isTagged), source.dev.filter(isTagged)];
  const encode = (sentences: readonly Sentence[]): EncodedCorpus =>
    encodeCorpus(model.vocabulary, sentences.map(toEncode), model.encoder);
  const style = trainingStyle(model.config, model.style);
  const sets = new TagSets(model.vocabulary.tags, style);
  const toEncode = (sentence: Sentence): SentenceToEncode => ({
    tokens: sentence.tokens,
    tags: trainingTags(sentence, style),
    document: sentence.document,
    columns: sentence.columns,
    weight: sentence.weight,
    allowed: sets.of(sentence),
  });
  const [encodedTrain, encodedDev] = [encode(train), encode(dev)];
  return {
    train: encodedTrain,
    fingerprint: fingerprintOf(model.vocabulary, model.config.wordDim, [encodedTrain, encodedDev]),
    unknownProbabilities: unknownProbabilities(model, source.vectors),
    scoreDev: async (current, signal) => evaluate(current, encodedDev, dev, { signal }),
  };
}

/**
 * The probability that training replaces each word by the unknown word. A rare word that has a vector is not out-of-vocabulary when
 * tagging, and can be exempt from unknown replacement (`replaceKnownWords`).
 *
 * @returns [V], or undefined if no word is ever replaced
 */
function unknownProbabilities({ config, vocabulary }: ModelParts, vectors: VectorLookup | undefined) {
  const { unknownReplacement, wordDropout, replaceKnownWords } = config;
  if (config.emissions === 'features') return undefined;
  if (unknownReplacement === 0 && wordDropout === 0) return undefined;
  const isReplaced = (word: string, row: number) =>
    vocabulary.isSingleton(row) && (replaceKnownWords || vectors?.has(word) !== true);
  return Float32Array.from(vocabulary.words, (word, row) =>
    isReplaced(word, row) ? Math.max(unknownReplacement, wordDropout) : wordDropout,
  );
}

function requireTags({ train, dev }: Pick<RunSource, 'train' | 'dev'>): void {
  for (const [role, sentences] of Object.entries({ training: train, dev })) {
    if (sentences.some(({ tags }) => tags.length > 0)) continue;
    throw new StudioError(
      'BadCorpus',
      `The ${role} sentences have no tags. Add a file with a tag for each token, or choose its tag column.`,
    );
  }
}

/** @throws StudioError BadCorpus if train or dev has no tags */
export function runVocabulary(config: Architecture, source: RunSource): Vocabulary {
  requireTags(source);
  const { train, dev, others, style } = source;
  const vectors = config.emissions === 'features' ? undefined : source.vectors;
  const { lowercase, digitsToZero, minFrequency } = config;
  const vocabulary = buildVocabulary({
    train,
    others: [dev, ...others],
    tags: tagInventory([...train, ...dev], trainingStyle(config, style)),
    hasVector: (key) => vectors?.has(key) ?? false,
    options: { lowercase, digitsToZero, minFrequency, maxFormLength: MAX_FORM_LENGTH },
  });
  const features = runFeatures(config, source);
  return new Vocabulary({
    ...vocabulary.toJSON(),
    ...(config.context === 'document' &&
      config.emissions === 'network' && { unlinked: unlinkedWords(vocabulary, train) }),
    ...(features && { features }),
  });
}

/** The last names that were found in training sentences, without lists and columns: a large corpus takes seconds. */
const lastNames = new WeakMap<readonly Sentence[], { key: string; names: string[] }>();

function namesOfFeatures(train: readonly Sentence[], config: Architecture, tables: FeatureTables): string[] {
  const { digitsToZero, featureFrequency } = config;
  const find = () => indicatorNames(train, config, tables, featureFrequency);
  if (Object.keys(tables).length > 0) return find();
  const key = `${digitsToZero} ${featureFrequency}`;
  const last = lastNames.get(train);
  if (last?.key === key) return last.names;
  const names = find();
  lastNames.set(train, { key, names });
  return names;
}

/** @returns undefined where tokens have no inputs besides words and characters */
function runFeatures(config: Architecture, source: RunSource): FeatureTables | undefined {
  const { train, lists = [], columns: chosen } = source;
  const columns = inputColumns(train).filter(({ name }) => chosen?.includes(name) ?? true);
  const encoder = encoderOf(config, source)?.identity;
  const tables = {
    ...(lists.length > 0 && { lists: [...lists] }),
    ...(columns.length > 0 && { columns }),
    ...(encoder && { encoder }),
  };
  if (config.emissions === 'features') {
    return { ...tables, indicators: namesOfFeatures(train, config, tables) };
  }
  return Object.keys(tables).length === 0 ? undefined : tables;
}
