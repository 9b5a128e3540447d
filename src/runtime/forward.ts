import type { Architecture, CopyWord, Parameters, Sizes } from './architecture.ts';
import type { Batch, Links } from '../data/batches/batch.ts';
import { raggedRow, raggedRows } from '../data/batches/ragged.ts';
import { GATES, type Cell } from '../kernels/recurrent/cells.ts';
import { NULL_POINTER, type Pointer } from '../lib/pointer.ts';
import { BACKWARD, FORWARD, GRU, LSTM, RNN } from './generated/forward.js';
import { copyFeatures, embeddedFeatures, widthOf, type EmbeddedFeatures } from './features.ts';
import { rowAt, type Kernels } from './kernels.ts';

const CELLS: Record<Cell, number> = { lstm: LSTM, gru: GRU, rnn: RNN };
const DIRECTIONS = [FORWARD, BACKWARD] as const;

/** Rows of a product at a time: they stay in a core's second-level cache while the columns pass. */
const BLOCK_ROWS = 256;

/** Sequences at a time: their state stays there beside the weights. */
const BLOCK_SEQUENCES = 24;

/** `y = x · w + b` with w packed. */
interface Product {
  inputs: number;
  outputs: number;
  panels: Pointer;
  bias: Pointer;
}

/** A bidirectional layer. */
interface Layer {
  cell: Cell;
  hidden: number;
  project: Product;
  /** wh, packed, of each direction. */
  panels: readonly [Pointer, Pointer];
}

/** Sequences in the ragged layout (`src/data/batches/ragged.ts`), in memory. */
interface Sequences {
  count: number;
  rows: number;
  steps: number;
  stepOffsets: Pointer;
}

/** Attention over the other occurrences of a word: `withContext` of src/model/tagger.ts. */
interface Context {
  queries: Product;
  keys: Product;
  values: Product;
  gate: Product;
}

/** Dimensions of queries and keys. */
const A = 64;

type FormFeatures = (batch: Batch) => Float32Array; // [U, F]

/**
 * The forward pass of `src/model/tagger.ts` without TF.js: the same kernels on the same ragged batches. Weights are packed once, and
 * what depends on a character alone is computed once.
 */
export class ForwardPass {
  readonly #kernels: Kernels;
  readonly #config: Architecture;
  readonly #formFeatures: FormFeatures | undefined;
  readonly #embedded: EmbeddedFeatures[];
  readonly #layers: Layer[];
  readonly #output: Product;
  readonly #context: Context | undefined;

