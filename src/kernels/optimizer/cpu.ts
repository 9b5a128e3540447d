import type { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import type { TensorInfo } from '@tensorflow/tfjs-core';
import { floatsOf, floatTensor, implementCpu, integersOf } from '../cpu/implement.ts';
import { AdamUpdate, AverageUpdate, SgdUpdate, SumOfSquares } from './op.ts';
import {
  adamUpdateReference,
  averageUpdateReference,
  sgdUpdateReference,
  sumOfSquaresReference,
  type UpdateReference,
} from './reference.ts';

interface UpdateTensors {
  parameter: TensorInfo;
  gradient: TensorInfo;
  squaredNorm: TensorInfo;
  rows?: TensorInfo | undefined;
}

/** Runs an update in float64 on copies, and writes what it changed back. */
function updateInPlace<Name extends string>(
  backend: MathBackendCPU,
  { parameter, gradient, squaredNorm, rows }: UpdateTensors,
  states: Record<Name, TensorInfo>,
  update: (inputs: UpdateReference & Record<Name, Float64Array>) => void,
): readonly [] {
  const tensors = { parameter, ...states };
  const copies = Object.fromEntries(
    Object.entries<TensorInfo>(tensors).map(([name, tensor]) => [name, Float64Array.from(floatsOf(backend, tensor))]),
  ) as { parameter: Float64Array } & Record<Name, Float64Array>;
  const [, D = 1] = parameter.shape;
  update({
    ...copies,
    gradient: floatsOf(backend, gradient),
    squaredNorm: floatsOf(backend, squaredNorm)[0]!,
    rows: rows && integersOf(backend, rows),
    D,
  });
  for (const [name, tensor] of Object.entries<TensorInfo>(tensors)) {
    floatsOf(backend, tensor).set(copies[name as keyof typeof copies]);
  }
  return [];
}

export function registerOptimizerCpu(): void {
  implementCpu(SumOfSquares, ({ inputs: { x }, backend }) => [
    floatTensor(backend, [], [sumOfSquaresReference(floatsOf(backend, x))]),
  ]);

  implementCpu(SgdUpdate, ({ inputs, attrs, backend }) =>
    updateInPlace(backend, inputs, { velocity: inputs.velocity }, (arrays) => sgdUpdateReference(arrays, attrs)),
  );

  implementCpu(AdamUpdate, ({ inputs, attrs, backend }) =>
    updateInPlace(backend, inputs, { mean: inputs.mean, variance: inputs.variance }, (arrays) =>
      adamUpdateReference(arrays, attrs),
    ),
  );

  implementCpu(AverageUpdate, ({ inputs: { average, now }, attrs: { kept }, backend }) => {
    const values = floatsOf(backend, average);
    const copy = Float64Array.from(values);
    averageUpdateReference(copy, floatsOf(backend, now), kept);
    values.set(copy);
    return [];
  });
}
