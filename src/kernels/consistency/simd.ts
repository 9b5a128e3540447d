import type { Microseconds } from '../../lib/units.ts';
import { kernels } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { ConsistentScores, TypeShares } from './op.ts';

/** Approximate time per tag of a token. */
const POWER: Microseconds = 5e-3;
const MEAN: Microseconds = 5e-3;

export function registerConsistencySimd(): void {
  implementSimd(TypeShares, ({ inputs: { x, rows, types }, attrs: { typeCount }, backend }) => {
    const [m = 0] = rows.shape;
    const [tags = 0] = types.shape;
    const p = backend.output([m, typeCount]);
    const shared = {
      tags,
      typeCount,
      x: backend.pointer(x),
      rows: backend.pointer(rows),
      types: backend.pointer(types),
      p: backend.pointer(p),
    };
    const parts = backend.parts(m * tags * POWER);
    backend.run(ranges(m, parts).map(({ from, to }) => kernels.typeShares({ ...shared, from, to })));
    return [p];
  });

  implementSimd(ConsistentScores, ({ inputs, attrs: { weight }, backend }) => {
    const { x, p, types, offsets, items, linkOffsets, linkTargets } = inputs;
    const [n = 0, tags = 0] = x.shape;
    const [m = 0, typeCount = 0] = p.shape;
    const y = backend.output([n, tags]);
    const shared = {
      tags,
      typeCount,
      weight,
      x: backend.pointer(x),
      p: backend.pointer(p),
      types: backend.pointer(types),
      offsets: backend.pointer(offsets),
      items: backend.pointer(items),
      linkOffsets: backend.pointer(linkOffsets),
      linkTargets: backend.pointer(linkTargets),
      y: backend.pointer(y),
    };
    const parts = backend.parts(m * tags * MEAN);
    backend.run(ranges(n, parts).map(({ from, to }) => kernels.consistentScores({ ...shared, from, to })));
    return [y];
  });
}
