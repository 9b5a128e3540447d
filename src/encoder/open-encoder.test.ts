import * as ort from 'onnxruntime-web';
import { beforeAll, describe, expect, test } from 'vitest';
import { smallEncoder } from '../../test/helpers/small-encoder.ts';
import type { EncoderFile } from './encoder-files.ts';
import { featureKey, identityOf, isSameEncoder, openEncoder } from './open-encoder.ts';

beforeAll(() => {
  ort.env.wasm.numThreads = 1;
});

const filesOf = (contents: Record<string, Uint8Array<ArrayBuffer>>): EncoderFile[] =>
  Object.entries(contents).map(([name, bytes]) => new File([bytes], name));
const without = (name: string, contents: Record<string, Uint8Array<ArrayBuffer>>) =>
  filesOf(contents).filter((file) => file.name !== name);

/** A file that a test does not read. */
const unread = (name: string, size: number): EncoderFile => ({
  name,
  size,
  arrayBuffer: () => Promise.reject(new Error(`${name} was read`)),
});

test('a folder of the Hub is an encoder', async () => {
  const contents = smallEncoder({ external: true, allLayers: true });
  const { 'encoder.onnx': model, ...others } = contents;
  const files = filesOf({ ...others, 'model.onnx': model!, 'model_quantized.onnx': model!, 'vocab.txt': model! });
  const encoder = await openEncoder(ort, files);
  const { description } = encoder;
  const weights = model!.length + contents['encoder.onnx_data']!.length;
  expect(description).toMatchObject({ name: 'model.onnx', bytes: weights, pieces: 93, limit: 62 });
  expect(description.layers).toHaveLength(3);
  const last = identityOf(description, { layers: 'final', pooling: 'first' });
  const joined = identityOf(description, { layers: 'joined', pooling: 'first' });
  expect(last).toMatchObject({ layers: ['last_hidden_state'], width: 16 });
  expect(joined).toMatchObject({ width: 48 });
  expect(isSameEncoder(last, joined)).toBe(false);
  expect(isSameEncoder(last, { ...last, name: 'renamed.onnx' })).toBe(true);
  expect(featureKey(last)).not.toBe(featureKey({ ...last, pooling: 'mean' }));
  // A mix uses the concatenated features, which are computed and cached once for both.
  expect(identityOf(description, { layers: 'mix', pooling: 'first' })).toEqual(joined);
  for await (const { features } of encoder.compute(joined, [['new', 'york']])) expect(features).toHaveLength(2 * 48);
  await encoder.close();
});

test('layers of different widths can be joined, not mixed', () => {
  const layers = [
    { name: 'last_hidden_state', width: 16 },
    { name: 'embeddings', width: 8 },
  ];
  const description = { name: 'albert.onnx', hash: 'ab', bytes: 1, pieces: 1, limit: 1, layers };
  expect(identityOf(description, { layers: 'joined', pooling: 'mean' }).width).toBe(24);
  expect(() => identityOf(description, { layers: 'mix', pooling: 'mean' })).toThrow(
    'The hidden states of albert.onnx cannot be mixed: last_hidden_state has 16 numbers a word, embeddings has 8. Set encoderLayers to final or joined.',
  );
});

describe('refuses', () => {
  test.each([
    [
      'JSON that is too large to be a tokenizer, before it is read',
      () => [...without('tokenizer.json', smallEncoder()), unread('tokenizer.json', 65 * 2 ** 20)],
      'tokenizer.json has 65 MiB, which no encoder needs; the limit is 64 MiB.',
    ],
    [
      'JSON that is too large to be settings',
      () => [...without('config.json', smallEncoder()), unread('config.json', 2 ** 31)],
      'config.json has 2048 MiB, which no encoder needs',
    ],
    ['no tokenizer', () => without('tokenizer.json', smallEncoder()), 'encoder.onnx has no tokenizer. Add it together'],
    [
      'no model',
      () => without('encoder.onnx', smallEncoder()),
      /^No encoder found: expected encoder\.onnx .* optimum-cli export/,
    ],
    [
      'missing weights',
      () => without('encoder.onnx_data', smallEncoder({ external: true })),
      'encoder.onnx has its weights in encoder.onnx_data, which is missing.',
    ],
    [
      'several models',
      () => filesOf({ 'a.onnx': new Uint8Array(1), 'b.onnx': new Uint8Array(1) }),
      'Found several encoders: a.onnx, b.onnx.',
    ],
    [
      'more than fits',
      () => [
        { name: 'encoder.onnx', size: 2 ** 31, arrayBuffer: () => Promise.reject(new Error('was read')) },
        ...without('encoder.onnx', smallEncoder()),
      ],
      'encoder.onnx has 2.0 GiB of weights, too many for the memory of WebAssembly; the limit is 1.5 GiB.',
    ],
    [
      'weights that are cut off',
      () => {
        const contents = smallEncoder({ external: true });
        return filesOf({ ...contents, 'encoder.onnx_data': contents['encoder.onnx_data']!.slice(0, 1000) });
      },
      'encoder.onnx could not be loaded',
    ],
  ])('%s', async (_, files, message) => {
    await expect(openEncoder(ort, files())).rejects.toThrow(message);
  });
});
