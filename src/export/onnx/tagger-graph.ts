import type { RunConfig } from '../../config/schema.ts';
import type { Transitions } from '../../crf/transitions.ts';
import type { TagTypes } from '../../data/tags/training-tags.ts';
import { ATTENTION_REACH } from '../../data/batches/sentence-links.ts';
import type { GraphBuilder, Value } from './graph-builder.ts';
import { GATE_ORDERS } from './onnx-weights.ts';

/**
 * The forward pass of `src/model/tagger.ts` and the Viterbi decoding of `src/crf/decode.ts` in ONNX. Unlike ours, batches are padded:
 * B sentences, T tokens of the longest, L characters of the longest word; the other letters are those of `src/model/shapes.ts`.
 * Parameters are named as in the safetensors file. Those that ONNX expects in another layout are also stored in that layout
 * (onnx-weights.ts). With fewer bits they are not; nodes then rearrange them, which runtimes fold into constants.
 */

const ONNX_DIRECTIONS = { both: 'bidirectional', forward: 'forward', backward: 'reverse' };

/** A finite number below any feature. It is never the maximum, because a word has at least one character. */
const LOWEST = -3e38;

export interface TaggerInputs {
  wordIds: Value; // int32 [B, T] rows of the word table; V and above: rows of vectors.bin
  characterIds: Value; // int32 [B, T, L]
  wordLengths: Value; // int32 [B, T] characters of each word; 1 for padding
  lengths: Value; // int32 [B] tokens of each sentence
  links: Value | undefined; // int32 [B, T, M] other occurrences as b T + t, then -1; only for models that read documents
}

/**
 * The emissions [T, B, K].
 *
 * @param V rows of the word table
 * @param types of the tags: see `tagTypes`
 */
export function emissions(
  g: GraphBuilder,
  config: RunConfig,
  { wordIds, characterIds, wordLengths, lengths, links }: TaggerInputs,
  V: number,
  types: TagTypes,
): Value {
  let y = g.within('inputs', () => {
    const x = tokenInputs(g, config, { wordIds, characterIds, wordLengths }, V); // [B, T, I]
    return g.op('Transpose', [x], { perm: [1, 0, 2] }); // [T, B, I]
  });
  for (let layer = 0; layer < config.layers; layer++) {
    const name = `layer${layer}`;
    y = g.within(name, () => {
      const [outputs] = recurrent(g, config, name, config.hidden, y, lengths); // [T, D, B, H]
      return g.op('Reshape', [g.op('Transpose', [outputs!], { perm: [0, 2, 1, 3] }), g.ints([0, 0, -1])]); // [T, B, DH]
    });
  }
  if (config.attention === 'sentence') {
    const states = y;
    y = g.within('attention', () => withAttention(g, states, lengths));
  }
  if (links !== undefined) {
    const states = y;
    y = g.within('context', () => withContext(g, states, links));
  }
  const scores = g.within('output', () => g.op('Add', [g.op('MatMul', [y, 'output.w']), 'output.b'])); // [T, B, K]
  if (links === undefined || config.consistency === 0) return scores;
  return g.within('consistency', () => withConsistency(g, scores, links, types, config.consistency));
}

/**
 * The emissions of a feature CRF [T, B, K]: sums of the weights of the active features.
 *
 * @param features int32 [B, T, M] rows of the table, then -1
 */
export function indicatorEmissions(g: GraphBuilder, features: Value): Value {
  return g.within('output', () => {
    const isActive = g.op('GreaterOrEqual', [features, g.int32(0)]); // [B, T, M]
    const weights = g.op('Gather', ['indicators.w', g.op('Where', [isActive, features, g.int32(0)])]); // [B, T, M, K]
    const mask = g.op('Unsqueeze', [g.cast(isActive, 'float'), g.ints([3])]); // [B, T, M, 1]
    const scores = g.op('ReduceSum', [g.op('Mul', [weights, mask]), g.ints([2])], { keepdims: 0 }); // [B, T, K]
    return g.op('Transpose', [scores], { perm: [1, 0, 2] });
  });
}

