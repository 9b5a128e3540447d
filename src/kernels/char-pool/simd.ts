import type { Microseconds } from '../../lib/units.ts';
import { kernels } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { CharMaxPool, CharMaxPoolGrad } from './op.ts';

/** Approximate time per feature of a character (forward) and per feature of a form (backward). */
const FORWARD: Microseconds = 8e-4;
const BACKWARD: Microseconds = 4e-3;

export function registerCharPoolSimd(): void {
  implementSimd(CharMaxPool, ({ inputs: { tables, chars, lengths, stepOffsets }, backend }) => {
    const [charCount, columns] = tables.shape as [number, number];
    const u = lengths.shape[0]!;
    const f = columns / 3;
    const longest = stepOffsets.shape[0]! - 1;
    const y = backend.output([u, f]);
    const argmax = backend.output([u, f], 'int32');
    const shared = {
      tables: backend.pointer(tables),
      chars: backend.pointer(chars),
      lengths: backend.pointer(lengths),
      stepOffsets: backend.pointer(stepOffsets),
      y: backend.pointer(y),
      argmax: backend.pointer(argmax),
      f,
      charCount,
    };
    const parts = backend.parts(chars.shape[0]! * f * FORWARD);
    backend.run(
      ranges(u, parts).map(({ from, to }) => kernels.charMaxPool({ ...shared, from, to })),
      backend.wasm.charMaxPoolScratchFloats({ f, charCount, longest }),
    );
    return [y, argmax];
  });

  implementSimd(CharMaxPoolGrad, ({ inputs: { dy, argmax, chars, lengths, stepOffsets }, attrs, backend }) => {
    const [u, f] = dy.shape as [number, number];
    const { charCount } = attrs;
    const dTables = backend.output([charCount, 3 * f]);
    const shared = {
      dy: backend.pointer(dy),
      argmax: backend.pointer(argmax),
      chars: backend.pointer(chars),
      lengths: backend.pointer(lengths),
      stepOffsets: backend.pointer(stepOffsets),
      dTables: backend.pointer(dTables),
      u,
      f,
      charCount,
    };
    backend.run(
      ranges(f, backend.parts(u * f * BACKWARD)).map(({ from, to }) =>
        kernels.charMaxPoolGrad({ ...shared, from, to }),
      ),
    );
    return [dTables];
  });
}
