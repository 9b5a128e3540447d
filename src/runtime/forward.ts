import type { Architecture, CopyWord, Parameters, Sizes } from './architecture.ts';
import type { Batch } from '../data/batches/batch.ts';
import type { Links } from '../data/batches/link-rows.ts';
import type { TagTypes } from '../data/tags/training-tags.ts';
import { raggedRow, raggedRows, type Ragged } from '../data/batches/ragged.ts';
import { sentenceLinks } from '../data/batches/sentence-links.ts';
import { GATES, type Cell } from '../kernels/recurrent/cells.ts';
import { NULL_POINTER, type Pointer } from '../lib/pointer.ts';
import { BACKWARD, FORWARD, GRU, LSTM, RNN } from './generated/forward.js';
import { attended, attentionOf, type Attention } from './attention.ts';
import { consistent, contextOf, informed, type Context } from './context.ts';
import { copyFeatures, embeddedFeatures, widthOf, type EmbeddedFeatures } from './features.ts';
import { rowAt, type Kernels } from './kernels.ts';
import { multiply, packProduct, type Product } from './linear.ts';
import { pooledTexts, poolingOf, type Pooling } from './pooling.ts';

const CELLS: Record<Cell, number> = { lstm: LSTM, gru: GRU, rnn: RNN };
const DIRECTIONS = [FORWARD, BACKWARD] as const;

/** Sequences processed at a time: their state fits into the cache together with the weights. */
const BLOCK_SEQUENCES = 24;

/** Number of words for which memory is allocated at a time. Their rows are a multiple of a cache line. */
const WORD_BLOCK = 64;

/** A bidirectional layer. */
interface Layer {
  cell: Cell;
  hidden: number;
  project: Product;
  /** Packed wh of each direction. */
  panels: readonly [Pointer, Pointer];
}

/** Sequences in the ragged layout (`src/data/batches/ragged.ts`), in memory. */
interface Sequences {
  count: number;
  rows: number;
  steps: number;
  stepOffsets: Pointer;
}

type FormFeatures = (batch: Batch) => Float32Array; // [U, F]

/**
 * The forward pass of `src/model/tagger.ts` without TF.js: the same kernels on the same ragged batches. Weights are packed once, and
 * values that depend on a single character are computed once.
 */
export class ForwardPass {
  readonly #kernels: Kernels;
  readonly #config: Architecture;
  readonly #formFeatures: FormFeatures | undefined;
  readonly #embedded: EmbeddedFeatures[];
  readonly #layers: Layer[];
  readonly #output: Product;
  readonly #tagTypes: TagTypes;
  readonly #attention: Attention | undefined;
  readonly #context: Context | undefined;
  readonly #pooling: Pooling | undefined;
  /** [room, wordSize] */
  #words: Pointer = NULL_POINTER;
  #room = 0;

