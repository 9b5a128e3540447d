import { floatsOf, floatTensor, implementCpu } from '../cpu/implement.ts';
import { Linear, LinearGrad } from './op.ts';
import { linearGradReference, linearReference } from './reference.ts';

export function registerLinearCpu(): void {
  implementCpu(Linear, ({ inputs: { x, w, b }, backend }) => {
    const [N = 0, I = 0] = x.shape;
    const [O = 0] = b.shape;
    const y = linearReference(floatsOf(backend, x), floatsOf(backend, w), floatsOf(backend, b), { N, I, O });
    return [floatTensor(backend, [N, O], y)];
  });

  implementCpu(LinearGrad, ({ inputs: { dy, x, w }, backend }) => {
    const [N = 0, O = 0] = dy.shape;
    const [I = 0] = w.shape;
    const { dx, dw, db } = linearGradReference(floatsOf(backend, dy), floatsOf(backend, x), floatsOf(backend, w), {
      N,
      I,
      O,
    });
    return [floatTensor(backend, x.shape, dx), floatTensor(backend, w.shape, dw), floatTensor(backend, [O], db)];
  });
}
