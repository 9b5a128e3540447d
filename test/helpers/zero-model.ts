import { DEFAULT_CONFIG } from '../../src/config/schema.ts';
import { standardStyle } from '../../src/data/tags/tag-style.ts';
import { Vocabulary } from '../../src/data/vocabulary/vocabulary.ts';
import { scoreTags } from '../../src/eval/score-tags.ts';
import type { ModelToWrite } from '../../src/export/bundle-contents.ts';
import { parameterShapes } from '../../src/model/parameters.ts';

const CONFIG = { ...DEFAULT_CONFIG, wordDim: 4, charDim: 2, charFeatures: 2, hidden: 3 };
const STYLE = standardStyle('BIO');

/** A small model whose parameters are zero. It needs no backend. */
export function zeroModel(): ModelToWrite {
  const vocabulary = new Vocabulary({
    options: { lowercase: true, digitsToZero: true, minFrequency: 1, maxFormLength: 50 },
    words: ['<unk>', 'oslo'],
    frequencies: [0, 2],
    characters: ['<unk>', 'o'],
    tags: ['O', 'S-LOC'],
  });
  const shapes = parameterShapes(CONFIG, vocabulary);
  const zeros = (shape: number[]) => ({ shape, values: new Float32Array(shape.reduce((a, b) => a * b, 1)) });
  return {
    config: CONFIG,
    vocabulary,
    style: STYLE,
    penalties: undefined,
    weights: Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, zeros(shape)])),
    provenance: {
      data: { train: 'a', dev: 'b', sentences: 1, tokens: 1, entities: 1 },
      vectors: 'glove.txt',
      device: 'simd',
      bestEpoch: 1,
      dev: scoreTags(STYLE, [{ gold: ['B-LOC'], predicted: ['B-LOC'] }]),
    },
    vectors: { dimensions: 4, hashes: Float64Array.of(1), scales: Float32Array.of(1), values: new Int8Array(4) },
  };
}
