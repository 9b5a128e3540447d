import { tagKind } from '../data/corpus.ts';
import type { RunConfig } from '../config/schema.ts';
import { illegalTransitions, penaltiesOf } from '../crf/constraints.ts';
import { mapTransitions, type Transitions } from '../crf/transitions.ts';
import { type ModelTags, tagTypes, trainingStyle } from '../data/tags/training-tags.ts';
import type { CompactExtract } from '../data/vectors/stored-vectors.ts';
import { wordIndexFrom, type WordIndex } from '../data/vectors/word-index.ts';
import { featureKinds } from '../data/vocabulary/features.ts';
import { Vocabulary, type VocabularyData } from '../data/vocabulary/vocabulary.ts';
import type { BundleConfig } from '../export/bundle-format.ts';
import { contradiction } from '../data/tags/contradiction.ts';
import {
  decodeRows,
  impossibleWeight,
  isTensorType,
  LARGEST_WEIGHT,
  SCALE,
  sizeOfShape,
  TYPE_BYTES,
  type StoredTensor,
} from '../export/stored-tensor.ts';
import { decodeVectors } from '../export/vectors-file.ts';
import { crc32 } from '../lib/crc32.ts';
import { float16Table } from '../lib/float16.ts';
import { wrongContents } from './contents.ts';
import { inBothDirections } from './directions.ts';
import type { CopyWord, Parameters } from './architecture.ts';
import { ForwardPass } from './forward.ts';
import { IndicatorPass } from './indicator-pass.ts';
import type { Kernels } from './kernels.ts';
import { parseJson } from './model-files.ts';

/** Supported versions of `config.json`. */
const VERSION: number = 1;

/** Settings that this runtime supports. A later studio may have more. */
const KNOWN = {
  emissions: ['network', 'features'],
  charEncoder: ['cnn', 'lstm', 'none'],
  cell: ['lstm', 'gru', 'rnn'],
  decoder: ['crf', 'softmax'],
  direction: ['both', 'forward', 'backward'],
  attention: ['none', 'sentence'],
  context: ['sentence', 'document'],
  pooling: ['last', 'mean', 'max', 'attention'],
} as const;

/** Settings that models of version 1 may lack, and what these models are. */
const ADDED: Partial<Record<keyof typeof KNOWN, string>> = {
  attention: 'none',
  emissions: 'network',
  pooling: 'max',
};

/** A model that is ready to tag. */
export interface Model {
  forward: ForwardPass | IndicatorPass;
  tags: ModelTags & Pick<BundleConfig, 'confidence'>;
  /** Row V + r belongs to word r of vectors.bin. */
  vocabulary: Vocabulary;
  /** CRF scores, including penalties; zeros for a softmax decoder. */
  scores: Transitions<Float32Array>;
  copyWord: CopyWord;
}

/** A vocabulary in which words of vectors.bin have rows after those of the word table. */
class VocabularyWithVectors extends Vocabulary {
  readonly #vectors: WordIndex;

  constructor(data: VocabularyData, vectors: WordIndex) {
    super(data);
    this.#vectors = vectors;
  }

  override wordRow(form: string): number {
    const row = super.wordRow(form);
    if (row > 0) return row;
    const extra = this.#vectors.findKey(this.key(form));
    return extra < 0 ? row : this.words.length + extra;
  }
}

/** @throws Error if a file is missing or damaged, or has an unknown version or architecture */
export function openModel(files: Record<string, Uint8Array>, kernels: Kernels): Model {
  try {
    return checkedModel(files, kernels);
  } catch (error) {
    // Of a value that no check expected.
    if (error instanceof TypeError || error instanceof RangeError) throw damaged(error.message, error);
    throw error;
  }
}

