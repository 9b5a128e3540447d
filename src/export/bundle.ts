import { strFromU8, strToU8, unzipSync, zipSync, type UnzipFileInfo, type Zippable } from 'fflate';
import type { RunConfig } from '../config/schema.ts';
import { tagKind } from '../data/corpus.ts';
import type { CompactExtract } from '../data/vectors/stored-vectors.ts';
import { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { crc32 } from '../lib/crc32.ts';
import { StudioError } from '../lib/errors.ts';
import { MODEL_FILES, modelExcess, modelFolder } from '../lib/model-files.ts';
import type { Bytes } from '../lib/units.ts';
import { parameterShapes } from '../model/parameters.ts';
import type { HostWeights } from '../model/weights.ts';
import javaScriptTagger from 'virtual:tagger.mjs';
import javaScriptTypes from 'virtual:tagger.d.mts';
import type { ModelBundle, ModelToWrite } from './bundle-contents.ts';
import { bundleConfig, knownSettings, vocabularyData, type BundleConfig } from './bundle-format.ts';
import { check, Mismatch, type Schema } from './checks.ts';
import { contradiction } from '../data/tags/contradiction.ts';
import { impossibleWeight, LARGEST_WEIGHT, sizeOfShape } from './stored-tensor.ts';
import { onlyForJavaScript } from './only-for-javascript.ts';
import { modelCard, type CardDetails } from './model-card.ts';
import { GRAPH_DATA, onnxFiles } from './onnx/onnx-files.ts';
import { encodeWeights, type Precision } from './precision.ts';
import { hashWords } from './private-words.ts';
import { pythonPrograms } from './python-programs.ts';
import { readSafetensors, writeTensors } from './safetensors.ts';
import { decodeVectors, encodeVectors } from './vectors-file.ts';
import { withoutKnownWords } from '../data/vectors/unused-vectors.ts';

const WEIGHTS = 'model.safetensors';
const VOCABULARY = 'vocabulary.json';
const CONFIG = 'config.json';
const VECTORS = 'vectors.bin';
/** The CRC-32 of `config.json`, in hexadecimal. Files written before 2026-11-24, and by tagger.py, lack it. */
const CONFIG_CHECKSUM = 'config.crc32';

/** Allowance for the header of the weights, and for tensors that a later version added. */
const MOST_HEADER: Bytes = 2 ** 24;

/** Mappings between tags and ids, where programs of the Hugging Face Hub expect them. Not read back. */
interface Labels {
  id2label: Record<string, string>;
  label2id: Record<string, number>;
}

export interface BundleOptions {
  precision?: Precision;
  /** Replaces training words by hashes. */
  isPrivate?: boolean;
  /** Writes only the files that are read back, for a page or program that already has the tagger. */
  modelOnly?: boolean;
  /** Details for the model card. */
  card?: CardDetails;
}

const JAVA_SCRIPT: Zippable = {
  'tagger.mjs': strToU8(javaScriptTagger),
  'tagger.d.mts': strToU8(javaScriptTypes), // where TypeScript looks for the types of tagger.mjs
  'tagger.d.ts': strToU8("export * from './tagger.mjs';\n"),
};

/** Writes a zip of weights, configuration, vocabulary, model card, and taggers for Python, JavaScript and ONNX. */
export function writeBundle(original: ModelToWrite, options: BundleOptions = {}): Uint8Array<ArrayBuffer> {
  const { precision = 'exact', isPrivate = false, modelOnly = false, card = {} } = options;
  const isExact = precision === 'exact';
  const bundle = {
    ...original,
    vocabulary: isPrivate ? hashWords(original.vocabulary) : original.vocabulary,
    vectors: isExact ? original.vectors : withoutKnownWords(original.vectors, original.vocabulary),
  };
  const { config, vocabulary, style, weights, provenance, confidence, vectors } = bundle;
  const contents = {
    [VOCABULARY]: strToU8(JSON.stringify(vocabulary.toJSON())),
    [WEIGHTS]: writeTensors(encodeWeights(weights, precision, provenance.student !== undefined), {
      format: 'tagsmith-model',
    }),
    ...(vectors && { [VECTORS]: encodeVectors(vectors) }),
  };
  // 32-bit floats hardly compress, and compression would take long.
  const stored = { level: isExact ? 0 : 9 } as const;
  const bundleJson: BundleConfig & Labels = {
    format: 'tagsmith-model',
    version: 1,
    precision: isExact ? undefined : precision,
    config,
    style,
    provenance,
    confidence,
    id2label: Object.fromEntries(vocabulary.tags.map((tag, id) => [id, tag])),
    label2id: Object.fromEntries(vocabulary.tags.map((tag, id) => [tag, id])),
    vectors: vectors && { words: vectors.scales.length, dimensions: vectors.dimensions },
    checksums: Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [name, crc32(bytes)])),
  };
  const configBytes = strToU8(JSON.stringify(bundleJson, null, 2));
  const model: Zippable = {
    [CONFIG]: configBytes,
    [CONFIG_CHECKSUM]: strToU8(hexadecimal(crc32(configBytes))),
    ...contents,
    [WEIGHTS]: [contents[WEIGHTS], stored],
    ...(contents[VECTORS] && { [VECTORS]: [contents[VECTORS], stored] }),
  };
  if (modelOnly) return zipSync(model, { level: 9 }) as Uint8Array<ArrayBuffer>;
  const weightsFile = { name: WEIGHTS, bytes: contents[WEIGHTS] };
  const forOnnx = onlyForJavaScript(bundle) === undefined && onnxFiles(bundle, weightsFile, VECTORS, isExact);
  const files: Zippable = {
    ...model,
    'README.md': strToU8(modelCard(bundle, precision, card)),
    ...(tagKind(style) !== 'classes' && { ...pythonPrograms(), ...JAVA_SCRIPT }),
    ...forOnnx,
    ...(forOnnx && forOnnx[GRAPH_DATA] && { [GRAPH_DATA]: [forOnnx[GRAPH_DATA], stored] }),
  };
  return zipSync(files, { level: 6 }) as Uint8Array<ArrayBuffer>;
}

