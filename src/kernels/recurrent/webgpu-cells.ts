import { ACTIVATIONS } from '../webgpu/activations.ts';
import { GATES, type Cell } from './cells.ts';

/**
 * One hidden unit of each cell in WGSL, mirroring reference.ts. `Gates` holds the G gates of a unit: a vector, or a plain
 * number for G = 1. For each cell:
 *
 * - `cellForward(x, r, state)`: from the projected input, the recurrent product `h . wh` and the previous state;
 * - `cellBackward(gradient, gates, state, previous)`: from the gradients of h and memory, `dx` and the gradient of the previous state
 *   excluding the path through the recurrent product;
 * - `recurrentGradient(dx, gates)`: the gradient of the recurrent product, from that of the projected input.
 */
const CELL_CODE: Record<Cell, string> = {
  // i, f, g, o; memory is c. The gradient of the previous h passes through the product only.
  lstm: /* wgsl */ `
    alias Gates = vec4<f32>;

    fn cellForward(x : Gates, r : Gates, previous : State) -> Forward {
      let a = x + r;
      let gates = Gates(sigmoid(a.x), sigmoid(a.y), tanhOf(a.z), sigmoid(a.w));
      let c = gates.y * previous.memory + gates.x * gates.z;
      return Forward(gates, State(gates.w * tanhOf(c), c));
    }

    fn cellBackward(gradient : State, gates : Gates, state : State, previous : State) -> Backward {
      let i = gates.x; let f = gates.y; let g = gates.z; let o = gates.w;
      let tanhC = tanhOf(state.memory);
      let dc = gradient.memory + gradient.h * o * (1.0 - tanhC * tanhC);
      let dx = Gates(
        dc * g * i * (1.0 - i),
        dc * previous.memory * f * (1.0 - f),
        dc * i * (1.0 - g * g),
        gradient.h * tanhC * o * (1.0 - o),
      );
      return Backward(dx, State(0.0, dc * f));
    }

    fn recurrentGradient(dx : Gates, gates : Gates) -> Gates { return dx; }`,

  // r, z, n; memory is the product of gate n, before the multiplication by r.
  gru: /* wgsl */ `
    alias Gates = vec3<f32>;

    fn cellForward(x : Gates, r : Gates, previous : State) -> Forward {
      let reset = sigmoid(x.x + r.x);
      let z = sigmoid(x.y + r.y);
      let n = tanhOf(x.z + reset * r.z);
      return Forward(Gates(reset, z, n), State((1.0 - z) * n + z * previous.h, r.z));
    }

    fn cellBackward(gradient : State, gates : Gates, state : State, previous : State) -> Backward {
      let r = gates.x; let z = gates.y; let n = gates.z;
      let dn = gradient.h * (1.0 - z) * (1.0 - n * n);
      let dx = Gates(dn * state.memory * r * (1.0 - r), gradient.h * (previous.h - n) * z * (1.0 - z), dn);
      return Backward(dx, State(gradient.h * z, 0.0));
    }

    fn recurrentGradient(dx : Gates, gates : Gates) -> Gates { return Gates(dx.xy, dx.z * gates.x); }`,

  rnn: /* wgsl */ `
    alias Gates = f32;

    fn cellForward(x : Gates, r : Gates, previous : State) -> Forward {
      let h = tanhOf(x + r);
      return Forward(h, State(h, 0.0));
    }

    fn cellBackward(gradient : State, gates : Gates, state : State, previous : State) -> Backward {
      return Backward(gradient.h * (1.0 - gates * gates), State(0.0, 0.0));
    }

    fn recurrentGradient(dx : Gates, gates : Gates) -> Gates { return dx; }`,
};

/** The cell's functions and types. */
export function cellCode(cell: Cell): string {
  return /* wgsl */ `
    ${ACTIVATIONS}
    struct State { h : f32, memory : f32 };
    struct Forward { gates : Gates, state : State };
    struct Backward { dx : Gates, dPrevious : State };
    ${CELL_CODE[cell]}`;
}

const gateIndices = (cell: Cell) => Array.from({ length: GATES[cell] }, (_, g) => g);

/** Reads a unit's gates, which are H apart, starting at index `at`. */
export function loadGates(cell: Cell, buffer: string, at: string): string {
  return `Gates(${gateIndices(cell)
    .map((g) => `${buffer}[${at} + ${g} * H]`)
    .join(', ')})`;
}

/** Writes a unit's gates, starting at index `at`. */
export function storeGates(cell: Cell, buffer: string, at: string, value: string): string {
  return gateIndices(cell)
    .map((g) => `${buffer}[${at} + ${g} * H] = ${gateOf(cell, value, `${g}`)};`)
    .join(' ');
}

/** Gate `g` of `value`. */
export function gateOf(cell: Cell, value: string, g: string): string {
  return GATES[cell] === 1 ? value : `${value}[${g}]`;
}