function checkedModel(files: Record<string, Uint8Array>, kernels: Kernels): Model {
  const bundle = parseJson('config.json', file(files, 'config.json')) as BundleConfig;
  checkVersion(bundle);
  checkChecksums(files, bundle);
  const config = bundle.config as RunConfig;
  checkArchitecture(config);
  const vocabularyData = parseJson('vocabulary.json', file(files, 'vocabulary.json')) as VocabularyData;
  const wrong = wrongContents(bundle, vocabularyData);
  if (wrong !== undefined) throw damaged(wrong);
  const vectors = readVectors(files, bundle, config);
  const { encoder } = vocabularyData.features ?? {};
  if (encoder !== undefined) {
    throw new Error(
      `This model needs the encoder ${encoder.name}, which tagger.mjs cannot run. Use it in Tagsmith, or train with encoder = false.`,
    );
  }
  const vocabulary = new VocabularyWithVectors(vocabularyData, wordIndexFrom(vectors?.hashes ?? []));
  const halves = float16Table();
  const tensors = readTensors(file(files, 'model.safetensors'));
  const parameter = parameters(tensors, halves);
  const K = vocabulary.tags.length;
  const tags = { config, style: bundle.style, vocabulary, confidence: bundle.confidence };
  const contradicted = contradiction(tags);
  if (contradicted !== undefined) throw damaged(contradicted);
  const sizes = {
    characters: vocabulary.characters.length,
    tags: K,
    tagTypes: tagTypes(tags),
    features: featureKinds(vocabulary.features),
    pooling: tagKind(bundle.style) === 'classes' ? config.pooling : undefined,
  };
  const ofTags = { tags, vocabulary, scores: decodingScores(config, tags, parameter) };
  if (config.emissions === 'features') {
    const rows = vocabulary.features?.indicators?.length ?? 0;
    return {
      ...ofTags,
      forward: new IndicatorPass(parameter('indicators.w', [rows, K]), K),
      copyWord: () => undefined,
    };
  }
  return {
    ...ofTags,
    forward: new ForwardPass(kernels, config, sizes, inBothDirections(parameter, config.direction)),
    copyWord: wordRows(tensors, vectors, halves, [vocabulary.words.length, config.wordDim]),
  };
}

function checkVersion({ format, version }: { format: string; version: number }): void {
  if (format !== 'tagsmith-model') throw damaged('config.json is not of a tagsmith-model');
  if (version === VERSION) return;
  throw new Error(
    `Tagsmith: the model has version ${version}, but this tagger.mjs reads ${VERSION}. Use the tagger.mjs of the same export.`,
  );
}

/** A folder may be read without the checksum of `config.json`. */
function checkChecksums(files: Record<string, Uint8Array>, { checksums = {} }: Partial<BundleConfig>): void {
  const ofConfig = files['config.crc32'];
  const own = ofConfig && { 'config.json': Number.parseInt(new TextDecoder().decode(ofConfig.subarray(0, 8)), 16) };
  for (const [name, expected] of Object.entries({ ...own, ...checksums })) {
    const found = crc32(file(files, name));
    if (found !== expected) throw damaged(`${name} has the checksum ${found}, expected ${expected}`);
  }
}

function checkArchitecture(config: RunConfig): void {
  for (const [name, known] of Object.entries(KNOWN)) {
    const value = config[name as keyof typeof KNOWN] ?? ADDED[name as keyof typeof KNOWN];
    if ((known as readonly string[]).includes(value)) continue;
    throw new Error(
      `Tagsmith: the model has ${name} ${value}, but this tagger.mjs supports ${known.join(', ')}. Use the tagger.mjs of the same export.`,
    );
  }
}

/** Same as `decodingScores` of src/model/crf-scores.ts. */
function decodingScores(config: RunConfig, tags: ModelTags, parameter: Parameters): Transitions<Float32Array> {
  const K = tags.vocabulary.tags.length;
  if (config.decoder === 'softmax') {
    return { transitions: new Float32Array(K * K), start: new Float32Array(K), end: new Float32Array(K) };
  }
  const learned: Transitions<Float32Array> = {
    transitions: parameter('crf.transitions', [K, K]),
    start: parameter('crf.start', [K]),
    end: parameter('crf.end', [K]),
  };
  if (!config.constraints) return learned;
  const penalties = penaltiesOf(illegalTransitions(tags.vocabulary.tags, trainingStyle(config, tags.style)));
  return mapTransitions(learned, (scores, part) => scores.map((score, i) => score + penalties[part][i]!));
}