/** Word vector and character features of each token. @returns [B, T, I] */
function tokenInputs(
  g: GraphBuilder,
  config: RunConfig,
  { wordIds, characterIds, wordLengths }: Pick<TaggerInputs, 'wordIds' | 'characterIds' | 'wordLengths'>,
  V: number,
): Value {
  const hasVectors = g.has('vectors.values');
  const words = g.within('words', () => (hasVectors ? lookupWords(g, wordIds, V) : g.op('Gather', ['words', wordIds]))); // [B, T, E]
  if (config.charEncoder === 'none') return words;
  const flat = g.op('Reshape', [
    characterIds,
    g.op('Concat', [g.ints([-1]), dimensions(g, characterIds, 2, 3)], { axis: 0 }),
  ]); // [BT, L]
  const flatLengths = g.op('Reshape', [wordLengths, g.ints([-1])]); // [BT]
  const encode = config.charEncoder === 'cnn' ? charCnn : charLstm;
  const features = g.within('characters', () => encode(g, config, flat, flatLengths)); // [BT, F]
  const shape = g.op('Concat', [dimensions(g, wordIds, 0, 2), g.ints([config.charFeatures])], { axis: 0 });
  return g.op('Concat', [words, g.op('Reshape', [features, shape])], { axis: 2 }); // [B, T, E + F]
}

/** Looks up rows of the word table or, for ids ≥ V, of vectors.bin, whose int8 values have one scale per row. @returns [B, T, E] */
function lookupWords(g: GraphBuilder, ids: Value, V: number): Value {
  const rows = g.int32(V); // a constant: a Shape of the table would keep its floats in addition to quantized ones
  const isStored = g.op('GreaterOrEqual', [ids, rows]); // [B, T]
  const first = g.int32(0);
  const known = g.op('Gather', ['words', g.op('Where', [isStored, first, ids])]);
  const row = g.op('Where', [isStored, g.op('Sub', [ids, rows]), first]);
  const values = g.cast(g.op('Gather', ['vectors.values', row]), 'float');
  const scales = g.op('Unsqueeze', [g.op('Gather', ['vectors.scales', row]), g.ints([2])]);
  return g.op('Where', [g.op('Unsqueeze', [isStored, g.ints([2])]), g.op('Mul', [values, scales]), known]);
}

/** The character CNN. @param characters [BT, L] @param lengths [BT] @returns [BT, F] */
function charCnn(g: GraphBuilder, { charDim }: RunConfig, characters: Value, lengths: Value): Value {
  const embedded = g.op('Gather', ['char.embedding', characters]); // [BT, L, Ec]
  const longest = g.op('Squeeze', [dimensions(g, characters, 1, 2)]);
  const inside = isInside(g, g.cast(longest, 'int32'), g.op('Unsqueeze', [lengths, g.ints([1])])); // [BT, L]
  const mask = g.cast(g.op('Unsqueeze', [inside, g.ints([2])]), 'float');
  const padded = g.op('Transpose', [g.op('Mul', [embedded, mask])], { perm: [0, 2, 1] }); // [BT, Ec, L] zero outside of the word
  const filters = g.has('char.W') ? 'char.W' : rearrangedFilters(g, charDim); // [F, Ec, 3]
  const y = g.op('Conv', [padded, filters, 'char.bias'], { kernel_shape: [3], pads: [1, 1] }); // [BT, F, L]
  const within = g.op('Where', [g.op('Unsqueeze', [inside, g.ints([1])]), y, g.floats([LOWEST])]);
  return g.op('ReduceMax', [within], { axes: [2], keepdims: 0 });
}

/** @returns [F, Ec, 3] */
function rearrangedFilters(g: GraphBuilder, charDim: number): Value {
  return g.op('Transpose', [g.op('Reshape', ['char.filters', g.ints([charDim, 3, -1])])], { perm: [2, 0, 1] });
}

/** The character LSTM: the final state of each direction. @param characters [BT, L] @param lengths [BT] @returns [BT, F] */
function charLstm(g: GraphBuilder, { charFeatures }: RunConfig, characters: Value, lengths: Value): Value {
  const embedded = g.op('Gather', ['char.embedding', g.op('Transpose', [characters], { perm: [1, 0] })]); // [L, BT, Ec]
  const [, last] = recurrent(g, { cell: 'lstm', direction: 'both' }, 'char.lstm', charFeatures / 2, embedded, lengths); // [2, BT, F/2]
  return g.op('Reshape', [g.op('Transpose', [last!], { perm: [1, 0, 2] }), g.ints([0, -1])]);
}

