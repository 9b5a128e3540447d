import { GraphBuilder, type Signature, type Value } from '../../src/export/onnx/graph-builder.ts';
import { randomUniform, streamKey } from '../../src/lib/rng.ts';

export interface SmallEncoderOptions {
  layers?: number;
  width?: number;
  heads?: number;
  positions?: number;
  /** Words that are single pieces; other words are spelled. */
  words?: readonly string[];
  seed?: number;
  /** Stores the weights in a separate file. */
  external?: boolean;
  /** Whether the inner layers are also outputs. */
  allLayers?: boolean;
  /** Name of the output; another name simulates a model without hidden states. */
  output?: 'last_hidden_state' | 'logits';
}

const SPECIALS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789.,-\'"'];
const EXTERNAL = 'encoder.onnx_data';

/**
 * An encoder with BERT's architecture (Devlin et al. 2018) and random weights, and its tokenizer: the files of a repository on the Hugging
 * Face Hub.
 */
export function smallEncoder({
  layers = 2,
  width: d = 16,
  heads = 2,
  positions = 64,
  words = ['the', 'in', 'of', 'said', 'new', 'york'],
  seed = 1,
  external = false,
  allLayers = false,
  output = 'last_hidden_state',
}: SmallEncoderOptions = {}): Record<string, Uint8Array<ArrayBuffer>> {
  const pieces = [...SPECIALS, ...LETTERS, ...LETTERS.map((letter) => `##${letter}`), ...words];
  const graph = GraphBuilder.create();
  const stored: Float32Array[] = [];
  let offset = 0;
  let tensors = 0;
  /** Uniform, with mean 0 and the standard deviation `deviation`. */
  const tensor = (shape: number[], deviation: number, mean = 0): Value => {
    const key = streamKey(seed, tensors++);
    const size = shape.reduce((product, n) => product * n, 1);
    const spread = deviation * Math.sqrt(12);
    const values = Float32Array.from({ length: size }, (_, i) => mean + spread * (randomUniform(key, i) - 0.5));
    if (!external) return graph.floats(values, shape);
    stored.push(values);
    const place = { file: EXTERNAL, offset, length: values.byteLength };
    offset += values.byteLength;
    return graph.stored(`weights.${tensors}`, { type: 'float', shape, ...place });
  };
  const affine = (x: Value, from: number, to: number) =>
    graph.op('Add', [graph.op('MatMul', [x, tensor([from, to], from ** -0.5)]), tensor([to], 0.02)]);
  const normal = (x: Value) => graph.op('LayerNormalization', [x, tensor([d], 0.05, 1), tensor([d], 0.05)]);
  const split = (x: Value) =>
    graph.op('Transpose', [graph.op('Reshape', [x, graph.ints([0, 0, heads, d / heads])])], { perm: [0, 2, 1, 3] });

  const ids = 'input_ids';
  const length = graph.op('Gather', [graph.op('Shape', [ids]), graph.ints([1])]); // [1]
  const table = graph.within('position_embeddings', () => tensor([positions, d], 1));
  const place = graph.op('Slice', [table, graph.ints([0]), length, graph.ints([0])]); // [S, d]
  const kind = graph.op('Gather', [tensor([2, d], 0.5), 'token_type_ids']);
  const word = graph.op('Gather', [tensor([pieces.length, d], 1), ids]);
  let x = normal(graph.op('Add', [graph.op('Add', [word, kind]), place])); // [B, S, d]
  const outside = graph.op('Sub', [graph.floats([1]), graph.cast('attention_mask', 'float')]);
  const mask = graph.op('Mul', [graph.op('Unsqueeze', [outside, graph.ints([1, 2])]), graph.floats([-1e4])]);
  const states: Value[] = [x];
  for (let layer = 0; layer < layers; layer++) {
    const [q, k, v] = [split(affine(x, d, d)), split(affine(x, d, d)), split(affine(x, d, d))];
    const products = graph.op('MatMul', [q, graph.op('Transpose', [k], { perm: [0, 1, 3, 2] })]);
    const scores = graph.op('Add', [graph.op('Mul', [products, graph.floats([(d / heads) ** -0.5])]), mask]);
    const mixed = graph.op('MatMul', [graph.op('Softmax', [scores], { axis: -1 }), v]);
    const flat = graph.op('Reshape', [graph.op('Transpose', [mixed], { perm: [0, 2, 1, 3] }), graph.ints([0, 0, d])]);
    x = normal(graph.op('Add', [x, affine(flat, d, d)]));
    const inner = affine(x, d, 4 * d);
    const erf = graph.op('Erf', [graph.op('Mul', [inner, graph.floats([Math.SQRT1_2])])]);
    const half = graph.op('Mul', [graph.op('Add', [erf, graph.floats([1])]), graph.floats([0.5])]);
    x = normal(graph.op('Add', [x, affine(graph.op('Mul', [inner, half]), 4 * d, d)]));
    states.push(x);
  }
  const shape = ['batch', 'sequence'];
  const input = { type: 'int64', shape } as const;
  const named = allLayers
    ? Object.fromEntries(states.slice(0, -1).map((state, i) => [`hidden_states.${i}`, state]))
    : {};
  const results = { ...named, [output]: x };
  const outputs: Signature = Object.fromEntries(
    Object.keys(results).map((name) => [name, { type: 'float', shape: [...shape, d] }]),
  );
  const inputs = { input_ids: input, attention_mask: input, token_type_ids: input };
  const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  return {
    'encoder.onnx': graph.model(inputs, outputs, results, {}),
    ...(external && { [EXTERNAL]: new Uint8Array(Buffer.concat(stored.map(({ buffer }) => new Uint8Array(buffer)))) }),
    'tokenizer.json': text(tokenizerJson(pieces)),
    'config.json': text({
      model_type: 'bert',
      hidden_size: d,
      num_hidden_layers: layers,
      max_position_embeddings: positions,
    }),
  };
}

/** As saved by Hugging Face tokenizers for an uncased BERT. */
export function tokenizerJson(pieces: readonly string[]): object {
  const id = (piece: string) => pieces.indexOf(piece);
  const special = (content: string) => ({
    id: id(content),
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIALS.filter((piece) => pieces.includes(piece)).map(special),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', id('[SEP]')], cls: ['[CLS]', id('[CLS]')] },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((piece, i) => [piece, i])),
    },
  };
}

/** The files as input of `parseEncoder`. */
export function encoderFiles(files: Record<string, Uint8Array>) {
  const text = (name: string) => (files[name] === undefined ? undefined : new TextDecoder().decode(files[name]));
  return {
    name: 'encoder.onnx',
    model: files['encoder.onnx']!,
    external: Object.entries(files)
      .filter(([name]) => name === EXTERNAL)
      .map(([path, data]) => ({ path, data })),
    tokenizer: text('tokenizer.json') ?? '',
    config: text('config.json'),
  };
}
