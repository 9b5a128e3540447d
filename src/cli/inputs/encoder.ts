import { createHash } from 'node:crypto';
import { mkdir, open, readFile, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { EncoderFeatures } from '../../data/features/encoder-features.ts';
import { FeatureStore, type FeatureFile } from '../../encoder/feature-store.ts';
import { isOnnx, type EncoderFile } from '../../encoder/encoder-files.ts';
import { featureKey, identityOf, isSameEncoder, openEncoder, type EncoderChoice } from '../../encoder/open-encoder.ts';
import { StudioError } from '../../lib/errors.ts';
import type { TaggerModel } from '../../model/model.ts';
import type { RunSource } from '../../runs/prepare.ts';
import { exists, failedTo } from '../files.ts';
import { count } from '../format.ts';
import { onnxRuntime } from './onnx-runtime.ts';
import type { Terminal } from '../terminal.ts';

/** A loaded encoder and its features for each setting. */
export interface LoadedEncoder {
  name: string;
  features: NonNullable<RunSource['encoder']>;
  /** The features that a model was trained with. @throws StudioError BadInput if the model needs another encoder */
  featuresOf(model: Pick<TaggerModel, 'config' | 'vocabulary'>): EncoderFeatures | undefined;
}

/**
 * Opens an encoder and prints its description.
 *
 * @param path a folder with encoder.onnx or model.onnx and tokenizer.json, such as one of the Hugging Face Hub, or the ONNX file in it
 * @throws StudioError BadInput with what was expected
 */
export async function loadEncoder(terminal: Terminal, path: string): Promise<LoadedEncoder> {
  const files = await filesOf(path);
  const encoder = await withoutWorker(async () => openEncoder(await onnxRuntime(), files));
  const { description } = encoder;
  const { name, bytes, layers, limit } = description;
  const [last] = layers;
  terminal.note(
    `encoder ${path}: ${name}, ${(bytes / 2 ** 20).toFixed(1)} MiB, ${last?.width} numbers a word, windows of ${count(limit)} pieces`,
  );
  const stores = new Map<string, FeatureStore>();
  const storeOf = (choice: EncoderChoice): FeatureStore => {
    const identity = identityOf(description, choice);
    const key = featureKey(identity);
    const store =
      stores.get(key) ??
      new FeatureStore(
        identity,
        (sentences, signal) => encoder.compute(identity, sentences, signal),
        () => openFeatureFile(key),
      );
    stores.set(key, store);
    return store;
  };
  return {
    name,
    features: ({ encoderLayers, encoderPooling }) => storeOf({ layers: encoderLayers, pooling: encoderPooling }),
    featuresOf({ config, vocabulary }) {
      const wanted = vocabulary.features?.encoder;
      if (wanted === undefined) return undefined;
      const store = storeOf({ layers: config.encoderLayers, pooling: config.encoderPooling });
      if (!isSameEncoder(store.identity, wanted)) {
        throw new StudioError(
          'BadInput',
          `The model was trained with the encoder ${wanted.name} (SHA-256 ${wanted.hash.slice(0, 12)}…), but ${path} is a different one (${store.identity.hash.slice(0, 12)}…). Pass the folder of that encoder with --encoder.`,
        );
      }
      return store;
    },
  };
}

/**
 * Removes the global `Worker` that ONNX Runtime defines in Node, because other code would take Node for a browser. Its threads have
 * started once it is open.
 */
async function withoutWorker<T>(open: () => Promise<T>): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'Worker');
  try {
    return await open();
  } finally {
    if (own === undefined) Reflect.deleteProperty(globalThis, 'Worker');
    else Object.defineProperty(globalThis, 'Worker', own);
  }
}

async function filesOf(path: string): Promise<EncoderFile[]> {
  const info = await stat(path).catch((error: unknown) => {
    throw failedTo('read', path, error);
  });
  if (info.isFile()) {
    const others = (await listFiles(dirname(path))).filter(({ name }) => !isOnnx(name));
    return [...others, fileAt(path, info.size)];
  }
  if (!info.isDirectory()) throw new StudioError('BadInput', `Cannot read ${path}: it is not a folder.`);
  const files = await listFiles(path);
  const inner = join(path, 'onnx'); // location in repositories of the Hub
  return files.some(({ name }) => isOnnx(name)) || !(await exists(inner))
    ? files
    : [...files, ...(await listFiles(inner))];
}

async function listFiles(folder: string): Promise<EncoderFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ name }) => {
      const path = join(folder, name);
      return fileAt(path, (await stat(path)).size);
    }),
  );
}

function fileAt(path: string, size: number): EncoderFile {
  return {
    name: basename(path),
    size,
    arrayBuffer: async () => new Uint8Array(await readFile(path)).buffer,
  };
}

/** The cache folder of the operating system. */
function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? process.env['LOCALAPPDATA'] ?? join(homedir(), '.cache');
  return join(base, 'tagsmith', 'features');
}

/** @returns undefined if it cannot be written */
async function openFeatureFile(key: string): Promise<FeatureFile | undefined> {
  const path = join(cacheFolder(), createHash('sha256').update(key).digest('hex').slice(0, 24));
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, (await exists(path)) ? 'r+' : 'w+');
    return {
      read: async () => new Uint8Array(await file.readFile()),
      write: async (at, bytes) => {
        await file.truncate(at);
        await file.write(bytes, 0, bytes.length, at);
      },
      close: () => file.close(),
    };
  } catch {
    return undefined; // computed again next time
  }
}
