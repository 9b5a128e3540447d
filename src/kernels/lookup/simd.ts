import { elementAt } from '../../lib/pointer.ts';
import type { Microseconds } from '../../lib/units.ts';
import { kernels } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { LookupRows, LookupRowsGrad } from './op.ts';

/** Approximate time per element: word tables do not fit into a cache. */
const ELEMENT: Microseconds = 4e-4;

export function registerLookupSimd(): void {
  implementSimd(LookupRows, ({ inputs: { table, index }, backend }) => {
    const n = index.shape[0]!;
    const d = table.shape[1]!;
    const y = backend.output([n, d]);
    const pointers = { table: backend.pointer(table), index: backend.pointer(index), y: backend.pointer(y) };
    backend.run(
      ranges(n, backend.parts(n * d * ELEMENT)).map(({ from, to }) =>
        kernels.lookupRows({
          n: to - from,
          d,
          table: pointers.table,
          index: elementAt(pointers.index, from),
          y: elementAt(pointers.y, from * d),
        }),
      ),
    );
    return [y];
  });

  implementSimd(LookupRowsGrad, ({ inputs: { dy, offsets, items }, backend }) => {
    const r = offsets.shape[0]! - 1;
    const d = dy.shape[1]!;
    const dTable = backend.output([r, d]);
    backend.run([
      kernels.lookupRowsGrad({
        dy: backend.pointer(dy),
        offsets: backend.pointer(offsets),
        items: backend.pointer(items),
        dTable: backend.pointer(dTable),
        r,
        d,
      }),
    ]);
    return [dTable];
  });
}
