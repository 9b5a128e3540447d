import { implementSimd } from '../simd/implement.ts';
import type { Cell } from './cells.ts';
import { Recurrent, RecurrentGrad } from './op.ts';

/** As simd-walk.as.ts numbers them. */
const CELL_NUMBERS: Record<Cell, number> = { lstm: 0, gru: 1, rnn: 2 };

export function registerRecurrentSimd(): void {
  implementSimd(Recurrent, ({ inputs: { projected, wh, stepOffsets }, attrs, backend }) => {
    const cell = CELL_NUMBERS[attrs.cell];
    const hidden = wh.shape[1]!;
    const rows = projected.shape[0]!;
    const steps = stepOffsets.shape[0]! - 1;
    const y = backend.output([rows, 2 * hidden]);
    const gates = backend.output(projected.shape);
    const memory = backend.output([rows, 2 * hidden]);
    const scratch = backend.scratch(backend.wasm.recurrentScratchFloats(cell, hidden));
    const pointers = backend.pointers(projected, wh, stepOffsets, y, gates, memory);
    backend.wasm.recurrent(cell, hidden, steps, ...pointers, scratch);
    return [y, gates, memory];
  });

  implementSimd(RecurrentGrad, ({ inputs: { dy, y, gates, memory, wh, lengths, stepOffsets }, attrs, backend }) => {
    const cell = CELL_NUMBERS[attrs.cell];
    const hidden = wh.shape[1]!;
    const rows = y.shape[0]!;
    const sequences = lengths.shape[0]!;
    const steps = stepOffsets.shape[0]! - 1;
    const dProjected = backend.output(gates.shape);
    const dWh = backend.output(wh.shape);
    const scratch = backend.scratch(backend.wasm.recurrentGradScratchFloats(cell, hidden, rows, sequences));
    const pointers = backend.pointers(dy, y, gates, memory, wh, stepOffsets, dProjected, dWh);
    backend.wasm.recurrentGrad(cell, hidden, steps, sequences, ...pointers, scratch);
    return [dProjected, dWh];
  });
}
