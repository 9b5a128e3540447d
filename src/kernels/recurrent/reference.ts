import { raggedRow, raggedRows, type Ragged } from '../../data/batches/ragged.ts';
import type { Cell } from './cells.ts';

/** State of one hidden unit. `memory` is needed by the gradient besides h and the gates (see op.ts); only the LSTM carries it over. */
interface UnitState {
  h: number;
  memory: number;
}

/**
 * One hidden unit of a cell at one item.
 *
 * `x` [G] is the projected input (bias included), `r` [G] the recurrent product `h . wh`, `gates` [G] the activated gates.
 */
interface CellReference {
  gateCount: number; // G
  forward(x: number[], r: number[], previous: UnitState): { gates: number[]; state: UnitState };
  /**
   * Maps the gradients of h and memory to those of `x`, of `r`, and of the previous state, excluding the path through `r`.
   */
  backward(
    gradient: UnitState,
    gates: number[],
    state: UnitState,
    previous: UnitState,
  ): { dx: number[]; dr: number[]; dPrevious: UnitState };
}

const sigmoid = (a: number) => 1 / (1 + Math.exp(-a));

/** Hochreiter & Schmidhuber 1997 with forget gates (Gers 2000); gates i, f, g, o as in PyTorch nn.LSTM; memory is c. */
const lstm: CellReference = {
  gateCount: 4,
  forward([xi, xf, xg, xo], [ri, rf, rg, ro], previous) {
    const [i, f, g, o] = [sigmoid(xi! + ri!), sigmoid(xf! + rf!), Math.tanh(xg! + rg!), sigmoid(xo! + ro!)];
    const c = f * previous.memory + i * g;
    return { gates: [i, f, g, o], state: { h: o * Math.tanh(c), memory: c } };
  },
  backward(gradient, [i, f, g, o], state, previous) {
    const tanhC = Math.tanh(state.memory);
    const dc = gradient.memory + gradient.h * o! * (1 - tanhC ** 2);
    const da = [
      dc * g! * i! * (1 - i!),
      dc * previous.memory * f! * (1 - f!),
      dc * i! * (1 - g! ** 2),
      gradient.h * tanhC * o! * (1 - o!),
    ];
    return { dx: da, dr: da, dPrevious: { h: 0, memory: dc * f! } };
  },
};

/** Cho 2014 in the form of PyTorch nn.GRU (reset after the product), gates r, z, n; memory is the product of gate n. */
const gru: CellReference = {
  gateCount: 3,
  forward([xr, xz, xn], [rr, rz, rn], previous) {
    const [r, z] = [sigmoid(xr! + rr!), sigmoid(xz! + rz!)];
    const n = Math.tanh(xn! + r * rn!);
    return { gates: [r, z, n], state: { h: (1 - z) * n + z * previous.h, memory: rn! } };
  },
  backward(gradient, [r, z, n], state, previous) {
    const dz = gradient.h * (previous.h - n!) * z! * (1 - z!);
    const dn = gradient.h * (1 - z!) * (1 - n! ** 2);
    const dr = dn * state.memory * r! * (1 - r!);
    return { dx: [dr, dz, dn], dr: [dr, dz, dn * r!], dPrevious: { h: gradient.h * z!, memory: 0 } };
  },
};

/** Elman 1990, tanh (PyTorch nn.RNN); no memory. */
const rnn: CellReference = {
  gateCount: 1,
  forward([x], [r]) {
    const h = Math.tanh(x! + r!);
    return { gates: [h], state: { h, memory: 0 } };
  },
  backward(gradient, _gates, state) {
    const da = [gradient.h * (1 - state.h ** 2)];
    return { dx: da, dr: da, dPrevious: { h: 0, memory: 0 } };
  },
};

const CELLS: Record<Cell, CellReference> = { lstm, gru, rnn };

const DIRECTIONS = [0, 1]; // forward, backward

/** The rows of sequence b in the order in which a direction visits them. */
function visitedRows(layout: Ragged, b: number, direction: number): number[] {
  const rows = Array.from({ length: layout.lengths[b]! }, (_, t) => raggedRow(layout, b, t));
  return direction === 0 ? rows : rows.toReversed();
}

/** Indices of unit u and its gate g: gates are blocks of H columns, `i ‖ f ‖ g ‖ o`. */
function indexing(H: number, G: number) {
  return {
    /** In [N, 2H]. */
    unit: (row: number, direction: number, u: number) => (row * 2 + direction) * H + u,
    /** In [N, 2·G·H]. */
    gate: (row: number, direction: number, g: number, u: number) => ((row * 2 + direction) * G + g) * H + u,
    /** In [2, H, G·H]: from unit v to gate g of unit u. */
    weight: (direction: number, v: number, g: number, u: number) => ((direction * H + v) * G + g) * H + u,
  };
}

