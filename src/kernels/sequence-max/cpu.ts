import { floatsOf, floatTensor, implementCpu, integersOf, raggedOf } from '../cpu/implement.ts';
import { SequenceMax, SequenceMaxGrad } from './op.ts';
import { sequenceMaxGradReference, sequenceMaxReference } from './reference.ts';

export function registerSequenceMaxCpu(): void {
  implementCpu(SequenceMax, ({ inputs, backend }) => {
    const [, D = 0] = inputs.x.shape;
    const sequences = raggedOf(backend, inputs);
    const { y, argmax } = sequenceMaxReference(floatsOf(backend, inputs.x), D, sequences);
    const shape = [sequences.lengths.length, D];
    return [floatTensor(backend, shape, y), backend.makeTensorInfo(shape, 'int32', argmax)];
  });

  implementCpu(SequenceMaxGrad, ({ inputs, attrs: { rows }, backend }) => {
    const { dy, argmax } = inputs;
    const [, D = 0] = dy.shape;
    const dx = sequenceMaxGradReference(
      floatsOf(backend, dy),
      integersOf(backend, argmax),
      { D, rows },
      raggedOf(backend, inputs),
    );
    return [floatTensor(backend, [rows, D], dx)];
  });
}
