import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { crc32 } from '../lib/crc32.ts';
import { StudioError } from '../lib/errors.ts';
import { parameterShapes } from '../model/parameters.ts';
import { writeBundle } from './bundle.ts';
import { readBundle } from './read-bundle.ts';
import { openKernels } from '../runtime/kernels.ts';
import { unpack } from '../runtime/model-files.ts';
import { zeroModel } from '../../test/helpers/zero-model.ts';
import { openModel } from '../runtime/model.ts';
import { readSafetensors, writeSafetensors } from './safetensors.ts';

type Files = Record<string, Uint8Array>;

const { config: CONFIG, style: STYLE } = zeroModel();

const FILES: Files = unzipSync(writeBundle(zeroModel()));
const checksumOf = (bytes: Uint8Array): Uint8Array => strToU8(crc32(bytes).toString(16).padStart(8, '0'));

/** A bundle with another `config.json`, and its checksum. */
const zipWith = (config: Uint8Array, changes: Files = {}): Uint8Array =>
  zipSync({ ...FILES, ...changes, 'config.json': config, 'config.crc32': checksumOf(config) }, { level: 0 });

const json = (name: string): unknown => JSON.parse(strFromU8(FILES[name]!));

const withConfig = (config: unknown, changes: Files = {}): Uint8Array => zipWith(bytesOf(config), changes);

const changedConfig = (changes: Record<string, unknown>) =>
  withConfig({ ...(json('config.json') as object), ...changes });

/** The weights, with a value in place of the last one. */
function weightsEndingWith(value: number): Uint8Array {
  const weights = FILES['model.safetensors']!.slice();
  new DataView(weights.buffer).setFloat32(weights.length - 4, value, true);
  return weights;
}

/** The weights, where two tensors of the same size share the bytes of one. */
function overlapping(): Uint8Array {
  const { __metadata__: _, ...tensors } = header() as Record<string, { shape: number[] }>;
  const sameSize = ([name, { shape }]: [string, { shape: number[] }]) =>
    Object.entries(tensors).find(([other, { shape: size }]) => other > name && size.join() === shape.join());
  const [name, tensor] = Object.entries(tensors).find(sameSize)!;
  const [other] = sameSize([name, tensor])!;
  return weightsWith({ ...tensors, [other]: tensor });
}

/** A bundle with some files replaced and valid checksums. */
function forged(changes: Files, config: Record<string, unknown> = {}): Uint8Array {
  const sums = Object.entries({ ...FILES, ...changes }).map(([name, bytes]) => [name, crc32(bytes)]);
  return withConfig({ ...(json('config.json') as object), ...config, checksums: Object.fromEntries(sums) }, changes);
}

const HEADER_AT = 8;

function headerLength(): number {
  const { buffer, byteOffset } = FILES['model.safetensors']!;
  return Number(new DataView(buffer, byteOffset).getBigUint64(0, true));
}

function header(): Record<string, unknown> {
  const bytes = FILES['model.safetensors']!.subarray(HEADER_AT, HEADER_AT + headerLength());
  return JSON.parse(strFromU8(bytes)) as Record<string, unknown>;
}

/** The weights with another header. */
function weightsWith(changed: unknown): Uint8Array {
  const bytes = bytesOf(changed);
  const values = FILES['model.safetensors']!.subarray(HEADER_AT + headerLength());
  const whole = new Uint8Array(HEADER_AT + bytes.length + values.length);
  new DataView(whole.buffer).setBigUint64(0, BigInt(bytes.length), true);
  whole.set(bytes, HEADER_AT);
  whole.set(values, HEADER_AT + bytes.length);
  return whole;
}

function bytesOf(value: unknown): Uint8Array {
  return strToU8(JSON.stringify(value) ?? '');
}

function vectorsOf(scale: number): Uint8Array {
  const vectors = FILES['vectors.bin']!.slice();
  new DataView(vectors.buffer).setFloat32(8, scale, true);
  return vectors;
}

function withInfiniteEpoch(): Uint8Array {
  const config = strFromU8(FILES['config.json']!).replace('"bestEpoch": 1', '"bestEpoch": 1e999');
  return zipWith(strToU8(config));
}

const ODD_VALUES: unknown[] = [undefined, null, true, -1, 0.5, 1e308, '', '__proto__', [], [null], {}, { length: 9e9 }];

