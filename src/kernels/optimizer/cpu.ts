import type { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import type { TensorInfo } from '@tensorflow/tfjs-core';
import { floatsOf, floatTensor, implementCpu, integersOf } from '../cpu/implement.ts';
import { severalOf } from '../shared/kernel.ts';
import { AdamUpdate, AverageUpdate, SgdUpdate, SumOfSquares } from './op.ts';
import {
  adamUpdateReference,
  averageUpdateReference,
  sgdUpdateReference,
  sumOfSquaresReference,
  type UpdateReference,
} from './reference.ts';

interface UpdateTensors extends Partial<Record<`${'parameter' | 'gradient'}${number}`, TensorInfo>> {
  state: TensorInfo;
  squaredNorm: TensorInfo;
  rows?: TensorInfo | undefined;
}

/**
 * Runs an update in float64 on copies, parameter by parameter, and writes the results back.
 *
 * @param slots names of the state's vectors, in order
 */
function updateInPlace<Name extends string>(
  backend: MathBackendCPU,
  inputs: UpdateTensors,
  slots: readonly Name[],
  update: (arrays: UpdateReference & Record<Name, Float64Array>) => void,
): readonly [] {
  const { rows } = inputs;
  const gradients = severalOf('gradient', inputs);
  const state = floatsOf(backend, inputs.state);
  const elements = state.length / slots.length;
  let start = 0; // of a parameter's state
  for (const [i, parameter] of severalOf('parameter', inputs).entries()) {
    const values = floatsOf(backend, parameter);
    const from = start;
    const views = slots.map((_, slot) => state.subarray(slot * elements + from).subarray(0, values.length));
    const copies = Object.fromEntries(slots.map((slot, s) => [slot, Float64Array.from(views[s]!)])) as Record<
      Name,
      Float64Array
    >;
    const copy = Float64Array.from(values);
    const [, D = 1] = parameter.shape;
    update({
      ...copies,
      parameter: copy,
      gradient: floatsOf(backend, gradients[i]!),
      squaredNorm: floatsOf(backend, inputs.squaredNorm)[0]!,
      rows: rows && integersOf(backend, rows),
      D,
    });
    values.set(copy);
    slots.forEach((slot, s) => views[s]!.set(copies[slot]));
    start += values.length;
  }
  return [];
}

export function registerOptimizerCpu(): void {
  implementCpu(SumOfSquares, ({ inputs, backend }) => [
    floatTensor(
      backend,
      [],
      [severalOf('x', inputs).reduce((sum, x) => sum + sumOfSquaresReference(floatsOf(backend, x)), 0)],
    ),
  ]);

  implementCpu(SgdUpdate, ({ inputs, attrs, backend }) =>
    updateInPlace(backend, inputs, ['velocity'], (arrays) => sgdUpdateReference(arrays, attrs)),
  );

  implementCpu(AdamUpdate, ({ inputs, attrs, backend }) =>
    updateInPlace(backend, inputs, ['mean', 'variance'], (arrays) => adamUpdateReference(arrays, attrs)),
  );

  implementCpu(AverageUpdate, ({ inputs, attrs: { kept }, backend }) => {
    const now = severalOf('now', inputs);
    for (const [i, average] of severalOf('average', inputs).entries()) {
      const values = floatsOf(backend, average);
      const copy = Float64Array.from(values);
      averageUpdateReference(copy, floatsOf(backend, now[i]!), kept);
      values.set(copy);
    }
    return [];
  });
}
