import { floatsOf, floatTensor, implementCpu, integersOf } from '../cpu/implement.ts';
import { LookupRows, LookupRowsGrad } from './op.ts';
import { lookupRowsGradReference, lookupRowsReference } from './reference.ts';

export function registerLookupCpu(): void {
  implementCpu(LookupRows, ({ inputs: { table, index }, backend }) => {
    const [, D = 0] = table.shape;
    const y = lookupRowsReference(floatsOf(backend, table), integersOf(backend, index), D);
    return [floatTensor(backend, [...index.shape, D], y)];
  });

  implementCpu(LookupRowsGrad, ({ inputs: { dy, offsets, items }, backend }) => {
    const [, D = 0] = dy.shape;
    const lookup = { offsets: integersOf(backend, offsets), items: integersOf(backend, items) };
    const dTable = lookupRowsGradReference(floatsOf(backend, dy), lookup, D);
    return [floatTensor(backend, [lookup.offsets.length - 1, D], dTable)];
  });
}