/** Copies of a document, each with one value, at any depth, replaced by an odd one. */
function* corrupted(document: unknown): Generator<[path: string, unknown]> {
  for (const odd of ODD_VALUES) yield [`= ${JSON.stringify(odd)}`, odd];
  if (typeof document !== 'object' || document === null) return;
  for (const [key, value] of Object.entries(document)) {
    for (const [path, changed] of corrupted(value)) {
      const copy: unknown = Array.isArray(document) ? [...(document as unknown[])] : { ...document };
      (copy as Record<string, unknown>)[key] = changed;
      yield [`.${key}${path}`, copy];
    }
  }
}

/** @returns whether reading throws BadModel; other errors are not allowed */
function isBadModel(bytes: Uint8Array, what: string): boolean {
  try {
    readBundle(bytes);
    return false;
  } catch (error) {
    if (error instanceof StudioError && error.code === 'BadModel') return true;
    throw new Error(`${what} does not throw BadModel`, { cause: error });
  }
}

describe('reading a bundle', () => {
  test('returns what was written', () => {
    const { weights, vectors, style } = readBundle(zipSync(FILES));
    expect(weights).toEqual(zeroModel().weights);
    expect(vectors).toEqual(zeroModel().vectors);
    expect(style).toEqual(STYLE);
  });

  test('without the checksum of config.json is refused', () => {
    const { 'config.crc32': _, ...others } = FILES;
    expect(() => readBundle(zipSync(others))).toThrow(/it has no config\.crc32/);
  });

  test.each<[string, unknown, (document: unknown) => Uint8Array]>([
    ['config.json', json('config.json'), (config) => withConfig(config)],
    ['vocabulary.json', json('vocabulary.json'), (words) => forged({ 'vocabulary.json': bytesOf(words) })],
    ['the header of its weights', header(), (changed) => forged({ 'model.safetensors': weightsWith(changed) })],
  ])('with an odd value anywhere in %s succeeds or throws BadModel', (_, document, bundleWith) => {
    const refused = [...corrupted(document)].filter(([path, changed]) => isBadModel(bundleWith(changed), path));
    expect(refused.length).toBeGreaterThan(100);
  });

  test.each<[string, RegExp, () => Uint8Array]>([
    ['nothing', /not a complete zip file/, () => new Uint8Array(0)],
    ['noise', /not a complete zip file/, () => Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251)],
    ['half of it', /not a complete zip file/, () => zipSync(FILES).subarray(0, 2000)],
    ['another zip', /it has no config\.json, only other files/, () => zipSync({ 'a.txt': strToU8('x') })],
    ['another version', /config\.json\.version is 9, expected 1/, () => changedConfig({ version: 9 })],
    ['no checksums', /config\.json\.checksums is missing/, () => changedConfig({ checksums: undefined })],
    ['settings out of bounds', /hidden is 1000000000/, () => changedConfig({ config: { ...CONFIG, hidden: 1e9 } })],
    [
      'other settings',
      /layer0\.wx is \[6,24\], expected \[6,32\]/,
      () => changedConfig({ config: { ...CONFIG, hidden: 4 } }),
    ],
    [
      'vectors that are not there',
      /vectors\.bin does not contain 1000000000 vectors/,
      () => changedConfig({ vectors: { words: 1e9, dimensions: 4 } }),
    ],
    [
      'vectors of another size',
      /8 dimensions, the word table 4/,
      () => changedConfig({ vectors: { words: 1, dimensions: 8 } }),
    ],
    [
      'more weights than there are bytes',
      /tensors have \d+ bytes, but/,
      () => forged({ 'model.safetensors': weightsWith({ ...header(), copy: header()['output.w'] }) }),
    ],
    ['overlapping weights', /tensors \S+ and \S+ overlap/, () => forged({ 'model.safetensors': overlapping() })],
    [
      'NaN in its weights',
      /has the value NaN, expected at most 1000000/,
      () => forged({ 'model.safetensors': weightsEndingWith(NaN) }),
    ],
    ['infinite weights', /has the value Infinity/, () => forged({ 'model.safetensors': weightsEndingWith(Infinity) })],
    ['NaN in its vectors', /vectors\.bin has the scale NaN/, () => forged({ 'vectors.bin': vectorsOf(NaN) })],
    [
      'another scheme',
      /config\.json has the checksum [\da-f]{8}, expected [\da-f]{8}/,
      () => zipSync({ ...FILES, 'config.json': strToU8(strFromU8(FILES['config.json']!).replace('"BIO"', '"IOB1"')) }),
    ],
    ['an infinite best epoch', /bestEpoch is Infinity, expected a whole number/, () => withInfiniteEpoch()],
  ])('%s: throws with the reason', (_, message, bytes) => {
    expect(() => readBundle(bytes())).toThrow(message);
    expect(() => readBundle(bytes())).toThrow(StudioError);
  });

  test('drops what a later version added', () => {
    const { tensors } = readSafetensors(FILES['model.safetensors']!);
    const more = writeSafetensors({ ...tensors, later: { shape: [1], values: Float32Array.of(1) } }, {});
    const read = readBundle(forged({ 'model.safetensors': more }, { config: { ...CONFIG, later: 1 } }));
    expect(Object.keys(read.weights)).toEqual(Object.keys(tensors));
    expect(read.config).toEqual(CONFIG);
  });

  test('a setting that is missing has its default', () => {
    const { momentum: _, ...config } = CONFIG;
    expect(readBundle(changedConfig({ config })).config.momentum).toBe(DEFAULT_CONFIG.momentum);
  });
});

