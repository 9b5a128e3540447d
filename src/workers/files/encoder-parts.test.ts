import { expect, test } from 'vitest';
import { withoutEncoder } from './encoder-parts.ts';

const encoderOf = (...names: string[]) =>
  withoutEncoder(names.map((name) => ({ name }))).encoder.map(({ name }) => name);

test('the files of an encoder are told from others, also without its ONNX file', () => {
  expect(encoderOf('a.train', 'model.onnx', 'tokenizer.json', 'vocab.txt')).toEqual([
    'model.onnx',
    'tokenizer.json',
    'vocab.txt',
  ]);
  expect(encoderOf('a.train', 'model.safetensors', 'config.json')).toEqual(['model.safetensors', 'config.json']);
  expect(encoderOf('a.train', 'config.json')).toEqual([]);
  expect(encoderOf('model.safetensors', 'vocabulary.json', 'config.json')).toEqual([]); // a model of the studio
});
