import { util, type TensorInfo } from '../../tensors/tensors.ts';
import type { Microseconds } from '../../lib/units.ts';
import { kernels, LINE_FLOATS } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { GatedAdd, GatedAddGrad, LinkSums, LinkWeights, LinkWeightsGrad, Tanh, TanhGrad } from './op.ts';

/** Approximate time per product of a sum, and per tanh or sigmoid. */
const PRODUCT: Microseconds = 3e-4;
const ACTIVATION: Microseconds = 2e-3;

const sizeOf = ({ shape }: TensorInfo) => util.sizeFromShape(shape);

export function registerLinksSimd(): void {
  implementSimd(LinkWeights, ({ inputs: { q, k, offsets, targets }, backend }) => {
    const [m = 0, a = 0] = q.shape;
    const weights = backend.output(targets.shape);
    const shared = {
      a,
      scale: 1 / Math.sqrt(a),
      q: backend.pointer(q),
      k: backend.pointer(k),
      offsets: backend.pointer(offsets),
      targets: backend.pointer(targets),
      weights: backend.pointer(weights),
    };
    const parts = backend.parts(sizeOf(targets) * a * PRODUCT);
    backend.run(ranges(m, parts).map(({ from, to }) => kernels.linkWeights({ ...shared, from, to })));
    return [weights];
  });

  implementSimd(LinkWeightsGrad, ({ inputs: { dy, v, weights, offsets, targets }, attrs: { scale }, backend }) => {
    const [m = 0, d = 0] = v.shape;
    const dScores = backend.output(targets.shape);
    const shared = {
      d,
      scale,
      dy: backend.pointer(dy),
      v: backend.pointer(v),
      weights: backend.pointer(weights),
      offsets: backend.pointer(offsets),
      targets: backend.pointer(targets),
      dScores: backend.pointer(dScores),
    };
    const parts = backend.parts(sizeOf(targets) * d * PRODUCT);
    backend.run(ranges(m, parts).map(({ from, to }) => kernels.linkWeightsGrad({ ...shared, from, to })));
    return [dScores];
  });

  implementSimd(LinkSums, ({ inputs: { weights, x, offsets, entries, targets }, backend }) => {
    const [r, d] = [offsets.shape[0]! - 1, x.shape[1]!];
    const y = backend.output([r, d]);
    const shared = {
      d,
      weights: backend.pointer(weights),
      x: backend.pointer(x),
      offsets: backend.pointer(offsets),
      entries: backend.pointer(entries),
      targets: backend.pointer(targets),
      y: backend.pointer(y),
    };
    const parts = backend.parts(sizeOf(targets) * d * PRODUCT);
    backend.run(ranges(r, parts).map(({ from, to }) => kernels.linkSums({ ...shared, from, to })));
    return [y];
  });

  implementSimd(Tanh, ({ inputs: { x }, backend }) => {
    const y = backend.output(x.shape);
    const shared = { x: backend.pointer(x), y: backend.pointer(y) };
    const parts = backend.parts(sizeOf(x) * ACTIVATION);
    backend.run(ranges(sizeOf(x), parts, LINE_FLOATS).map(({ from, to }) => kernels.tanhOf({ ...shared, from, to })));
    return [y];
  });

  implementSimd(TanhGrad, ({ inputs: { dy, y }, backend }) => {
    const dx = backend.output(y.shape);
    const shared = { dy: backend.pointer(dy), y: backend.pointer(y), dx: backend.pointer(dx) };
    const parts = backend.parts(sizeOf(y) * PRODUCT);
    backend.run(ranges(sizeOf(y), parts, LINE_FLOATS).map(({ from, to }) => kernels.tanhGrad({ ...shared, from, to })));
    return [dx];
  });

  implementSimd(GatedAdd, ({ inputs: { h, a, c, offsets, items }, backend }) => {
    const [n = 0, d = 0] = h.shape;
    const y = backend.output([n, d]);
    const shared = {
      d,
      h: backend.pointer(h),
      a: backend.pointer(a),
      c: backend.pointer(c),
      offsets: backend.pointer(offsets),
      items: backend.pointer(items),
      y: backend.pointer(y),
    };
    const parts = backend.parts(sizeOf(a) * ACTIVATION);
    backend.run(ranges(n, parts).map(({ from, to }) => kernels.gatedAdd({ ...shared, from, to })));
    return [y];
  });

  implementSimd(GatedAddGrad, ({ inputs: { dy, a, c, rows }, backend }) => {
    const [m = 0, d = 0] = a.shape;
    const [da, dc] = [backend.output(a.shape), backend.output(a.shape)];
    const shared = {
      d,
      dy: backend.pointer(dy),
      a: backend.pointer(a),
      c: backend.pointer(c),
      rows: backend.pointer(rows),
      da: backend.pointer(da),
      dc: backend.pointer(dc),
    };
    const parts = backend.parts(sizeOf(a) * ACTIVATION);
    backend.run(ranges(m, parts).map(({ from, to }) => kernels.gatedAddGrad({ ...shared, from, to })));
    return [da, dc];
  });
}