  constructor(kernels: Kernels, config: Architecture, sizes: Sizes, parameter: Parameters) {
    const { wordDim: E, charEncoder, charFeatures: F, cell, hidden: H, layers } = config;
    this.#kernels = kernels;
    this.#config = config;
    this.#embedded = embeddedFeatures(config, sizes.features, parameter);
    const I = E + (charEncoder === 'none' ? 0 : F) + widthOf(this.#embedded);
    this.#layers = Array.from({ length: layers }, (_, i) =>
      this.#layer(`layer${i}`, cell, i === 0 ? I : 2 * H, H, parameter),
    );
    this.#output = this.#product(
      parameter('output.w', [2 * H, sizes.tags]),
      parameter('output.b', [sizes.tags]),
      2 * H,
      sizes.tags,
    );
    if (config.context === 'document') this.#context = this.#contextOf(2 * H, parameter);
    if (charEncoder === 'cnn') this.#formFeatures = this.#convolution(sizes.characters, parameter);
    else if (charEncoder === 'lstm') this.#formFeatures = this.#characterLstm(sizes.characters, parameter);
    kernels.arena.keep();
  }

  /** @returns [N, K] in the layout of the batch, to be read before the next call */
  emissions(batch: Batch, copyWord: CopyWord): Float32Array {
    const { arena } = this.#kernels;
    arena.clear();
    const { layout, inputWords, tokenInputs } = batch;
    const P = inputWords.index.length;
    const sequences = this.#sequences(layout.lengths, layout.stepOffsets);
    let inputRows = arena.put(tokenInputs ?? Int32Array.from({ length: P }, (_, p) => p)); // [N] into P
    let x = this.#inputs(batch, copyWord); // [P, I]
    let rows = P;
    for (const layer of this.#layers) {
      const projected = this.#multiply(layer.project, x, rows); // [rows, 2GH]
      x = this.#recur(layer, projected, inputRows, sequences); // [N, 2H]
      if (rows !== sequences.rows || tokenInputs !== undefined) {
        inputRows = arena.put(Int32Array.from({ length: sequences.rows }, (_, n) => n));
      }
      rows = sequences.rows;
    }
    if (this.#context !== undefined && batch.links !== undefined)
      x = this.#informed(this.#context, x, rows, batch.links);
    const emissions = this.#multiply(this.#output, x, rows);
    return arena.floats(emissions, rows * this.#output.outputs);
  }

  #contextOf(DH: number, parameter: Parameters): Context {
    const matrix = (name: string, inputs: number, outputs: number, bias?: Float32Array) =>
      this.#product(parameter(name, [inputs, outputs]), bias ?? new Float32Array(outputs), inputs, outputs);
    return {
      queries: matrix('context.q', DH, A),
      keys: matrix('context.k', DH, A),
      values: matrix('context.v', DH, DH),
      gate: matrix('context.u', 2 * DH, DH, parameter('context.b', [DH])),
    };
  }

  /** @param x [rows, 2H] @returns [rows, 2H] */
  #informed(context: Context, x: Pointer, rows: number, links: Links): Pointer {
    const { wasm, arena } = this.#kernels;
    const d = context.values.outputs;
    const m = links.rows.index.length;
    const own = { offsets: arena.put(links.own.offsets), targets: arena.put(links.own.targets) };
    const h = arena.take(m * d);
    const [states, linked] = [arena.floats(x, rows * d), arena.floats(h, m * d)];
    links.rows.index.forEach((row, i) => linked.set(states.subarray(row * d, (row + 1) * d), i * d));
    const [q, k] = [this.#multiply(context.queries, h, m), this.#multiply(context.keys, h, m)];
    const weights = arena.take(links.own.targets.length);
    wasm.linkWeights({ from: 0, to: m, a: A, scale: 1 / Math.sqrt(A), q, k, ...own, weights });
    const pooled = arena.take(m * d);
    wasm.linkSums({ from: 0, to: m, d, weights, x: h, ...own, entries: arena.put(links.own.entries), y: pooled });
    const c = this.#multiply(context.values, pooled, m);
    wasm.tanhOf({ from: 0, to: m * d, x: c, y: c });
    const both = arena.take(2 * m * d);
    const [joined, first, second] = [arena.floats(both, 2 * m * d), arena.floats(h, m * d), arena.floats(c, m * d)];
    for (let i = 0; i < m; i++) {
      joined.set(first.subarray(i * d, (i + 1) * d), 2 * i * d);
      joined.set(second.subarray(i * d, (i + 1) * d), (2 * i + 1) * d);
    }
    const a = this.#multiply(context.gate, both, m);
    const y = arena.take(rows * d);
    const inverse = { offsets: arena.put(links.rows.offsets), items: arena.put(links.rows.items) };
    wasm.gatedAdd({ from: 0, to: rows, d, h: x, a, c, ...inverse, y });
    return y;
  }

  /** What is known of each distinct input, joined: [P, I]. */
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

  /** Ma & Hovy 2016: what a character adds at each of the three columns is looked up (`src/kernels/char-pool`). */
  #convolution(characters: number, parameter: Parameters): FormFeatures {
    const { wasm, arena } = this.#kernels;
    const { charDim: Ec, charFeatures: F } = this.#config;
    const tables = arena.take(characters * 3 * F); // [Vc, 3F], stays
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
    const projected = this.#multiply(layer.project, embedding, characters); // [Vc, 4F], stays
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
    const project = this.#product(
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

  /** @param w [inputs, outputs] @param b [outputs] */
  #product(w: Float32Array, b: Float32Array, inputs: number, outputs: number): Product {
    const { wasm, arena } = this.#kernels;
    const bias = arena.put(b);
    const panels = arena.take(wasm.panelFloats({ n: outputs, k: inputs }));
    arena.keep();
    wasm.packPanels({ n: outputs, k: inputs, b: arena.put(w), ldb: outputs, transposed: false, panels });
    arena.clear();
    return { inputs, outputs, panels, bias };
  }

  /** @param x [rows, inputs] @returns [rows, outputs] */
  #multiply({ inputs, outputs, panels, bias }: Product, x: Pointer, rows: number): Pointer {
    const { wasm, arena } = this.#kernels;
    const y = arena.take(rows * outputs);
    const scratch = arena.take(wasm.panelScratchFloats({ m: Math.min(rows, BLOCK_ROWS), k: inputs }));
    for (let row = 0; row < rows; row += BLOCK_ROWS) {
      wasm.multiplyPanels({
        m: Math.min(BLOCK_ROWS, rows - row),
        n: outputs,
        k: inputs,
        a: rowAt(x, row, inputs),
        lda: inputs,
        panels,
        c: rowAt(y, row, outputs),
        ldc: outputs,
        addend: bias,
        addendRows: NULL_POINTER,
        ldAddend: 0,
        scratch,
      });
    }
    return y;
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