/**
 * A recurrent layer of D directions.
 *
 * @param x [items, sequences, inputs] @param lengths [sequences] items of each
 * @returns outputs [items, D, sequences, H] and final states [D, sequences, H]
 */
function recurrent(
  g: GraphBuilder,
  { cell, direction }: Pick<RunConfig, 'cell' | 'direction'>,
  name: string,
  hidden: number,
  x: Value,
  lengths: Value,
): Value[] {
  const isStored = g.has(`${name}.W`);
  const weights = isStored
    ? ['W', 'R', 'B'].map((part) => `${name}.${part}`)
    : rearranged(g, cell, name, hidden, direction);
  const inputs = [x, ...weights, lengths];
  const attributes = { direction: ONNX_DIRECTIONS[direction], hidden_size: hidden };
  // Our GRU applies the reset gate after the product, like PyTorch's.
  return g.ops(cell.toUpperCase(), inputs, 2, cell === 'gru' ? { ...attributes, linear_before_reset: 1 } : attributes);
}

/** The weights [D, GH, inputs], [D, GH, H] and biases [D, 2GH] of a recurrent layer. */
function rearranged(
  g: GraphBuilder,
  cell: RunConfig['cell'],
  name: string,
  hidden: number,
  direction: RunConfig['direction'],
): Value[] {
  const order = g.ints(GATE_ORDERS[cell]);
  const gates = GATE_ORDERS[cell].length; // G
  const D = direction === 'both' ? 2 : 1;
  const ordered = (weights: string, shape: number[], axis: number) =>
    g.op('Gather', [g.op('Reshape', [weights, g.ints(shape)]), order], { axis });
  const wx = g.op('Transpose', [ordered(`${name}.wx`, [-1, D, gates, hidden], 2)], { perm: [1, 2, 3, 0] }); // [D, G, H, inputs]
  const wh = g.op('Transpose', [ordered(`${name}.wh`, [D, hidden, gates, hidden], 2)], { perm: [0, 2, 3, 1] }); // [D, G, H, H]
  const bias = g.op('Reshape', [ordered(`${name}.b`, [D, gates, hidden], 1), g.ints([D, -1])]); // [D, GH]
  return [
    g.op('Reshape', [wx, g.ints([D, gates * hidden, -1])]),
    g.op('Reshape', [wh, g.ints([D, gates * hidden, hidden])]),
    g.op('Concat', [bias, g.floats(new Float32Array(D * gates * hidden), [D, gates * hidden])], { axis: 1 }), // ONNX has two biases
  ];
}

/** Attention over the words of a sentence. @param y [T, B, DH] states @param lengths [B] @returns [T, B, DH] */
function withAttention(g: GraphBuilder, y: Value, lengths: Value): Value {
  const h = g.op('Transpose', [y], { perm: [1, 0, 2] }); // [B, T, DH]
  const q = g.op('MatMul', [h, 'attention.q']); // [B, T, A]
  const k = g.op('Transpose', [g.op('MatMul', [h, 'attention.k'])], { perm: [0, 2, 1] }); // [B, A, T]
  const size = g.op('Sqrt', [g.cast(dimensions(g, k, 1, 2), 'float')]); // [1]
  const scores = g.op('Div', [g.op('MatMul', [q, k]), size]); // [B, T, T]
  const at = range(g, g.cast(g.op('Squeeze', [dimensions(g, y, 0, 1)]), 'int32')); // [T]
  const distances = g.op('Abs', [g.op('Sub', [g.op('Unsqueeze', [at, g.ints([1])]), at])]); // [T, T]
  const isNear = g.op('LessOrEqual', [distances, g.int32(ATTENTION_REACH)]);
  const isWord = g.op('Less', [at, g.op('Unsqueeze', [lengths, g.ints([1, 2])])]); // [B, 1, T]
  const masked = g.op('Where', [g.op('And', [isWord, isNear]), scores, g.floats([LOWEST])]);
  const pooled = g.op('MatMul', [g.op('Softmax', [masked], { axis: 2 }), h]); // [B, T, DH]
  const attended = g.op('Add', [h, g.op('MatMul', [pooled, 'attention.v'])]);
  return g.op('Transpose', [attended], { perm: [1, 0, 2] });
}

