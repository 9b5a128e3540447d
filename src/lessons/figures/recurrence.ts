export const CELLS = ['rnn', 'lstm', 'gru'] as const;

/** A step of the memory: what it holds, and how much of a change at the first step is left. */
export interface MemoryStep {
  state: number;
  /** The derivative of this state by the first one. */
  gradient: number;
}

/**
 * A plain recurrent unit that hears something once: h = tanh(x + w·h before), with an input of 1 at the first step only. Its gradient is
 * the product of w · (1 − h²) (Pascanu 2013 §2).
 */
export function rnnMemory(weight: number, steps: number): MemoryStep[] {
  let state = Math.tanh(1);
  let gradient = 1;
  const memory = [{ state, gradient }];
  for (let t = 1; t < steps; t++) {
    state = Math.tanh(weight * state);
    gradient *= weight * (1 - state * state);
    memory.push({ state, gradient });
  }
  return memory;
}

/** The cell state of an LSTM that writes once and then only forgets: c = f · c before. Its gradient is a power of f. */
export function lstmMemory(forget: number, steps: number): MemoryStep[] {
  return Array.from({ length: steps }, (_, t) => ({ state: Math.tanh(1) * forget ** t, gradient: forget ** t }));
}

export interface LstmGates {
  forget: number;
  input: number;
  output: number;
  /** The candidate. */
  candidate: number;
  /** The cell state before. */
  cell: number;
}

/** One step of an LSTM cell with given gates (Hochreiter & Schmidhuber 1997; Lample 2016 §2.1). */
export function lstmStep({ forget, input, output, candidate, cell }: LstmGates): {
  kept: number;
  written: number;
  cell: number;
  state: number;
} {
  const kept = forget * cell;
  const written = input * candidate;
  return { kept, written, cell: kept + written, state: output * Math.tanh(kept + written) };
}

/** One step of a GRU with a given update gate (Cho 2014): h = z · h before + (1 − z) · candidate. */
export function gruStep(
  update: number,
  candidate: number,
  state: number,
): { kept: number; written: number; state: number } {
  const kept = update * state;
  const written = (1 - update) * candidate;
  return { kept, written, state: kept + written };
}

/** Parameters of a recurrent layer with n inputs and m units, one bias each: gates · ((n + m)·m + m). */
export function parameters(cell: (typeof CELLS)[number], n: number, m: number): number {
  const gates = { rnn: 1, lstm: 4, gru: 3 }[cell];
  return gates * ((n + m) * m + m);
}
