import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { configProblems, DEFAULT_CONFIG, type RunConfig } from '../config/schema.ts';
import type { TagStyle } from '../data/corpus.ts';
import type { CompactExtract } from '../data/embeddings/compact.ts';
import { Vocabulary, type VocabularyData } from '../data/vocabulary.ts';
import type { Scores } from '../eval/scores.ts';
import { crc32 } from '../lib/crc32.ts';
import { StudioError } from '../lib/errors.ts';
import { parameterShapes } from '../model/shapes.ts';
import type { HostWeights } from '../model/weights.ts';
import { modelCard } from './model-card.ts';
import { readSafetensors, writeSafetensors } from './safetensors.ts';
import { decodeVectors, encodeVectors } from './vectors-file.ts';

/** How a bundle came to be: told in its model card. */
export interface Provenance {
  /** Of the training data. */
  data: { train: string; dev: string; sentences: number; tokens: number; entities: number };
  vectors: string | undefined;
  device: string;
  bestEpoch: number;
  dev: Scores | undefined;
}

/** A trained tagger on the host. */
export interface ModelBundle {
  config: RunConfig;
  vocabulary: Vocabulary;
  style: TagStyle;
  weights: HostWeights;
  provenance: Provenance;
  /** Vectors of words that the vocabulary lacks, for sentences that are typed later. */
  vectors: CompactExtract | undefined;
}

/** `config.json` of a bundle; docs/formats.md has its history. */
interface BundleConfig {
  format: 'tagsmith-model';
  version: 1;
  config: RunConfig;
  style: TagStyle;
  provenance: Provenance;
  /** Of `vectors.bin`, where there is one. */
  vectors?: { words: number; dimensions: number };
  /** CRC-32 of each other file that is read back: a changed byte is found. */
  checksums: Record<string, number>;
}

const WEIGHTS = 'model.safetensors';
const VOCABULARY = 'vocabulary.json';
const CONFIG = 'config.json';
const VECTORS = 'vectors.bin';

/** One zip: weights, configuration, vocabulary, model card. */
export function writeBundle(bundle: ModelBundle): Uint8Array<ArrayBuffer> {
  const { config, vocabulary, style, weights, provenance, vectors } = bundle;
  const contents = {
    [VOCABULARY]: strToU8(JSON.stringify(vocabulary.toJSON())),
    [WEIGHTS]: writeSafetensors(weights, { format: 'tagsmith-model' }),
    ...(vectors && { [VECTORS]: encodeVectors(vectors) }),
  };
  const bundleConfig: BundleConfig = {
    format: 'tagsmith-model',
    version: 1,
    config,
    style,
    provenance,
    ...(vectors && { vectors: { words: vectors.scales.length, dimensions: vectors.dimensions } }),
    checksums: Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [name, crc32(bytes)])),
  };
  const files: Zippable = {
    [CONFIG]: strToU8(JSON.stringify(bundleConfig, null, 2)),
    ...contents,
    [WEIGHTS]: [contents[WEIGHTS], { level: 0 }], // floats hardly compress
    'README.md': strToU8(modelCard(bundle)),
  };
  return zipSync(files, { level: 6 }) as Uint8Array<ArrayBuffer>;
}

/** Whether a zip's entries are a bundle, to be told from a zip of corpora. */
export function isBundle(entryNames: readonly string[]): boolean {
  return entryNames.includes(WEIGHTS) && entryNames.includes(CONFIG);
}

/** Reads what `writeBundle` wrote. Any damage is a `BadModel`. */
export function readBundle(bytes: Uint8Array): ModelBundle {
  const files = unzip(bytes);
  const bundleConfig = parse<BundleConfig>(CONFIG, entry(files, CONFIG));
  const { format, version, config, style, provenance, vectors, checksums } = bundleConfig;
  if (format !== 'tagsmith-model' || version !== 1)
    throw damaged(`${CONFIG} is of format ${format}, version ${version}; expected tagsmith-model, version 1`);
  for (const name of [WEIGHTS, VOCABULARY, ...(vectors ? [VECTORS] : [])]) {
    const found = crc32(entry(files, name));
    if (found !== checksums[name]) throw damaged(`${name} has the checksum ${found}, expected ${checksums[name]}`);
  }
  const vocabulary = new Vocabulary(parse<VocabularyData>(VOCABULARY, entry(files, VOCABULARY)));
  const { tensors: weights } = readSafetensors(entry(files, WEIGHTS));
  const known: RunConfig = { ...DEFAULT_CONFIG, ...config }; // settings that came later have their defaults
  const problems = configProblems(known);
  if (problems.length > 0) throw damaged(problems.join(' '));
  checkShapes(known, vocabulary, weights);
  return { config: known, vocabulary, style, weights, provenance, vectors: vectors && readVectors(files, vectors) };
}

function readVectors(
  files: Record<string, Uint8Array>,
  { words, dimensions }: NonNullable<BundleConfig['vectors']>,
): CompactExtract {
  const vectors = decodeVectors(entry(files, VECTORS), words, dimensions);
  if (vectors === undefined) throw damaged(`${VECTORS} does not hold ${words} vectors of ${dimensions} dimensions`);
  return vectors;
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch (cause) {
    throw damaged('it is not a whole zip file', cause);
  }
}

function entry(files: Record<string, Uint8Array>, name: string): Uint8Array {
  const bytes = files[name];
  if (bytes === undefined) throw damaged(`it has no ${name}, only ${Object.keys(files).join(', ')}`);
  return bytes;
}

function parse<T>(name: string, bytes: Uint8Array): T {
  try {
    return JSON.parse(strFromU8(bytes)) as T;
  } catch (cause) {
    throw damaged(`${name} is not JSON`, cause);
  }
}

function checkShapes(config: RunConfig, vocabulary: Vocabulary, weights: HostWeights): void {
  const sizes = {
    words: vocabulary.words.length,
    wordDim: weights['words']?.shape[1] ?? 0,
    characters: vocabulary.characters.length,
    tags: vocabulary.tags.length,
  };
  for (const [name, shape] of Object.entries(parameterShapes(config, sizes))) {
    const found = weights[name]?.shape;
    if (found?.join() !== shape.join())
      throw damaged(`parameter ${name} is [${found ?? 'missing'}], expected [${shape}]`);
  }
}

function damaged(what: string, cause?: unknown): StudioError {
  return new StudioError(
    'BadModel',
    `The model cannot be read: ${what}. Export it again, or add the file it came from.`,
    { cause },
  );
}
