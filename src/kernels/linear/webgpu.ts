import { implementWebgpu } from '../webgpu/implement.ts';
import { matMul } from '../webgpu/mat-mul.ts';
import { productGradients } from '../webgpu/product-gradients.ts';
import { Linear, LinearGrad } from './op.ts';

export function registerLinearWebgpu(): void {
  implementWebgpu(Linear, ({ inputs: { x, w, b }, backend }) => [matMul(backend, x, w, { bias: b })]);

  implementWebgpu(LinearGrad, ({ inputs: { dy, x, w }, backend }) => {
    const { dx, dw, db } = productGradients(backend, dy, x, w);
    return [dx, dw, db];
  });
}
