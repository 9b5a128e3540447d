import type { TensorInfo } from '../../tensors/tensors.ts';
import { elementAt, type Pointer } from '../../lib/pointer.ts';
import type { SimdBackend } from '../simd/backend.ts';
import { BACKWARD, FORWARD, GRU, kernels, LSTM, RNN, TILE_ROWS } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { productBlocks, productTime, ranges, weightedRanges } from '../simd/threads/ranges.ts';
import type { Cell } from './cells.ts';
import { Recurrent, RecurrentGrad, RecurrentOutput } from './op.ts';

const CELLS: Record<Cell, number> = { lstm: LSTM, gru: GRU, rnn: RNN };

const DIRECTIONS = [FORWARD, BACKWARD] as const;

/** Sequences per task of `recurrentOutput`: their state and the weights fit into a core's second-level cache. */
const OUTPUT_SEQUENCES = 24;

export function registerRecurrentSimd(): void {
  implementSimd(Recurrent, ({ inputs: { projected, wh, lengths, stepOffsets }, attrs, backend }) => {
    const { cell, hidden, rows, steps, shares } = sizes(backend, attrs.cell, wh, projected, stepOffsets);
    const y = backend.output([rows, 2 * hidden]);
    const gates = backend.output(projected.shape);
    const memory = backend.output([rows, 2 * hidden]);
    const shared = {
      cell,
      hidden,
      steps,
      projected: backend.pointer(projected),
      wh: backend.pointer(wh),
      stepOffsets: backend.pointer(stepOffsets),
      y: backend.pointer(y),
      gates: backend.pointer(gates),
      kept: backend.pointer(memory),
    };
    const slices = weightedRanges(backend.integers(lengths), shares, TILE_ROWS);
    const panels = workspaces(backend, backend.wasm.recurrentPanelFloats({ cell, hidden }));
    backend.run(
      DIRECTIONS.map((direction) =>
        kernels.recurrentPack({ cell, hidden, direction, wh: shared.wh, panels: panels[direction] }),
      ),
    );
    backend.run(
      slices.flatMap(({ from, to }) =>
        DIRECTIONS.map((direction) => kernels.recurrent({ ...shared, direction, from, to, panels: panels[direction] })),
      ),
      backend.wasm.recurrentScratchFloats({ hidden, sequences: lengths.shape[0]! }),
    );
    return [y, gates, memory];
  });

  implementSimd(RecurrentOutput, ({ inputs, attrs, backend }) => {
    const { projected, inputRows, wh, lengths, stepOffsets } = inputs;
    const { cell, hidden, rows, steps, shares } = sizes(backend, attrs.cell, wh, inputRows, stepOffsets);
    const y = backend.output([rows, 2 * hidden]);
    const shared = {
      cell,
      hidden,
      steps,
      projected: backend.pointer(projected),
      inputRows: backend.pointer(inputRows),
      wh: backend.pointer(wh),
      stepOffsets: backend.pointer(stepOffsets),
      y: backend.pointer(y),
    };
    const count = lengths.shape[0]!;
    const slices = ranges(count, Math.max(shares.length, Math.ceil(count / OUTPUT_SEQUENCES)), TILE_ROWS);
    const most = slices.reduce((sum, { from, to }) => Math.max(sum, to - from), 0);
    const panels = workspaces(backend, backend.wasm.recurrentPanelFloats({ cell, hidden }));
    backend.run(
      DIRECTIONS.map((direction) =>
        kernels.recurrentPack({ cell, hidden, direction, wh: shared.wh, panels: panels[direction] }),
      ),
    );
    backend.run(
      DIRECTIONS.flatMap((direction) =>
        slices.map(({ from, to }) =>
          kernels.recurrentOutput({ ...shared, direction, from, to, panels: panels[direction] }),
        ),
      ),
      backend.wasm.recurrentOutputScratchFloats({ cell, hidden, sequences: most }),
    );
    return [y];
  });

  implementSimd(RecurrentGrad, ({ inputs: { dy, y, gates, memory, wh, lengths, stepOffsets }, attrs, backend }) => {
    const { cell, hidden, columns, rows, steps, shares } = sizes(backend, attrs.cell, wh, gates, stepOffsets);
    const sequences = lengths.shape[0]!;
    const dProjected = backend.output(gates.shape);
    const dWh = backend.output(wh.shape);
    const slices = weightedRanges(backend.integers(lengths), shares, TILE_ROWS);
    const spaces = workspaces(backend, backend.wasm.recurrentGradSpaceFloats({ cell, hidden, rows, sequences }));
    const shared = {
      cell,
      hidden,
      steps,
      sequences,
      dy: backend.pointer(dy),
      y: backend.pointer(y),
      gates: backend.pointer(gates),
      kept: backend.pointer(memory),
      wh: backend.pointer(wh),
      stepOffsets: backend.pointer(stepOffsets),
      dProjected: backend.pointer(dProjected),
      dWh: backend.pointer(dWh),
    };

    backend.run(
      DIRECTIONS.map((direction) =>
        kernels.recurrentGradPack({ cell, hidden, direction, wh: shared.wh, space: spaces[direction] }),
      ),
    );
    backend.run(
      slices.flatMap(({ from, to }) =>
        DIRECTIONS.map((direction) =>
          kernels.recurrentGrad({ ...shared, direction, from, to, space: spaces[direction] }),
        ),
      ),
      backend.wasm.recurrentGradScratchFloats({ cell, hidden, sequences }),
    );
    backend.run(
      productBlocks(hidden, columns, shares).flatMap(({ rowsFrom, rowsTo, columnsFrom, columnsTo }) =>
        DIRECTIONS.map((direction) =>
          kernels.recurrentGradWeights({
            ...shared,
            direction,
            rowsFrom,
            rowsTo,
            columnsFrom,
            columnsTo,
            space: spaces[direction],
          }),
        ),
      ),
      backend.wasm.multiplyScratchFloats(),
    );
    return [dProjected, dWh];
  });
}

/** @param items a tensor of N rows */
function sizes(
  backend: SimdBackend,
  cell: Cell,
  { shape: [, hidden, columns] }: TensorInfo,
  { shape: [rows] }: TensorInfo,
  stepOffsets: TensorInfo,
) {
  return {
    cell: CELLS[cell],
    hidden: hidden!,
    columns: columns!, // per direction
    rows: rows!,
    steps: stepOffsets.shape[0]! - 1,
    shares: backend.shares(productTime(rows!, 2 * columns!, hidden!), DIRECTIONS.length), // per direction
  };
}

/** Allocates a workspace of `floats` for each direction. */
function workspaces(backend: SimdBackend, floats: number): Record<(typeof DIRECTIONS)[number], Pointer> {
  const address = backend.workspace(2 * floats);
  return { [FORWARD]: address, [BACKWARD]: elementAt(address, floats) };
}
