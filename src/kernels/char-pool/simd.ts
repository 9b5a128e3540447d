import type { Microseconds } from '../../lib/units.ts';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { CharMaxPool, CharMaxPoolGrad } from './op.ts';

/** What a feature of a character takes forward, and one of a form backward, about. */
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
    const pointers = backend.pointers(tables, chars, lengths, stepOffsets, y, argmax);
    const parts = backend.parts(chars.shape[0]! * f * FORWARD);
    backend.run(
      ranges(u, parts).map((forms) => ['charMaxPool', ...forms, f, charCount, ...pointers] as const),
      backend.wasm.charMaxPoolScratchFloats(f, charCount, longest),
    );
    return [y, argmax];
  });

  implementSimd(CharMaxPoolGrad, ({ inputs: { dy, argmax, chars, lengths, stepOffsets }, attrs, backend }) => {
    const [u, f] = dy.shape as [number, number];
    const dTables = backend.output([attrs.charCount, 3 * f]);
    const pointers = backend.pointers(dy, argmax, chars, lengths, stepOffsets, dTables);
    backend.run(
      ranges(f, backend.parts(u * f * BACKWARD)).map(
        (features) => ['charMaxPoolGrad', u, ...features, f, attrs.charCount, ...pointers] as const,
      ),
    );
    return [dTables];
  });
}
