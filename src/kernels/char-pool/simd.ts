import { implementSimd } from '../simd/implement.ts';
import { CharMaxPool, CharMaxPoolGrad } from './op.ts';

export function registerCharPoolSimd(): void {
  implementSimd(CharMaxPool, ({ inputs: { tables, chars, lengths, stepOffsets }, backend }) => {
    const [charCount, columns] = tables.shape as [number, number];
    const u = lengths.shape[0]!;
    const f = columns / 3;
    const longest = stepOffsets.shape[0]! - 1;
    const y = backend.output([u, f]);
    const argmax = backend.output([u, f], 'int32');
    const pointers = backend.pointers(tables, chars, lengths, stepOffsets, y, argmax);
    backend.run(
      [['charMaxPool', u, f, charCount, ...pointers]],
      backend.wasm.charMaxPoolScratchFloats(f, charCount, longest),
    );
    return [y, argmax];
  });

  implementSimd(CharMaxPoolGrad, ({ inputs: { dy, argmax, chars, lengths, stepOffsets }, attrs, backend }) => {
    const [u, f] = dy.shape as [number, number];
    const dTables = backend.output([attrs.charCount, 3 * f]);
    const pointers = backend.pointers(dy, argmax, chars, lengths, stepOffsets, dTables);
    backend.wasm.charMaxPoolGrad(u, f, attrs.charCount, ...pointers);
    return [dTables];
  });
}
