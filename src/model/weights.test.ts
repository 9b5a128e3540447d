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
  'cnn, crf': ['179435c', '501d20b9', '86052fb4', '7d7876b9', '9617fcad', 'f3ab887e'],
  'cnn, softmax': ['bc12840e', '737279d1', '52493b6', '966b7393', '256f43ec', '385eaec4'],
  'lstm, crf': ['33ff9285', 'fd131503', 'd974498c', '970ac1ba', 'f3d76a04', 'b06daedd'],
  'lstm, softmax': ['950826a3', '15ad043c', 'c4439a2a', 'e0831905', '986055c4', 'b38ef659'],
  'none, crf': ['3e075f5b', '233533f4', 'e4fd4532', '9849e0ee', '191bb343', '5e75fe35'],
  'none, softmax': ['b44b137b', '2ba629c', 'a6dbcef', '4ef0b6fd', 'dcf41664', 'ebf5d4b2'],
};

test.each(Object.entries(PINNED))(
  'a seed gives the same initial weights as in earlier versions: %s',
  (kind, pinned) => {
    const [charEncoder, decoder] = kind.split(', ') as [RunConfig['charEncoder'], RunConfig['decoder']];
    const found = CELLS.flatMap((cell) => [1, 2].map((layers) => checksum({ charEncoder, decoder, cell, layers })));
    expect(found).toEqual(pinned);
  },
);
