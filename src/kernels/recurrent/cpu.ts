import { floatsOf, floatTensor, implementCpu, integersOf, raggedOf } from '../cpu/implement.ts';
import { lookupRowsReference } from '../lookup/reference.ts';
import { Recurrent, RecurrentGrad, RecurrentOutput } from './op.ts';
import { recurrentGradReference, recurrentReference } from './reference.ts';

export function registerRecurrentCpu(): void {
  implementCpu(Recurrent, ({ inputs, attrs, backend }) => {
    const { projected, wh } = inputs;
    const [N = 0] = projected.shape;
    const [, H = 0] = wh.shape;
    const { y, gates, memory } = recurrentReference(
      attrs.cell,
      floatsOf(backend, projected),
      floatsOf(backend, wh),
      H,
      raggedOf(backend, inputs),
    );
    return [
      floatTensor(backend, [N, 2 * H], y),
      floatTensor(backend, projected.shape, gates),
      floatTensor(backend, [N, 2 * H], memory),
    ];
  });

  implementCpu(RecurrentOutput, ({ inputs, attrs, backend }) => {
    const { projected, inputRows, wh } = inputs;
    const [, columns = 0] = projected.shape;
    const [, H = 0] = wh.shape;
    const items = lookupRowsReference(floatsOf(backend, projected), integersOf(backend, inputRows), columns);
    const { y } = recurrentReference(attrs.cell, items, floatsOf(backend, wh), H, raggedOf(backend, inputs));
    return [floatTensor(backend, [...inputRows.shape, 2 * H], y)];
  });

  implementCpu(RecurrentGrad, ({ inputs, attrs, backend }) => {
    const { dy, y, gates, memory, wh } = inputs;
    const [, H = 0] = wh.shape;
    const { dProjected, dWh } = recurrentGradReference(
      attrs.cell,
      { y: floatsOf(backend, y), gates: floatsOf(backend, gates), memory: floatsOf(backend, memory) },
      floatsOf(backend, dy),
      floatsOf(backend, wh),
      H,
      raggedOf(backend, inputs),
    );
    return [floatTensor(backend, gates.shape, dProjected), floatTensor(backend, wh.shape, dWh)];
  });
}
