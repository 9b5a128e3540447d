import { implementWebgpu } from '../webgpu/implement.ts';
import { productGradients } from '../webgpu/product-gradients.ts';
import { flat, i32, runProgram } from '../webgpu/program.ts';
import { ProductGrad, ScaleInPlace } from './op.ts';
import { severalOf } from '../shared/kernel.ts';

export function registerAlgebraWebgpu(): void {
  implementWebgpu(ProductGrad, ({ inputs: { dy, a, b }, backend }) => {
    const { dx, dw, db } = productGradients(backend, dy, a, b);
    backend.disposeData(db.dataId);
    return [dx, dw];
  });

  implementWebgpu(ScaleInPlace, ({ inputs, backend }) => {
    const tensors = severalOf('x', inputs).map(flat);
    const sizes = tensors.map(({ shape }) => shape[0]!);
    runProgram(backend, {
      name: `ScaleInPlace.${tensors.length}`,
      uniforms: Object.fromEntries(sizes.map((size, i) => [`size${i}`, i32(size)])),
      inputs: { factor: flat(inputs.factor) },
      outputs: Object.fromEntries(tensors.map((tensor, i) => [`x${i}`, tensor])),
      shape: { invocations: sizes.reduce((sum, size) => sum + size, 0) },
      main: scaleCode(tensors.length),
    });
    return [];
  });
}

/** `at` is the index into the tensor that has the element. */
const scaleCode = (count: number) => /* wgsl */ `
  var at = index;
  ${Array.from({ length: count }, (_, i) => `if (at >= 0 && at < uniforms.size${i}) { x${i}[at] *= factor[0]; } at -= uniforms.size${i};`).join('\n  ')}
`;
