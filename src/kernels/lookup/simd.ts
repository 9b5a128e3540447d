import { implementSimd } from '../simd/implement.ts';
import { LookupRows, LookupRowsGrad } from './op.ts';

export function registerLookupSimd(): void {
  implementSimd(LookupRows, ({ inputs: { table, index }, backend }) => {
    const n = index.shape[0]!;
    const d = table.shape[1]!;
    const y = backend.output([n, d]);
    backend.run([['lookupRows', n, d, ...backend.pointers(table, index, y)]]);
    return [y];
  });

  implementSimd(LookupRowsGrad, ({ inputs: { dy, offsets, items }, backend }) => {
    const rows = offsets.shape[0]! - 1;
    const d = dy.shape[1]!;
    const dTable = backend.output([rows, d]);
    backend.run([['lookupRowsGrad', rows, d, ...backend.pointers(dy, offsets, items, dTable)]]);
    return [dTable];
  });
}
