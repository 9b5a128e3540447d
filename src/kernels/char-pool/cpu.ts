import { floatsOf, floatTensor, implementCpu, integersOf, raggedOf } from '../cpu/implement.ts';
import { CharMaxPool, CharMaxPoolGrad } from './op.ts';
import { charMaxPoolGradReference, charMaxPoolReference } from './reference.ts';

export function registerCharPoolCpu(): void {
  implementCpu(CharMaxPool, ({ inputs, backend }) => {
    const { tables, chars } = inputs;
    const [, columns = 0] = tables.shape;
    const F = columns / 3;
    const forms = raggedOf(backend, inputs);
    const { y, argmax } = charMaxPoolReference(floatsOf(backend, tables), integersOf(backend, chars), F, forms);
    const shape = [forms.lengths.length, F];
    return [floatTensor(backend, shape, y), backend.makeTensorInfo(shape, 'int32', argmax)];
  });

  implementCpu(CharMaxPoolGrad, ({ inputs, attrs: { charCount }, backend }) => {
    const { dy, argmax, chars } = inputs;
    const [, F = 0] = dy.shape;
    const dTables = charMaxPoolGradReference(
      floatsOf(backend, dy),
      integersOf(backend, argmax),
      integersOf(backend, chars),
      { F, charCount },
      raggedOf(backend, inputs),
    );
    return [floatTensor(backend, [charCount, 3 * F], dTables)];
  });
}