/**
 * Reads a bundle.
 *
 * @throws StudioError BadModel if anything is wrong with it
 */
export function readBundle(bytes: Uint8Array): ModelBundle {
  return readFiles(unzip(bytes));
}

/**
 * Reads an unpacked bundle.
 *
 * @param files the `MODEL_FILES`, by name
 * @throws StudioError BadModel
 */
export function readBundleFiles(files: Record<string, Uint8Array>): ModelBundle {
  return readFiles({
    names: Object.keys(files),
    sizeOf: (name) => files[name]?.length ?? 0,
    read: (name) => files[name],
  });
}

/** Small files come first, so that large ones that cannot be of this model are not unpacked. */
function readFiles(files: BundleFiles): ModelBundle {
  const configBytes = checkedConfig(files);
  const { config, style, provenance, confidence, vectors, checksums } = parse(CONFIG, configBytes, bundleConfig);
  const checked = (name: string) => {
    const bytes = entry(files, name);
    const found = crc32(bytes);
    if (found !== checksums[name]) throw damaged(`${name} has the checksum ${found}, expected ${checksums[name]}`);
    return bytes;
  };
  const known = settingsOf(config);
  const vocabulary = new Vocabulary(parse(VOCABULARY, checked(VOCABULARY), vocabularyData));
  const contradicted = contradiction({ config: known, style, vocabulary });
  if (contradicted !== undefined) throw damaged(contradicted);
  const unlinked = vocabulary.unlinked?.find((row) => row >= vocabulary.words.length);
  if (unlinked !== undefined)
    throw damaged(`${VOCABULARY} has ${vocabulary.words.length} words, but no. ${unlinked} is unlinked`);
  const most = MOST_HEADER + 8 * sumOf(Object.values(parameterShapes(known, vocabulary)).map(sizeOfShape));
  if (files.sizeOf(WEIGHTS) > most)
    throw damaged(`${WEIGHTS} has ${files.sizeOf(WEIGHTS)} bytes, but its settings need at most ${most}`);
  const { tensors } = readSafetensors(checked(WEIGHTS));
  const weights = modelWeights(known, vocabulary, tensors);
  return {
    config: known,
    vocabulary,
    style,
    weights,
    provenance,
    confidence,
    vectors: vectors && readVectors(() => checked(VECTORS), vectors, known),
  };
}

