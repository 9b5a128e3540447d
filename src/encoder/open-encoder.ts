import { StudioError } from '../lib/errors.ts';
import type { Bytes } from '../lib/units.ts';
import type { EncoderIdentity, Pooling } from '../data/vocabulary/features.ts';
import { hashOf, parseEncoder } from './encoder.ts';
import { findEncoder, requireSize, type EncoderFile } from './encoder-files.ts';
import { sentenceFeatures } from './features.ts';
import { HOW_TO_EXPORT, readEncoderGraph } from './onnx-graph.ts';
import { openSession, type Layer, type Runtime } from './session.ts';

/** Description of an encoder, for display and for the identity of its features. */
export interface EncoderDescription {
  name: string;
  hash: string;
  /** Size of the model. */
  bytes: Bytes;
  /** Number of pieces in the vocabulary of its tokenizer. */
  pieces: number;
  /** Maximum number of word pieces per input. */
  limit: number;
  /** Hidden states; the last layer is first, if it has a known name. */
  layers: Layer[];
}

/**
 * Selects the features of an encoder. `joined`: all hidden states, concatenated. `mix`: the same features, of which the model learns a
 * weighted mean.
 */
export interface EncoderChoice {
  layers: 'final' | 'joined' | 'mix';
  pooling: Pooling;
}

/** A loaded encoder, on this thread or in a worker. */
export interface OpenEncoder {
  description: EncoderDescription;
  /** @throws StudioError Cancelled */
  compute(
    identity: EncoderIdentity,
    sentences: readonly (readonly string[])[],
    signal?: AbortSignal,
  ): AsyncIterable<{ sentence: number; features: Float32Array }>;
  close(): Promise<void>;
}

/**
 * Reads and checks the files of an encoder, and loads it on this thread.
 *
 * @throws StudioError BadInput with what was expected, OutOfMemory
 */
export async function openEncoder(runtime: Runtime, files: readonly EncoderFile[]): Promise<OpenEncoder> {
  const found = findEncoder(files);
  if (found === undefined) {
    throw new StudioError(
      'BadInput',
      `No encoder found: expected encoder.onnx or model.onnx, and tokenizer.json. ${HOW_TO_EXPORT}`,
    );
  }
  const text = async (file: EncoderFile | undefined) =>
    file === undefined ? undefined : new TextDecoder().decode(await file.arrayBuffer());
  const { name } = found.model;
  const tokenizer = (await text(found.tokenizer))!;
  const model = new Uint8Array(await found.model.arrayBuffer());
  const external: { path: string; file: EncoderFile }[] = [];
  for (const path of readEncoderGraph(name, model).externalFiles) {
    const file = found.others.find((other) => other.name === path.split('/').at(-1));
    if (file !== undefined) external.push({ path, file });
  }
  const bytes = external.reduce((sum, { file }) => sum + file.size, model.length);
  requireSize(name, bytes);
  const contents = {
    name,
    model,
    external: await Promise.all(
      external.map(async ({ path, file }) => ({ path, data: new Uint8Array(await file.arrayBuffer()) })),
    ),
    tokenizer,
    tokenizerConfig: await text(found.tokenizerConfig),
    config: await text(found.config),
  };
  const parsed = parseEncoder(contents);
  const hash = await hashOf(contents);
  const session = await openSession(runtime, contents, parsed);
  const { pieces, limit } = parsed;
  return {
    description: { name, hash, bytes, pieces: pieces.size, limit, layers: session.layers },
    compute: ({ layers, pooling }, sentences, signal) =>
      sentenceFeatures(session, sentences, { pieces, limit, layers, pooling, signal }),
    close: () => session.release(),
  };
}

/**
 * Identifies the features of an encoder for a choice of layers and pooling.
 *
 * @throws StudioError BadInput for a mix of hidden states of different widths
 */
export function identityOf({ name, hash, layers }: EncoderDescription, choice: EncoderChoice): EncoderIdentity {
  const used = choice.layers === 'final' ? layers.slice(0, 1) : layers;
  if (choice.layers === 'mix') requireOneWidth(name, used);
  return {
    name,
    hash,
    layers: used.map((layer) => layer.name),
    pooling: choice.pooling,
    width: used.reduce((sum, { width }) => sum + width, 0),
  };
}

function requireOneWidth(name: string, layers: readonly Layer[]): void {
  const [first] = layers;
  const other = layers.find(({ width }) => width !== first?.width);
  if (first === undefined || other === undefined) return;
  throw new StudioError(
    'BadInput',
    `The hidden states of ${name} cannot be mixed: ${first.name} has ${first.width} numbers a word, ${other.name} has ${other.width}. Set encoderLayers to final or joined.`,
  );
}

/** Whether two encoders have the same features; ignores names. */
export function isSameEncoder(a: EncoderIdentity, b: EncoderIdentity): boolean {
  return featureKey(a) === featureKey(b);
}

/** A key that differs between encoders, layers and pooling. */
export function featureKey({ hash, layers, pooling }: EncoderIdentity): string {
  return [hash, pooling, ...layers].join(' ');
}
