import * as ort from 'onnxruntime-web';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { encoderFiles, smallEncoder } from '../../test/helpers/small-encoder.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import { parseEncoder } from './encoder.ts';
import { sentenceFeatures } from './features.ts';
import { openSession, type EncoderSession } from './session.ts';

const files = encoderFiles(smallEncoder({ allLayers: true }));
const encoder = parseEncoder(files);
const { pieces } = encoder;
const open: EncoderSession[] = [];

const LAST = ['last_hidden_state'];

async function session() {
  const opened = await openSession(ort, files, encoder);
  open.push(opened);
  return opened;
}

async function featuresOf(sentences: string[][], options: { pooling?: 'first' | 'mean'; limit?: number } = {}) {
  const found: Float32Array[] = [];
  const { pooling = 'first', limit = encoder.limit } = options;
  for await (const { sentence, features } of sentenceFeatures(await session(), sentences, {
    pieces,
    layers: LAST,
    pooling,
    limit,
  })) {
    found[sentence] = features;
  }
  return found;
}

/** A single sentence, as one row without padding. @returns [S, d] */
async function rowsOf(words: string[]) {
  const ids = Int32Array.from([...pieces.before, ...words.flatMap((word) => [...pieces.of(word)]), ...pieces.after]);
  return (await session()).run(LAST, ids, Int32Array.of(ids.length));
}

beforeAll(() => {
  ort.env.wasm.numThreads = 1;
});
afterAll(async () => {
  for (const opened of open) await opened.release();
});

const SENTENCES = [['new', 'york'], [], ['the', 'zebra', 'in', 'london', '.'], ['of']];
const d = 16;

test('a word has the vector of its first piece, or the mean of all', async () => {
  const first = await featuresOf(SENTENCES);
  const mean = await featuresOf(SENTENCES, { pooling: 'mean' });
  for (const [s, words] of SENTENCES.entries()) {
    if (words.length === 0) continue;
    const rows = await rowsOf(words);
    let row = 1;
    words.forEach((word, t) => {
      const { length } = pieces.of(word);
      const found = (features: Float32Array) => features.subarray(t * d, (t + 1) * d);
      expectClose(found(first[s]!), rows.subarray(row * d, (row + 1) * d), TOLERANCES.onnxRuntime);
      const average = Array.from({ length: d }, (_, i) =>
        Array.from({ length }, (_row, r) => rows[(row + r) * d + i]!).reduce((sum, x) => sum + x / length, 0),
      );
      expectClose(found(mean[s]!), average, TOLERANCES.onnxRuntime);
      row += length;
    });
  }
  expect(first[1]).toBeUndefined();
});

test('a sentence that is too long is read in windows', async () => {
  const words = Array.from({ length: 30 }, (_, t) => ['the', 'in', 'of', 'said'][t % 4]!);
  const [features] = await featuresOf([words], { limit: 10 });
  expect(features).toHaveLength(30 * d);
  const begin = await rowsOf(words.slice(0, 10));
  expectClose(features!.subarray(0, 5 * d), begin.subarray(d, 6 * d), TOLERANCES.onnxRuntime);
  const end = await rowsOf(words.slice(20));
  expectClose(features!.subarray(27 * d), end.subarray(8 * d, 11 * d), TOLERANCES.onnxRuntime);
});

test('several layers are joined', async () => {
  const ids = Int32Array.from([...pieces.before, ...pieces.of('york'), ...pieces.after]);
  const lengths = Int32Array.of(ids.length);
  const opened = await session();
  const names = ['last_hidden_state', 'hidden_states.0', 'hidden_states.1'];
  expect(opened.layers).toEqual(names.map((name) => ({ name, width: d })));
  const joined = await opened.run(['last_hidden_state', 'hidden_states.0'], ids, lengths);
  const inner = await opened.run(['hidden_states.0'], ids, lengths);
  expectClose(joined.subarray(0, d), (await rowsOf(['york'])).subarray(0, d), TOLERANCES.onnxRuntime);
  expectClose(joined.subarray(d, 2 * d), inner.subarray(0, d), TOLERANCES.onnxRuntime);
});

test('can be cancelled', async () => {
  const signal = AbortSignal.abort();
  const features = sentenceFeatures(await session(), SENTENCES, {
    pieces,
    layers: LAST,
    pooling: 'first',
    limit: 10,
    signal,
  });
  await expect(features.next()).rejects.toMatchObject({ code: 'Cancelled' });
});
