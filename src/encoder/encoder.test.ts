import { describe, expect, test } from 'vitest';
import { encoderFiles, smallEncoder, tokenizerJson } from '../../test/helpers/small-encoder.ts';
import { hashOf, parseEncoder } from './encoder.ts';

const whole = encoderFiles(smallEncoder());

test('reads the metadata of an encoder', () => {
  const { graph, limit } = parseEncoder(whole);
  expect(graph.inputs.map(({ name }) => name)).toEqual(['input_ids', 'attention_mask', 'token_type_ids']);
  expect(graph).toMatchObject({
    hiddenStates: [{ name: 'last_hidden_state', width: 16 }],
    externalFiles: [],
    positions: 64,
  });
  expect(limit).toBe(62);
  const layers = parseEncoder(encoderFiles(smallEncoder({ allLayers: true }))).graph.hiddenStates;
  expect(layers.map(({ name }) => name)).toEqual(['last_hidden_state', 'hidden_states.0', 'hidden_states.1']);
});

describe('refuses', () => {
  test('another tokenizer', () => {
    const tokenizer = JSON.stringify(tokenizerJson(Array.from({ length: 5000 }, (_, i) => `a${i}`)));
    expect(() => parseEncoder({ ...whole, tokenizer })).toThrow(
      'tokenizer.json belongs to another model: it has 5,000 pieces, and encoder.onnx has vectors for 93.',
    );
    const large = encoderFiles(smallEncoder({ words: Array.from({ length: 2000 }, (_, i) => `w${i}`) }));
    expect(() => parseEncoder({ ...large, tokenizer: whole.tokenizer })).toThrow('it has 93 pieces');
  });

  test('a model without hidden states', () => {
    const { model } = encoderFiles(smallEncoder({ output: 'logits' }));
    expect(() => parseEncoder({ ...whole, model })).toThrow(
      'encoder.onnx has no hidden states among its outputs: logits [?, ?, 16]. Expected one with a vector for each piece',
    );
  });

  test('missing external data', () => {
    const stored = encoderFiles(smallEncoder({ external: true }));
    expect(() => parseEncoder(stored)).not.toThrow();
    expect(() => parseEncoder({ ...stored, external: [] })).toThrow(
      'encoder.onnx has its weights in encoder.onnx_data, which is missing. Add all files of the encoder together.',
    );
  });

  test('damaged files', () => {
    expect(() => parseEncoder({ ...whole, model: whole.model.slice(0, 100) })).toThrow(
      'could not be read as an ONNX model',
    );
    expect(() => parseEncoder({ ...whole, tokenizer: '{' })).toThrow('tokenizer.json is not JSON');
  });
});

test('the hash is of all contents', async () => {
  const hash = await hashOf(whole);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashOf({ ...whole, name: 'other.onnx' })).toBe(hash);
  expect(await hashOf({ ...whole, tokenizer: `${whole.tokenizer} ` })).not.toBe(hash);
  expect(await hashOf(encoderFiles(smallEncoder({ seed: 2 })))).not.toBe(hash);
});