/**
 * Attention over the other occurrences of a word in its document. Tokens without links keep their state.
 *
 * @param y [T, B, DH] states @param links [B, T, M] @returns [T, B, DH]
 */
function withContext(g: GraphBuilder, y: Value, links: Value): Value {
  const shape = dimensions(g, y, 0, 3);
  const turned = g.op('Transpose', [y], { perm: [1, 0, 2] }); // [B, T, DH]
  const h = g.op('Reshape', [turned, g.op('Concat', [g.ints([-1]), dimensions(g, y, 2, 3)], { axis: 0 })]); // [BT, DH]
  const others = g.op('Reshape', [links, g.op('Concat', [g.ints([-1]), dimensions(g, links, 2, 3)], { axis: 0 })]); // [BT, M]
  const isLink = g.op('GreaterOrEqual', [others, g.int32(0)]); // [BT, M]
  const rows = g.op('Where', [isLink, others, g.int32(0)]);
  const q = g.op('Unsqueeze', [g.op('MatMul', [h, 'context.q']), g.ints([2])]); // [BT, A, 1]
  const k = g.op('Gather', [g.op('MatMul', [h, 'context.k']), rows]); // [BT, M, A]
  const size = g.op('Sqrt', [g.cast(dimensions(g, k, 2, 3), 'float')]); // [1]
  const scores = g.op('Div', [g.op('Squeeze', [g.op('MatMul', [k, q]), g.ints([2])]), size]); // [BT, M]
  const weights = g.op('Softmax', [g.op('Where', [isLink, scores, g.floats([LOWEST])])], { axis: 1 });
  const values = g.op('Gather', [h, rows]); // [BT, M, DH]
  const pooled = g.op('Squeeze', [
    g.op('MatMul', [g.op('Unsqueeze', [weights, g.ints([1])]), values]), // [BT, 1, DH]
    g.ints([1]),
  ]);
  const c = g.op('Tanh', [g.op('MatMul', [pooled, 'context.v'])]); // [BT, DH]
  const joined = g.op('Concat', [h, c], { axis: 1 });
  const gate = g.op('Sigmoid', [g.op('Add', [g.op('MatMul', [joined, 'context.u']), 'context.b'])]); // [BT, DH]
  const isLinked = g.op('ReduceMax', [g.cast(isLink, 'float')], { axes: [1], keepdims: 1 }); // [BT, 1]
  const informed = g.op('Add', [h, g.op('Mul', [g.op('Mul', [gate, c]), isLinked])]);
  return g.op(
    'Transpose',
    [
      g.op('Reshape', [informed, g.op('Gather', [shape, g.ints([1, 0, 2])])]), // [B, T, DH]
    ],
    { perm: [1, 0, 2] },
  );
}

/**
 * The second pass over emissions: `consistentScores` of src/kernels/consistency. Unchanged for tokens without links.
 *
 * @param scores [T, B, K] @param links [B, T, M] @returns [T, B, K]
 */
function withConsistency(
  g: GraphBuilder,
  scores: Value,
  links: Value,
  { types, count }: TagTypes,
  weight: number,
): Value {
  const K = types.length;
  const isOfType = (k: number, type: number) => (types[k] === type ? 1 : 0);
  const byTag = Array.from({ length: K * count }, (_, i) => isOfType(Math.floor(i / count), i % count));
  const byType = Array.from({ length: count * K }, (_, i) => isOfType(i % K, Math.floor(i / K)));
  const turned = g.op('Transpose', [scores], { perm: [1, 0, 2] }); // [B, T, K]
  const x = g.op('Reshape', [turned, g.ints([-1, K])]); // [BT, K]
  const p = g.op('MatMul', [g.op('Softmax', [x], { axis: 1 }), g.floats(byTag, [K, count])]); // [BT, Y]
  const others = g.op('Reshape', [links, g.op('Concat', [g.ints([-1]), dimensions(g, links, 2, 3)], { axis: 0 })]); // [BT, M]
  const isLink = g.op('GreaterOrEqual', [others, g.int32(0)]); // [BT, M]
  const mask = g.op('Unsqueeze', [g.cast(isLink, 'float'), g.ints([2])]); // [BT, M, 1]
  const drafts = g.op('Gather', [p, g.op('Where', [isLink, others, g.int32(0)])]); // [BT, M, Y]
  const sum = g.op('ReduceSum', [g.op('Mul', [drafts, mask]), g.ints([1])], { keepdims: 0 }); // [BT, Y]
  const found = g.op('Max', [g.op('ReduceSum', [mask, g.ints([1])], { keepdims: 0 }), g.floats([1])]); // [BT, 1]
  const doubt = g.op('Sub', [g.floats([1]), g.op('ReduceSum', [g.op('Mul', [p, p]), g.ints([1])], { keepdims: 1 })]); // [BT, 1]
  const share = g.op('Mul', [g.op('Div', [doubt, found]), g.floats([weight])]); // [BT, 1]
  const added = g.op('MatMul', [g.op('Mul', [sum, share]), g.floats(byType, [count, K])]); // [BT, K]
  const y = g.op('Reshape', [g.op('Add', [x, added]), dimensions(g, turned, 0, 3)]); // [B, T, K]
  return g.op('Transpose', [y], { perm: [1, 0, 2] });
}

