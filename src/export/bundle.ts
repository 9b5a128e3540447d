import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import type { RunConfig } from '../config/schema.ts';
import type { CompactExtract } from '../data/vectors/stored-vectors.ts';
import { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { crc32 } from '../lib/crc32.ts';
import { StudioError } from '../lib/errors.ts';
import { MODEL_FILES, modelFolder } from '../lib/model-files.ts';
import type { Bytes } from '../lib/units.ts';
import { parameterShapes } from '../model/parameters.ts';
import type { HostWeights } from '../model/weights.ts';
import javaScriptTagger from 'virtual:tagger.mjs';
import javaScriptTypes from 'virtual:tagger.d.mts';
import type { ModelBundle, ModelToWrite } from './bundle-contents.ts';
import { bundleConfig, knownSettings, vocabularyData, type BundleConfig } from './bundle-format.ts';
import { check, Mismatch, type Schema } from './checks.ts';
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

/** Larger files in a zip are rejected before they are unpacked. */
const MAX_FILE_SIZE: Bytes = 2 ** 31;

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

/** Writes a zip of weights, configuration, vocabulary, model card, and taggers for Python, JavaScript and ONNX. */
export function writeBundle(original: ModelToWrite, options: BundleOptions = {}): Uint8Array<ArrayBuffer> {
  const { precision = 'exact', isPrivate = false, modelOnly = false, card = {} } = options;
  const isExact = precision === 'exact';
  const bundle = {
    ...original,
    vocabulary: isPrivate ? hashWords(original.vocabulary) : original.vocabulary,
    vectors: isExact ? original.vectors : withoutKnownWords(original.vectors, original.vocabulary),
  };
  const { config, vocabulary, style, weights, provenance, vectors } = bundle;
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
    version: versionOf(bundle, isExact), // earlier readers reject versions that they would misread
    precision: isExact ? undefined : precision,
    config,
    style,
    provenance,
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
    ...pythonPrograms(),
    ...forOnnx,
    ...(forOnnx && forOnnx[GRAPH_DATA] && { [GRAPH_DATA]: [forOnnx[GRAPH_DATA], stored] }),
    'tagger.mjs': strToU8(javaScriptTagger),
    'tagger.d.mts': strToU8(javaScriptTypes), // where TypeScript looks for the types of tagger.mjs
    'tagger.d.ts': strToU8("export * from './tagger.mjs';\n"),
  };
  return zipSync(files, { level: 6 }) as Uint8Array<ArrayBuffer>;
}

function versionOf({ config, vocabulary }: ModelToWrite, isExact: boolean): BundleConfig['version'] {
  if (config.context === 'document' && config.consistency > 0) return 5;
  if (vocabulary.features !== undefined) return 4;
  if (config.context === 'document') return 3;
  return isExact && vocabulary.options.hashedWords !== true ? 1 : 2;
}

/**
 * Reads a bundle.
 *
 * @throws StudioError BadModel if anything is wrong with it
 */
export function readBundle(bytes: Uint8Array): ModelBundle {
  return readBundleFiles(unzip(bytes));
}

/**
 * Reads an unpacked bundle.
 *
 * @param files the `MODEL_FILES`, by name
 * @throws StudioError BadModel
 */
export function readBundleFiles(files: Record<string, Uint8Array>): ModelBundle {
  checkConfig(files);
  const { config, style, provenance, vectors, checksums } = parse(CONFIG, entry(files, CONFIG), bundleConfig);
  for (const name of [WEIGHTS, VOCABULARY, ...(vectors ? [VECTORS] : [])]) {
    const found = crc32(entry(files, name));
    if (found !== checksums[name]) throw damaged(`${name} has the checksum ${found}, expected ${checksums[name]}`);
  }
  const known = settingsOf(config);
  const vocabulary = new Vocabulary(parse(VOCABULARY, entry(files, VOCABULARY), vocabularyData));
  const { tensors } = readSafetensors(entry(files, WEIGHTS));
  const weights = modelWeights(known, vocabulary, tensors);
  return {
    config: known,
    vocabulary,
    style,
    weights,
    provenance,
    vectors: vectors && readVectors(files, vectors, known),
  };
}

function checkConfig(files: Record<string, Uint8Array>): void {
  const written = files[CONFIG_CHECKSUM];
  if (written === undefined) return;
  const [expected, found] = [strFromU8(written).trim(), hexadecimal(crc32(entry(files, CONFIG)))];
  if (found !== expected) throw damaged(`${CONFIG} has the checksum ${found}, expected ${expected.slice(0, 8)}`);
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
  files: Record<string, Uint8Array>,
  { words, dimensions }: NonNullable<BundleConfig['vectors']>,
  { wordDim }: RunConfig,
): CompactExtract {
  if (dimensions !== wordDim) throw damaged(`${VECTORS} has ${dimensions} dimensions, the word table ${wordDim}`);
  const vectors = decodeVectors(entry(files, VECTORS), words, dimensions);
  if (vectors === undefined) throw damaged(`${VECTORS} does not contain ${words} vectors of ${dimensions} dimensions`);
  const isFinite = vectors.scales.every(Number.isFinite) && vectors.hashes.every(Number.isFinite);
  if (!isFinite) throw damaged(`${VECTORS} has numbers that are not finite`);
  return vectors;
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  const names: string[] = [];
  try {
    unzipSync(bytes, { filter: ({ name }) => names.push(name) < 0 }); // only lists them
    const folder = modelFolder(names) ?? '';
    const wanted = MODEL_FILES.map((name) => folder + name);
    const found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted.includes(name)) return false;
        if (originalSize > MAX_FILE_SIZE)
          throw damaged(`${name} has ${originalSize} bytes, more than ${MAX_FILE_SIZE}`);
        return true;
      },
    });
    return Object.fromEntries(Object.entries(found).map(([name, file]) => [name.slice(folder.length), file]));
  } catch (cause) {
    throw cause instanceof StudioError ? cause : damaged('it is not a complete zip file', cause);
  }
}

function entry(files: Record<string, Uint8Array>, name: string): Uint8Array {
  const bytes = files[name];
  if (bytes === undefined) throw damaged(`it has no ${name}, only ${Object.keys(files).join(', ') || 'other files'}`);
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
  if (vocabulary.tags.length === 0) throw damaged(`${VOCABULARY} has no tags`);
  const weights: HostWeights = {};
  for (const [name, shape] of Object.entries(parameterShapes(config, vocabulary))) {
    const found = tensors[name];
    if (found?.shape.join() !== shape.join())
      throw damaged(`parameter ${name} is [${found?.shape ?? 'missing'}], expected [${shape}]`);
    if (!found.values.every(Number.isFinite)) throw damaged(`parameter ${name} has values that are not finite`);
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