/**
 * The specification of the `Recurrent` kernel in float64; formulas in op.ts.
 *
 * @param projected [N, 2·G·H]
 * @param wh [2, H, G·H]
 * @param H hidden units per direction
 * @returns y [N, 2H], gates [N, 2·G·H], memory [N, 2H]
 */
export function recurrentReference(
  cell: Cell,
  projected: ArrayLike<number>,
  wh: ArrayLike<number>,
  H: number,
  layout: Ragged,
): { y: Float64Array; gates: Float64Array; memory: Float64Array } {
  const reference = CELLS[cell];
  const G = reference.gateCount;
  const at = indexing(H, G);
  const N = raggedRows(layout);
  const y = new Float64Array(N * 2 * H);
  const memory = new Float64Array(N * 2 * H);
  const gates = new Float64Array(N * 2 * G * H);

  for (const d of DIRECTIONS) {
    for (let b = 0; b < layout.lengths.length; b++) {
      let previous: UnitState[] = Array.from({ length: H }, () => ({ h: 0, memory: 0 }));
      for (const row of visitedRows(layout, b, d)) {
        const next: UnitState[] = [];
        const products = new Float64Array(G * H);
        for (let v = 0; v < H; v++) {
          const { h } = previous[v]!;
          for (let i = 0; i < G * H; i++) products[i]! += h * wh[at.weight(d, v, 0, 0) + i]!;
        }
        for (let u = 0; u < H; u++) {
          const x = Array.from({ length: G }, (_, g) => projected[at.gate(row, d, g, u)]!);
          const r = x.map((_, g) => products[g * H + u]!);
          const item = reference.forward(x, r, previous[u]!);
          next.push(item.state);
          y[at.unit(row, d, u)] = item.state.h;
          memory[at.unit(row, d, u)] = item.state.memory;
          item.gates.forEach((value, g) => (gates[at.gate(row, d, g, u)] = value));
        }
        previous = next;
      }
    }
  }
  return { y, gates, memory };
}

/**
 * The specification of the `RecurrentGrad` kernel in float64: back-propagation through time (Werbos 1990), whole sequences.
 *
 * @param saved y [N, 2H], gates [N, 2·G·H] and memory [N, 2H] of the forward pass
 * @param dy [N, 2H]
 * @param wh [2, H, G·H]
 * @param H hidden units per direction
 * @returns dProjected [N, 2·G·H], dWh [2, H, G·H]
 */
export function recurrentGradReference(
  cell: Cell,
  saved: { y: ArrayLike<number>; gates: ArrayLike<number>; memory: ArrayLike<number> },
  dy: ArrayLike<number>,
  wh: ArrayLike<number>,
  H: number,
  layout: Ragged,
): { dProjected: Float64Array; dWh: Float64Array } {
  const reference = CELLS[cell];
  const G = reference.gateCount;
  const at = indexing(H, G);
  const dProjected = new Float64Array(saved.gates.length);
  const dWh = new Float64Array(wh.length);

  /** State of unit u at a row; zeros before the first one. */
  const stateAt = (row: number | undefined, d: number, u: number): UnitState =>
    row === undefined
      ? { h: 0, memory: 0 }
      : { h: saved.y[at.unit(row, d, u)]!, memory: saved.memory[at.unit(row, d, u)]! };

  for (const d of DIRECTIONS) {
    for (let b = 0; b < layout.lengths.length; b++) {
      const rows = visitedRows(layout, b, d);
      // The gradient of this item's state through later items.
      let carried: UnitState[] = Array.from({ length: H }, () => ({ h: 0, memory: 0 }));
      for (let step = rows.length - 1; step >= 0; step--) {
        const row = rows[step]!;
        const previous = Array.from({ length: H }, (_, u) => stateAt(rows[step - 1], d, u));
        const dPrevious: UnitState[] = Array.from({ length: H }, () => ({ h: 0, memory: 0 }));
        const dProducts = new Float64Array(G * H);
        for (let u = 0; u < H; u++) {
          const gradient = { h: dy[at.unit(row, d, u)]! + carried[u]!.h, memory: carried[u]!.memory };
          const gates = Array.from({ length: G }, (_, g) => saved.gates[at.gate(row, d, g, u)]!);
          const unit = reference.backward(gradient, gates, stateAt(row, d, u), previous[u]!);
          dPrevious[u]!.h += unit.dPrevious.h;
          dPrevious[u]!.memory += unit.dPrevious.memory;
          for (let g = 0; g < G; g++) {
            dProjected[at.gate(row, d, g, u)] = unit.dx[g]!;
            dProducts[g * H + u] = unit.dr[g]!;
          }
        }
        for (let v = 0; v < H; v++) {
          const { h } = previous[v]!;
          for (let i = 0; i < G * H; i++) {
            const weight = at.weight(d, v, 0, 0) + i;
            dPrevious[v]!.h += dProducts[i]! * wh[weight]!;
            dWh[weight]! += dProducts[i]! * h;
          }
        }
        carried = dPrevious;
      }
    }
  }
  return { dProjected, dWh };
}