/**
 * The path with the highest score through each sentence (Viterbi); -1 for padding.
 *
 * @param scores [T, B, K] emissions @param lengths [B] @param crf scores with penalties @returns [T, B]
 */
export function bestPaths(
  g: GraphBuilder,
  scores: Value,
  lengths: Value,
  { transitions, start, end }: Transitions<Value>,
  tags: number,
): Value {
  const steps = g.cast(g.op('Squeeze', [dimensions(g, scores, 0, 1)]), 'int32');
  const positions = range(g, steps); // [T]
  const inside = g.op('Unsqueeze', [g.op('Less', [g.op('Unsqueeze', [positions, g.ints([1])]), lengths]), g.ints([2])]); // [T, B, 1]
  const isFirst = g.op('Equal', [positions, g.int32(0)]); // [T]
  const nothing = g.op('ConstantOfShape', [dimensions(g, scores, 1, 3)]); // [B, K] zeros
  const same = g.cast(range(g, g.int32(tags)), 'int64'); // [K]
  const [best, origins] = g.scan({
    states: [{ from: nothing, type: 'float' }], // [B, K]
    inputs: [
      { from: scores, type: 'float' },
      { from: inside, type: 'bool' },
      { from: isFirst, type: 'bool' },
    ],
    reverse: false,
    outputs: ['int64'],
    step: (body, [before, emission, known, first]) => {
      const paths = body.op('Add', [body.op('Unsqueeze', [before!, g.ints([2])]), transitions]); // [B, K, K]
      const highest = body.op('ReduceMax', [paths], { axes: [1], keepdims: 0 }); // [B, K]
      const after = body.op('Add', [body.op('Where', [first!, start, highest]), emission!]);
      const origin = body.op('ArgMax', [paths], { axis: 1, keepdims: 0 });
      return [body.op('Where', [known!, after, before!]), body.op('Where', [known!, origin, same])];
    },
  }); // [B, K], [T, B, K]
  const last = g.op('ArgMax', [g.op('Add', [best!, end])], { axis: 1 }); // [B, 1]
  const [, path] = g.scan({
    states: [{ from: last, type: 'int64' }],
    inputs: [{ from: origins!, type: 'int64' }],
    reverse: true,
    outputs: ['int64'],
    step: (body, [tag, origin]) => [
      body.op('GatherElements', [origin!, tag!], { axis: 1 }),
      body.op('Identity', [tag!]),
    ],
  }); // [B, 1], [T, B, 1]
  return g.op('Squeeze', [g.op('Where', [inside, path!, g.ints([-1])]), g.ints([2])]);
}

/** Mask of the positions within each sequence. @param longest [] @param lengths [N, 1] @returns [N, longest] */
function isInside(g: GraphBuilder, longest: Value, lengths: Value): Value {
  return g.op('Less', [range(g, longest), lengths]);
}

/** 0, 1, …, limit - 1. @param limit [] int32 */
function range(g: GraphBuilder, limit: Value): Value {
  return g.op('Range', [g.int32(0), limit, g.int32(1)]);
}

/** The sizes of dimensions [start, end). @returns int64 [end - start] */
function dimensions(g: GraphBuilder, value: Value, start: number, end: number): Value {
  return g.op('Shape', [value], { start, end });
}
