import { expect, test } from 'vitest';
import { DEFAULT_CONFIG, type RunConfig } from '../config/schema.ts';
import { crc32 } from '../lib/crc32.ts';
import { initialWeights } from './weights.ts';

const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);
const VOCABULARY = { words: names(7), characters: names(11), tags: names(9) };
const WORD_TABLE = Float32Array.from({ length: 7 * 5 }, (_, i) => i / 8);
const CELLS = ['lstm', 'gru', 'rnn'] as const;

/** Checksum of the names, shapes and bits of all parameters, in order. */
function checksum(settings: Partial<RunConfig>): string {
  const config = { ...DEFAULT_CONFIG, seed: 3, wordDim: 5, charDim: 3, charFeatures: 4, hidden: 6, ...settings };
  const parts = Object.entries(initialWeights(config, VOCABULARY, WORD_TABLE)).map(([name, { shape, values }]) => {
    const bits = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return `${name} [${shape}] ${crc32(bits)}`;
  });
  return crc32(new TextEncoder().encode(parts.join('\n'))).toString(16);
}

// Each cell with one layer and with two. A change here changes what every seed trains.
const PINNED = {
  'cnn, crf': ['71286a18', 'cf4d40e8', '2859b187', 'dd7e1a54', 'f0dd65ef', '18c48917'],
  'cnn, softmax': ['2fa2109e', 'f902b18a', 'a05a455c', '6aa560ed', '54aee513', 'b985e06b'],
  'lstm, crf': ['a704f019', 'aa9b5263', 'bbfb1200', '712fd98f', 'c6cc61a1', '39eb549d'],
  'lstm, softmax': ['4074c64b', '2f23ff31', '8de4d5b1', 'cab09157', '206004', '6ae6ccac'],
  'none, crf': ['39730bd7', '3733157f', 'acd6ebb7', 'dcce9a2a', 'ab8f013c', '84604c8c'],
  'none, softmax': ['4ebecd87', 'ba691a19', 'd02da3df', '6fe09edc', '4068e940', '5df5ed8c'],
};

test.each(Object.entries(PINNED))(
  'a seed gives the same initial weights as in earlier versions: %s',
  (kind, pinned) => {
    const [charEncoder, decoder] = kind.split(', ') as [RunConfig['charEncoder'], RunConfig['decoder']];
    const found = CELLS.flatMap((cell) => [1, 2].map((layers) => checksum({ charEncoder, decoder, cell, layers })));
    expect(found).toEqual(pinned);
  },
);
