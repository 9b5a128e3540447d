import { strFromU8, unzipSync, type UnzipFileInfo } from 'fflate';
import type { RunConfig } from '../config/schema.ts';
import { contradiction } from '../data/tags/contradiction.ts';
import type { CompactExtract } from '../data/vectors/stored-vectors.ts';
import { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { crc32 } from '../lib/crc32.ts';
import { StudioError } from '../lib/errors.ts';
import { MODEL_FILES, modelExcess, modelFolder } from '../lib/model-files.ts';
import type { Bytes } from '../lib/units.ts';
import { parameterShapes } from '../model/parameters.ts';
import type { HostWeights } from '../model/weights.ts';
import type { ModelBundle } from './bundle-contents.ts';
import {
  bundleConfig,
  CONFIG,
  CONFIG_CHECKSUM,
  configChecksum,
  knownSettings,
  VECTORS,
  VOCABULARY,
  vocabularyData,
  WEIGHTS,
  type BundleConfig,
} from './bundle-format.ts';
import { check, Mismatch, type Schema } from './checks.ts';
import { readSafetensors } from './safetensors.ts';
import { impossibleWeight, LARGEST_WEIGHT, sizeOfShape } from './stored-tensor.ts';
import { decodeVectors } from './vectors-file.ts';

/** Allowance for the header of the weights, and for tensors that a later version added. */
const MOST_HEADER: Bytes = 2 ** 24;

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
  const found = configChecksum(bytes);
  const expected = strFromU8(entry(files, CONFIG_CHECKSUM)).trim();
  if (found !== expected) throw damaged(`${CONFIG} has the checksum ${found}, expected ${expected.slice(0, 8)}`);
  return bytes;
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
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
    `The model cannot be read: ${what.replace(/\.$/, '')}. Export it again, or add the file it came from.`,
    { cause },
  );
}