test('a model that reads documents is read as it was written', () => {
  const original = zeroModel();
  const config = { ...original.config, context: 'document' as const, consistency: 1 };
  const vocabulary = new Vocabulary({ ...original.vocabulary.toJSON(), unlinked: [1] });
  const shapes = parameterShapes(config, vocabulary);
  const weights = Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [
      name,
      { shape, values: new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(0.5) },
    ]),
  );
  const read = readBundle(writeBundle({ ...original, config, vocabulary, weights }));
  expect(read.vocabulary.unlinked).toEqual([1]);
  expect(read.weights).toEqual(weights);
});

describe('a zip whose contents do not fit its kind is refused before memory is taken for them', () => {
  /** Changes the size of a file that the table of contents of a zip states. */
  const stating = (zip: Uint8Array, file: string, size: number) => {
    const copy = zip.slice();
    const view = new DataView(copy.buffer);
    const entrySize = 46;
    for (let at = 0; at < copy.length - entrySize; at++) {
      if (view.getUint32(at, true) !== 0x02014b50) continue;
      if (strFromU8(copy.subarray(at + entrySize, at + entrySize + file.length)) === file)
        view.setUint32(at + 24, size, true);
    }
    return copy;
  };
  const tensors = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`t${i}`, { dtype: 'F32', shape: [0], data_offsets: [0, 0] }]),
    );
  const zeros = new Uint8Array(64 * 2 ** 20);

  test.each<[string, RegExp, () => Uint8Array]>([
    [
      '8 GB of zeros',
      /model\.safetensors has 2,048 MiB/,
      () => stating(zipSync(FILES), 'model.safetensors', 2 ** 31 - 1),
    ],
    [
      'a large config.json',
      /config\.json has 64 MiB, more than 4 MiB/,
      () => zipSync({ ...FILES, 'config.json': zeros }),
    ],
    [
      'files that are too large together',
      /together, more than 1,152 MiB/,
      () =>
        ['vocabulary.json', 'vectors.bin'].reduce(
          (zip, name) => stating(zip, name, 2 ** 27),
          stating(zipSync(FILES), 'model.safetensors', 2 ** 30),
        ),
    ],
    [
      'zeros in place of the weights',
      /model\.safetensors has \d+ bytes, but its settings need at most/,
      () => forged({ 'model.safetensors': zeros }),
    ],
    [
      '100,000 empty tensors',
      /100\d\d\d tensors, more than 1000/,
      () => forged({ 'model.safetensors': weightsWith({ ...header(), ...tensors(100_000) }) }),
    ],
  ])('%s', async (_, reason, zip) => {
    const bytes = zip();
    const before = process.memoryUsage().arrayBuffers;
    expect(() => readBundle(bytes)).toThrow(StudioError);
    expect(() => readBundle(bytes)).toThrow(reason);
    await expect(async () => openModel(await unpack(bytes), await openKernels())).rejects.toThrow(/Tagsmith: /);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300e6);
  });
});