function checkedConfig(files: BundleFiles): Uint8Array {
  const bytes = entry(files, CONFIG);
  const found = hexadecimal(crc32(bytes));
  const expected = strFromU8(entry(files, CONFIG_CHECKSUM)).trim();
  if (found !== expected) throw damaged(`${CONFIG} has the checksum ${found}, expected ${expected.slice(0, 8)}`);
  return bytes;
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

function hexadecimal(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}

function settingsOf(config: Record<string, unknown>): RunConfig {
  try {
    return knownSettings(config);
  } catch (cause) {
    throw cause instanceof Mismatch ? damaged(cause.message, cause) : cause;
  }
}

function readVectors(
  read: () => Uint8Array,
  { words, dimensions }: NonNullable<BundleConfig['vectors']>,
  { wordDim }: RunConfig,
): CompactExtract {
  if (dimensions !== wordDim) throw damaged(`${VECTORS} has ${dimensions} dimensions, the word table ${wordDim}`);
  const vectors = decodeVectors(read(), words, dimensions);
  if (vectors === undefined) throw damaged(`${VECTORS} does not contain ${words} vectors of ${dimensions} dimensions`);
  if (!vectors.hashes.every(Number.isFinite)) throw damaged(`${VECTORS} has numbers that are not finite`);
  const scale = impossibleWeight(vectors.scales);
  if (scale !== undefined) throw damaged(`${VECTORS} has the scale ${scale}, expected at most ${LARGEST_WEIGHT}`);
  return vectors;
}

/** Files of an unpacked or packed model; each is unpacked when it is read. */
interface BundleFiles {
  names: readonly string[];
  sizeOf: (name: string) => Bytes;
  read: (name: string) => Uint8Array | undefined;
}

function unzip(bytes: Uint8Array): BundleFiles {
  const sizes = new Map<string, Bytes>();
  const only = (wanted: string) => (file: UnzipFileInfo) => file.name === wanted;
  const attempt = <T>(act: () => T): T => {
    try {
      return act();
    } catch (cause) {
      throw damaged('it is not a complete zip file', cause);
    }
  };
  attempt(() => unzipSync(bytes, { filter: ({ name, originalSize }) => !sizes.set(name, originalSize) }));
  const folder = modelFolder([...sizes.keys()]) ?? '';
  const sizeOf = (name: string) => sizes.get(folder + name) ?? 0;
  const excess = modelExcess(Object.fromEntries(MODEL_FILES.map((name) => [name, sizeOf(name)])));
  if (excess !== undefined) throw damaged(excess);
  return {
    names: MODEL_FILES.filter((name) => sizes.has(folder + name)),
    sizeOf,
    read: (name) => attempt(() => unzipSync(bytes, { filter: only(folder + name) })[folder + name]),
  };
}

function entry({ names, read }: BundleFiles, name: string): Uint8Array {
  const bytes = read(name);
  if (bytes === undefined) throw damaged(`it has no ${name}, only ${names.join(', ') || 'other files'}`);
  return bytes;
}

function parse<T>(name: string, bytes: Uint8Array, schema: Schema<T>): T {
  try {
    return check(schema, JSON.parse(strFromU8(bytes)), name);
  } catch (cause) {
    throw damaged(cause instanceof Mismatch ? cause.message : `${name} is not JSON`, cause);
  }
}

/** Checks the shapes of all parameters. Other tensors are dropped. */
function modelWeights(config: RunConfig, vocabulary: Vocabulary, tensors: HostWeights): HostWeights {
  const weights: HostWeights = {};
  for (const [name, shape] of Object.entries(parameterShapes(config, vocabulary))) {
    const found = tensors[name];
    if (found?.shape.join() !== shape.join())
      throw damaged(`parameter ${name} is [${found?.shape ?? 'missing'}], expected [${shape}]`);
    const impossible = impossibleWeight(found.values);
    if (impossible !== undefined)
      throw damaged(`parameter ${name} has the value ${impossible}, expected at most ${LARGEST_WEIGHT}`);
    weights[name] = found;
  }
  return weights;
}

function damaged(what: string, cause?: unknown): StudioError {
  return new StudioError(
    'BadModel',
    `The model cannot be read: ${what}. Export it again, or add the file it came from.`,
    { cause },
  );
}
