import type { Microseconds } from '../../lib/units.ts';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { LookupRows, LookupRowsGrad } from './op.ts';

/** What an element takes, about: tables of words lie in no cache. */
const ELEMENT: Microseconds = 4e-4;

export function registerLookupSimd(): void {
  implementSimd(LookupRows, ({ inputs: { table, index }, backend }) => {
    const n = index.shape[0]!;
    const d = table.shape[1]!;
    const y = backend.output([n, d]);
    const [tableAt, indexAt, yAt] = backend.pointers(table, index, y);
    backend.run(
      ranges(n, backend.parts(n * d * ELEMENT)).map(
        ([from, to]) => ['lookupRows', to - from, d, tableAt, indexAt + 4 * from, yAt + 4 * from * d] as const,
      ),
    );
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