  constructor(kernels: Kernels, config: Architecture, sizes: Sizes, parameter: Parameters) {
    const { wordDim: E, charEncoder, charFeatures: F, cell, hidden: H, layers } = config;
    this.#kernels = kernels;
    this.#config = config;
    this.#tagTypes = sizes.tagTypes;
    this.#embedded = embeddedFeatures(config, sizes.features, parameter);
    const I = E + (charEncoder === 'none' ? 0 : F) + widthOf(this.#embedded);
    this.#layers = Array.from({ length: layers }, (_, i) =>
      this.#layer(`layer${i}`, cell, i === 0 ? I : 2 * H, H, parameter),
    );
    this.#output = packProduct(
      kernels,
      parameter('output.w', [2 * H, sizes.tags]),
      parameter('output.b', [sizes.tags]),
      2 * H,
      sizes.tags,
    );
    if (config.attention === 'sentence') this.#attention = attentionOf(kernels, 2 * H, parameter);
    if (config.context === 'document') this.#context = contextOf(kernels, 2 * H, parameter);
    if (sizes.pooling !== undefined) this.#pooling = poolingOf(kernels, sizes.pooling, 2 * H, parameter);
    if (charEncoder === 'cnn') this.#formFeatures = this.#convolution(sizes.characters, parameter);
    else if (charEncoder === 'lstm') this.#formFeatures = this.#characterLstm(sizes.characters, parameter);
    kernels.arena.keep();
  }

  /** @returns [N, K] in the layout of the batch, or [B, K] for texts with one class; valid until the next call */
  emissions(batch: Batch, copyWord: CopyWord): Float32Array {
    const { arena } = this.#kernels;
    arena.clear();
    const { layout, inputWords, tokenInputs, links } = batch;
    const inputs = this.#inputs(batch, copyWord); // [P, I]
    const projected = multiply(this.#kernels, this.#first.project, inputs, inputWords.index.length);
    return this.#emissionsOf(layout, projected, tokenInputs ?? countTo(raggedRows(layout)), links);
  }

  /** Number of floats cached per word. */
  get wordSize(): number {
    return this.#first.project.outputs;
  }

  /**
   * Computes the outputs of the first layer for words and caches them for `emissionsOfWords`. Only for models without further features,
   * whose inputs are the same for every occurrence of a word.
   *
   * @param batch whose inputs are the words, in order
   * @param at cache index of the first word
   */
  keepWords(batch: Batch, copyWord: CopyWord, at: number): void {
    const { arena } = this.#kernels;
    arena.clear();
    const count = batch.inputWords.index.length;
    const missing = Math.ceil((at + count) / WORD_BLOCK) * WORD_BLOCK - this.#room;
    if (missing > 0) {
      const start = arena.take(missing * this.wordSize); // contiguous with the previous rows: nothing else has been kept since
      if (this.#room === 0) this.#words = start;
      this.#room += missing;
      arena.keep();
    }
    const inputs = this.#inputs(batch, copyWord);
    multiply(this.#kernels, this.#first.project, inputs, count, rowAt(this.#words, at, this.wordSize));
  }

  /** @param words [N] cache indices of words @returns as `emissions` */
  emissionsOfWords(layout: Ragged, words: Int32Array, links: Links | undefined): Float32Array {
    this.#kernels.arena.clear();
    return this.#emissionsOf(layout, this.#words, words, links);
  }

  get #first(): Layer {
    return this.#layers[0]!;
  }

  /** @param projected products of the first layer @param rows [N] the row of `projected` for each token */
  #emissionsOf(layout: Ragged, projected: Pointer, rows: Int32Array, links: Links | undefined): Float32Array {
    const { arena } = this.#kernels;
    const N = rows.length;
    const sequences = this.#sequences(layout.lengths, layout.stepOffsets);
    const [first, ...others] = this.#layers;
    let x = this.#recur(first!, projected, arena.put(rows), sequences); // [N, 2H]
    const inOrder = others.length === 0 ? NULL_POINTER : arena.put(countTo(N));
    for (const layer of others)
      x = this.#recur(layer, multiply(this.#kernels, layer.project, x, N), inOrder, sequences);
    if (this.#attention !== undefined) x = attended(this.#kernels, this.#attention, x, N, sentenceLinks(layout));
    if (this.#context !== undefined && links !== undefined) x = informed(this.#kernels, this.#context, x, N, links);
    if (this.#pooling !== undefined) {
      const B = layout.lengths.length;
      const vectors = pooledTexts(this.#kernels, this.#pooling, x, [N, this.#output.inputs], layout);
      return arena.floats(multiply(this.#kernels, this.#output, vectors, B), B * this.#output.outputs);
    }
    let emissions = multiply(this.#kernels, this.#output, x, N);
    const { consistency } = this.#config;
    if (consistency > 0 && links !== undefined) {
      emissions = consistent(this.#kernels, this.#tagTypes, consistency, emissions, N, links);
    }
    return arena.floats(emissions, N * this.#output.outputs);
  }

  /** The concatenated features of each distinct input: [P, I]. */
  #inputs(batch: Batch, copyWord: CopyWord): Pointer {
    const { arena } = this.#kernels;
    const { wordDim: E, charFeatures: F } = this.#config;
    const characters = this.#formFeatures?.(batch); // [U, F], a copy
    const afterForm = characters === undefined ? E : E + F;
    const I = afterForm + widthOf(this.#embedded);
    const P = batch.inputWords.index.length;
    const x = arena.take(P * I);
    const values = arena.floats(x, P * I);
    for (let p = 0; p < P; p++) {
      copyWord(batch.words[batch.inputWords.index[p]!]!, values, p * I);
      if (characters === undefined) continue;
      const form = batch.inputForms.index[p]! * F;
      values.set(characters.subarray(form, form + F), p * I + E);
    }
    copyFeatures(this.#embedded, batch, values, I, afterForm);
    return x;
  }

  /** Ma & Hovy 2016: the contribution of a character at each of the three columns is looked up (`src/kernels/char-pool`). */
  #convolution(characters: number, parameter: Parameters): FormFeatures {
    const { wasm, arena } = this.#kernels;
    const { charDim: Ec, charFeatures: F } = this.#config;
    const tables = arena.take(characters * 3 * F); // [Vc, 3F], kept
    const bias = parameter('char.bias', [F]);
    arena.keep();
    wasm.gemm({
      m: characters,
      n: 3 * F,
      k: Ec,
      a: arena.put(parameter('char.embedding', [characters, Ec])),
      lda: Ec,
      transposeA: false,
      b: arena.put(parameter('char.filters', [Ec, 3 * F])),
      ldb: 3 * F,
      transposeB: false,
      c: tables,
      ldc: 3 * F,
      addend: NULL_POINTER,
      ldAddend: 0,
      scratch: arena.take(wasm.gemmScratchFloats()),
    });
    arena.clear();
    return ({ forms, chars }) => {
      const U = forms.lengths.length;
      const longest = forms.stepOffsets.length - 1;
      const y = arena.take(U * F);
      wasm.charMaxPool({
        from: 0,
        to: U,
        f: F,
        charCount: characters,
        tables,
        chars: arena.put(chars),
        lengths: arena.put(forms.lengths),
        stepOffsets: arena.put(forms.stepOffsets),
        y,
        argmax: arena.take(U * F),
        scratch: arena.take(wasm.charMaxPoolScratchFloats({ f: F, charCount: characters, longest })),
      });
      const features = arena.floats(y, U * F).slice();
      for (let i = 0; i < features.length; i++) features[i]! += bias[i % F]!;
      return features;
    };
  }

  /** Lample et al. 2016: the last outputs of both directions. A character's projection is looked up. */
  #characterLstm(characters: number, parameter: Parameters): FormFeatures {
    const { arena } = this.#kernels;
    const { charDim: Ec, charFeatures: F } = this.#config;
    const half = F / 2;
    const layer = this.#layer('char.lstm', 'lstm', Ec, half, parameter);
    const embedding = arena.put(parameter('char.embedding', [characters, Ec]));
    const projected = multiply(this.#kernels, layer.project, embedding, characters); // [Vc, 4F], kept
    return ({ forms, chars }) => {
      const sequences = this.#sequences(forms.lengths, forms.stepOffsets);
      const y = this.#recur(layer, projected, arena.put(chars), sequences); // [C, F]
      const outputs = arena.floats(y, sequences.rows * F);
      const features = new Float32Array(sequences.count * F);
      for (let u = 0; u < sequences.count; u++) {
        const last = raggedRow(forms, u, forms.lengths[u]! - 1) * F;
        features.set(outputs.subarray(last, last + half), u * F);
        features.set(outputs.subarray(u * F + half, (u + 1) * F), u * F + half); // the first character: row u
      }
      return features;
    };
  }

  #layer(name: string, cell: Cell, inputs: number, hidden: number, parameter: Parameters): Layer {
    const { wasm, arena } = this.#kernels;
    const columns = GATES[cell] * hidden;
    const project = packProduct(
      this.#kernels,
      parameter(`${name}.wx`, [inputs, 2 * columns]),
      parameter(`${name}.b`, [2 * columns]),
      inputs,
      2 * columns,
    );
    const sizes = { cell: CELLS[cell], hidden };
    const size = wasm.recurrentPanelFloats(sizes);
    const panels = [arena.take(size), arena.take(size)] as const;
    arena.keep();
    const wh = arena.put(parameter(`${name}.wh`, [2, hidden, columns]));
    for (const direction of DIRECTIONS) wasm.recurrentPack({ ...sizes, direction, wh, panels: panels[direction] });
    arena.clear();
    return { cell, hidden, project, panels };
  }

  #sequences(lengths: Int32Array, stepOffsets: Int32Array): Sequences {
    return {
      count: lengths.length,
      rows: raggedRows({ lengths, stepOffsets }),
      steps: stepOffsets.length - 1,
      stepOffsets: this.#kernels.arena.put(stepOffsets),
    };
  }

  /** @param inputRows [rows] int32 into `projected` @returns [rows, 2·hidden] */
  #recur({ cell, hidden, panels }: Layer, projected: Pointer, inputRows: Pointer, sequences: Sequences): Pointer {
    const { wasm, arena } = this.#kernels;
    const { count, rows, steps, stepOffsets } = sequences;
    const y = arena.take(rows * 2 * hidden);
    const most = Math.min(count, BLOCK_SEQUENCES);
    const scratch = arena.take(wasm.recurrentOutputScratchFloats({ cell: CELLS[cell], hidden, sequences: most }));
    for (const direction of DIRECTIONS) {
      for (let from = 0; from < count; from += BLOCK_SEQUENCES) {
        wasm.recurrentOutput({
          cell: CELLS[cell],
          hidden,
          steps,
          direction,
          from,
          to: Math.min(count, from + BLOCK_SEQUENCES),
          projected,
          inputRows,
          panels: panels[direction],
          stepOffsets,
          y,
          scratch,
        });
      }
    }
    return y;
  }
}

/** 0 to count - 1. */
function countTo(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, n) => n);
}
