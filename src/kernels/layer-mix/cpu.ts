import type { TensorInfo } from '../../tensors/tensors.ts';
import { floatsOf, floatTensor, implementCpu } from '../cpu/implement.ts';
import { LayerMix, LayerMixGrad } from './op.ts';
import { layerMixGradReference, layerMixReference, type LayerMixSizes } from './reference.ts';

export function registerLayerMixCpu(): void {
  implementCpu(LayerMix, ({ inputs: { x, w, gamma }, backend }) => {
    const sizes = sizesOf(x, w);
    const [scale] = floatsOf(backend, gamma);
    const { y, shares } = layerMixReference(floatsOf(backend, x), floatsOf(backend, w), scale!, sizes);
    return [floatTensor(backend, [sizes.N, sizes.D], y), floatTensor(backend, w.shape, shares)];
  });

  implementCpu(LayerMixGrad, ({ inputs: { dy, x, shares, gamma }, backend }) => {
    const [gradient, features, p] = [floatsOf(backend, dy), floatsOf(backend, x), floatsOf(backend, shares)];
    const [scale] = floatsOf(backend, gamma);
    const { dw, dGamma } = layerMixGradReference(gradient, features, p, scale!, sizesOf(x, shares));
    return [floatTensor(backend, shares.shape, dw), floatTensor(backend, [1], Float64Array.of(dGamma))];
  });
}

function sizesOf({ shape: [N = 0, columns = 0] }: TensorInfo, { shape: [L = 1] }: TensorInfo): LayerMixSizes {
  return { N, L, D: columns / L };
}
