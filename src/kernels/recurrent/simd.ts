import type { TensorInfo } from '@tensorflow/tfjs-core';
import type { SimdBackend } from '../simd/backend.ts';
import { implementSimd } from '../simd/implement.ts';
import { productBlocks, productTime, ranges, TILE_ROWS, weightedRanges } from '../simd/threads/ranges.ts';
import type { Cell } from './cells.ts';
import { Recurrent, RecurrentGrad, RecurrentOutput } from './op.ts';

/** As simd-walk.as.ts numbers them. */
const CELL_NUMBERS: Record<Cell, number> = { lstm: 0, gru: 1, rnn: 2 };

/** What `recurrentOutput` keeps of so many, beside the weights, fits into a core's second-level cache; and threads can share the work. */
const SEQUENCES = 24;

const DIRECTIONS = [0, 1] as const;

export function registerRecurrentSimd(): void {
  implementSimd(Recurrent, ({ inputs: { projected, wh, lengths, stepOffsets }, attrs, backend }) => {
    const { cell, hidden, rows, steps, shares } = sizes(backend, attrs.cell, wh, projected, stepOffsets);
    const y = backend.output([rows, 2 * hidden]);
    const gates = backend.output(projected.shape);
    const memory = backend.output([rows, 2 * hidden]);
    const [inputs, weights, offsets, ...outputs] = backend.pointers(projected, wh, stepOffsets, y, gates, memory);
    const slices = weightedRanges(backend.integers(lengths), shares, TILE_ROWS);
    const panels = places(backend, backend.wasm.recurrentPanelFloats(cell, hidden));
    pack(backend, 'recurrentPack', cell, hidden, weights, panels);
    backend.run(
      slices.flatMap(([from, to]) =>
        DIRECTIONS.map(
          (direction) =>
            // prettier-ignore
            ['recurrent', cell, hidden, steps, direction, from, to, inputs, panels[direction], offsets, ...outputs] as const,
        ),
      ),
      backend.wasm.recurrentScratchFloats(hidden, lengths.shape[0]!),
    );
    return [y, gates, memory];
  });

  implementSimd(RecurrentOutput, ({ inputs, attrs, backend }) => {
    const { projected, inputRows, wh, lengths, stepOffsets } = inputs;
    const { cell, hidden, rows, steps, shares } = sizes(backend, attrs.cell, wh, inputRows, stepOffsets);
    const y = backend.output([rows, 2 * hidden]);
    const [source, taken, weights, offsets, out] = backend.pointers(projected, inputRows, wh, stepOffsets, y);
    const sequences = lengths.shape[0]!;
    const slices = ranges(sequences, Math.max(shares.length, Math.ceil(sequences / SEQUENCES)), TILE_ROWS);
    const most = slices.reduce((sum, [from, to]) => Math.max(sum, to - from), 0);
    const panels = places(backend, backend.wasm.recurrentPanelFloats(cell, hidden));
    pack(backend, 'recurrentPack', cell, hidden, weights, panels);
    backend.run(
      DIRECTIONS.flatMap((direction) =>
        slices.map(
          ([from, to]) =>
            // prettier-ignore
            ['recurrentOutput', cell, hidden, steps, direction, from, to, source, taken, panels[direction], offsets, out] as const,
        ),
      ),
      backend.wasm.recurrentOutputScratchFloats(cell, hidden, most),
    );
    return [y];
  });

  implementSimd(RecurrentGrad, ({ inputs: { dy, y, gates, memory, wh, lengths, stepOffsets }, attrs, backend }) => {
    const { cell, hidden, columns, rows, steps, shares } = sizes(backend, attrs.cell, wh, gates, stepOffsets);
    const sequences = lengths.shape[0]!;
    const dProjected = backend.output(gates.shape);
    const dWh = backend.output(wh.shape);
    const saved = backend.pointers(dy, y, gates, memory, stepOffsets, dProjected);
    const [weights, offsets, dInputs, dWeights] = backend.pointers(wh, stepOffsets, dProjected, dWh);
    const slices = weightedRanges(backend.integers(lengths), shares, TILE_ROWS);
    const spaces = places(backend, backend.wasm.recurrentGradSpaceFloats(cell, hidden, rows, sequences));

    pack(backend, 'recurrentGradPack', cell, hidden, weights, spaces);
    backend.run(
      slices.flatMap(([from, to]) =>
        DIRECTIONS.map(
          (direction) =>
            // prettier-ignore
            ['recurrentGrad', cell, hidden, steps, sequences, direction, from, to, ...saved, spaces[direction]] as const,
        ),
      ),
      backend.wasm.recurrentGradScratchFloats(cell, hidden, sequences),
    );
    backend.run(
      productBlocks(hidden, columns, shares).flatMap((block) =>
        DIRECTIONS.map(
          (direction) =>
            // prettier-ignore
            ['recurrentGradWeights', cell, hidden, steps, sequences, direction, ...block, offsets, dInputs, spaces[direction], dWeights] as const,
        ),
      ),
      backend.wasm.multiplyScratchFloats(),
    );
    return [dProjected, dWh];
  });
}

/** wh [2, hidden, G·hidden] of both directions, packed for the products with it. @param to of each direction */
function pack(
  backend: SimdBackend,
  kernel: 'recurrentPack' | 'recurrentGradPack',
  cell: number,
  hidden: number,
  wh: number,
  to: [number, number],
): void {
  backend.run(DIRECTIONS.map((direction) => [kernel, cell, hidden, direction, wh, to[direction]] as const));
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
    cell: CELL_NUMBERS[cell],
    hidden: hidden!,
    columns: columns!, // of one direction
    rows: rows!,
    steps: stepOffsets.shape[0]! - 1,
    shares: backend.shares(productTime(rows!, 2 * columns!, hidden!), DIRECTIONS.length), // of each direction
  };
}

/** The workspace: so many floats for each direction. @returns their addresses */
function places(backend: SimdBackend, floats: number): [number, number] {
  const address = backend.workspace(2 * floats);
  return [address, address + 4 * floats];
}
