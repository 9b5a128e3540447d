import { util } from '../../tensors/tensors.ts';
import type { Microseconds } from '../../lib/units.ts';
import { kernels } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { LayerMix, LayerMixGrad } from './op.ts';

/** Approximate time per product of a sum: the features of a batch do not fit into a cache. */
const PRODUCT: Microseconds = 4e-4;

export function registerLayerMixSimd(): void {
  implementSimd(LayerMix, ({ inputs: { x, w, gamma }, backend }) => {
    const [n = 0, columns = 0] = x.shape;
    const [layers = 1] = w.shape;
    const d = columns / layers;
    const [y, shares] = [backend.output([n, d]), backend.output([layers])];
    backend.run([kernels.layerShares({ layers, w: backend.pointer(w), shares: backend.pointer(shares) })]);
    const shared = {
      layers,
      d,
      x: backend.pointer(x),
      shares: backend.pointer(shares),
      gamma: backend.pointer(gamma),
      y: backend.pointer(y),
    };
    const parts = backend.parts(n * columns * PRODUCT);
    backend.run(ranges(n, parts).map(({ from, to }) => kernels.layerMix({ ...shared, from, to })));
    return [y, shares];
  });

  implementSimd(LayerMixGrad, ({ inputs: { dy, x, shares, gamma }, backend }) => {
    const [n = 0, d = 0] = dy.shape;
    const [layers = 1] = shares.shape;
    const g = backend.output([layers]);
    const products = {
      n,
      layers,
      d,
      dy: backend.pointer(dy),
      x: backend.pointer(x),
      g: backend.pointer(g),
    };
    const parts = backend.parts(util.sizeFromShape(x.shape) * PRODUCT);
    backend.run(ranges(layers, parts).map(({ from, to }) => kernels.layerMixProducts({ ...products, from, to })));
    const [dw, dGamma] = [backend.output([layers]), backend.output([1])];
    backend.run([
      kernels.layerMixGrad({
        layers,
        g: products.g,
        shares: backend.pointer(shares),
        gamma: backend.pointer(gamma),
        dw: backend.pointer(dw),
        dGamma: backend.pointer(dGamma),
      }),
    ]);
    backend.disposeData(g.dataId);
    return [dw, dGamma];
  });
}