/** The safetensors format: see src/export/safetensors.ts. Tensors that share bytes would be read without an error, but with wrong values. */
function readTensors(bytes: Uint8Array): Map<string, StoredTensor> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + view.getUint32(0, true);
  const { __metadata__: _, ...entries } = parseJson('model.safetensors', bytes.subarray(8, start)) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  const tensors = new Map<string, StoredTensor>();
  let at = 0;
  for (const [name, entry] of Object.entries(entries).sort(
    ([, a], [, b]) => a.data_offsets[0] - b.data_offsets[0] || a.data_offsets[1] - b.data_offsets[1],
  )) {
    const { dtype, shape, data_offsets: offsets } = entry;
    const [from, to] = offsets;
    if (!isTensorType(dtype) || from !== at || to - from !== TYPE_BYTES[dtype] * sizeOfShape(shape))
      throw damaged(`tensor ${name} of type ${dtype} and shape [${shape}] is stored at bytes ${from} to ${to}`);
    at = to;
    tensors.set(name, { type: dtype, shape, bytes: bytes.subarray(start + from, start + to) });
  }
  if (start + at !== bytes.length)
    throw damaged(`its tensors have ${at} bytes, but the file has ${bytes.length - start}`);
  return tensors;
}

function stored(tensors: Map<string, StoredTensor>, name: string, shape: readonly number[]): StoredTensor {
  const tensor = tensors.get(name);
  if (tensor?.shape.join() === shape.join()) return tensor;
  throw damaged(`parameter ${name} is [${tensor?.shape ?? 'missing'}], expected [${shape}]`);
}

function scalesOf(tensors: Map<string, StoredTensor>, name: string, { type }: StoredTensor, halves: Float32Array) {
  if (type !== 'I8') return undefined;
  const scale = tensors.get(`${name}${SCALE}`);
  if (scale === undefined) throw damaged(`parameter ${name} has no scales`);
  const values = new Float32Array(sizeOfShape(scale.shape));
  decodeRows(scale, undefined, halves, values);
  return { shape: scale.shape, values };
}

function parameters(tensors: Map<string, StoredTensor>, halves: Float32Array): Parameters {
  return (name, shape) => {
    const tensor = stored(tensors, name, shape);
    const values = new Float32Array(sizeOfShape(shape));
    decodeRows(tensor, scalesOf(tensors, name, tensor, halves), halves, values);
    requirePossible(name, values);
    return values;
  };
}

function readVectors(
  files: Record<string, Uint8Array>,
  { vectors }: BundleConfig,
  { wordDim }: RunConfig,
): CompactExtract | undefined {
  if (vectors === undefined) return undefined;
  const { words, dimensions } = vectors;
  const extract = decodeVectors(file(files, 'vectors.bin'), words, dimensions);
  if (extract?.dimensions === wordDim) return extract;
  throw damaged(`vectors.bin does not contain ${words} vectors of ${wordDim} dimensions`);
}

/** Rows of the word table, then of vectors.bin, converted on demand, so that the tables take no more memory than in their file. */
function wordRows(
  tensors: Map<string, StoredTensor>,
  vectors: CompactExtract | undefined,
  halves: Float32Array,
  shape: [V: number, E: number],
): CopyWord {
  const [V, E] = shape;
  const words = stored(tensors, 'words', shape);
  const scales = scalesOf(tensors, 'words', words, halves);
  const row = new Float32Array(E);
  for (let word = 0; word < V; word++) {
    decodeRows(words, scales, halves, row, { row: word, rows: 1, at: 0 });
    requirePossible('words', row);
  }
  if (vectors !== undefined) requirePossible('the vectors', vectors.scales);
  return (word, out, at) => {
    if (word < V || vectors === undefined) {
      decodeRows(words, scales, halves, out, { row: word, rows: 1, at });
      return;
    }
    const row = word - V;
    const scale = vectors.scales[row]!;
    for (let i = 0; i < E; i++) out[at + i] = vectors.values[row * E + i]! * scale;
  };
}

function requirePossible(name: string, values: Float32Array): void {
  const impossible = impossibleWeight(values);
  if (impossible !== undefined)
    throw damaged(`${name} has the value ${impossible}, expected at most ${LARGEST_WEIGHT}`);
}

function file(files: Record<string, Uint8Array>, name: string): Uint8Array {
  const bytes = files[name];
  if (bytes === undefined) throw damaged(`it has no ${name}`);
  return bytes;
}

function damaged(what: string, cause?: unknown): Error {
  return new Error(`Tagsmith: the model cannot be read: ${what}. Load it again, or export it again.`, { cause });
}
