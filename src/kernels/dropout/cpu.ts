import { floatsOf, floatTensor, implementCpu } from '../cpu/implement.ts';
import { Dropout } from './op.ts';
import { dropoutReference } from './reference.ts';

export function registerDropoutCpu(): void {
  implementCpu(Dropout, ({ inputs: { x }, attrs: { rate, key }, backend }) => [
    floatTensor(backend, x.shape, dropoutReference(floatsOf(backend, x), rate, key)),
  ]);
}
