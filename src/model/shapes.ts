/**
 * Dimension letters, used in every shape comment of the project:
 *
 *   B   sentences of a batch              N   tokens of a batch
 *   U   distinct word forms of a batch    C   characters of those forms
 *   W   distinct words of a batch         T   tokens of the longest sentence
 *   K   tags                              V   words of the vocabulary (rows of the word table)
 *   Vc  characters of the alphabet        E   word dimensions
 *   Ec  character dimensions              F   character features
 *   I   input of the first layer, E + F   H   hidden units per direction
 *   G   gates of the cell: LSTM 4, GRU 3, RNN 1
 */
import type { RunConfig } from '../config/schema.ts';
import { GATES } from '../kernels/recurrent/cells.ts';

/** What a configuration and a vocabulary make of the letters. */
export interface TaggerSizes {
  words: number; // V
  wordDim: number; // E
  characters: number; // Vc
  tags: number; // K
}

/** Name → shape of each parameter, in the order of the forward pass. */
export function parameterShapes(
  config: RunConfig,
  { words, wordDim, characters, tags }: TaggerSizes,
): Record<string, number[]> {
  const { charEncoder, charDim, charFeatures, cell, hidden, layers } = config;
  const gates = GATES[cell];
  const shapes: Record<string, number[]> = { words: [words, wordDim] };
  if (charEncoder !== 'none') shapes['char.embedding'] = [characters, charDim];
  if (charEncoder === 'cnn') {
    shapes['char.filters'] = [charDim, 3 * charFeatures]; // columns: previous, current, next character
    shapes['char.bias'] = [charFeatures];
  }
  if (charEncoder === 'lstm') recurrentShapes(shapes, 'char.lstm', charDim, charFeatures / 2, GATES.lstm);
  let inputs = wordDim + (charEncoder === 'none' ? 0 : charFeatures);
  for (let layer = 0; layer < layers; layer++) {
    recurrentShapes(shapes, `layer${layer}`, inputs, hidden, gates);
    inputs = 2 * hidden;
  }
  shapes['output.w'] = [inputs, tags];
  shapes['output.b'] = [tags];
  if (config.decoder === 'crf') {
    shapes['crf.transitions'] = [tags, tags];
    shapes['crf.start'] = [tags];
    shapes['crf.end'] = [tags];
  }
  return shapes;
}

function recurrentShapes(
  shapes: Record<string, number[]>,
  name: string,
  inputs: number,
  hidden: number,
  gates: number,
): void {
  shapes[`${name}.wx`] = [inputs, 2 * gates * hidden]; // columns: forward gates, backward gates
  shapes[`${name}.b`] = [2 * gates * hidden];
  shapes[`${name}.wh`] = [2, hidden, gates * hidden];
}

/** Trainable numbers in all. */
export function parameterCount(config: RunConfig, sizes: TaggerSizes): number {
  return Object.values(parameterShapes(config, sizes)).reduce(
    (sum, shape) => sum + shape.reduce((a, b) => a * b, 1),
    0,
  );
}
