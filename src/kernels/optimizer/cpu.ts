import type { MathBackendCPU } from '../../tensors/cpu.ts';
import type { TensorInfo } from '../../tensors/tensors.ts';
import { floatsOf, floatTensor, implementCpu, integersOf } from '../cpu/implement.ts';
import { severalOf } from '../shared/kernel.ts';
import { AverageUpdate, OptimizerUpdate, SumOfSquares } from './op.ts';
import { averageUpdateReference, sumOfSquaresReference, updateReference } from './reference.ts';
import type { UpdateAttrs } from './rules.ts';

interface UpdateTensors extends Partial<Record<`${'parameter' | 'gradient'}${number}`, TensorInfo>> {
  state: TensorInfo;
  squaredNorm: TensorInfo;
  rows?: TensorInfo | undefined;
}

/** Runs an update in float64 on copies, parameter by parameter, and writes the results back. */
function updateInPlace(backend: MathBackendCPU, inputs: UpdateTensors, attrs: UpdateAttrs): readonly [] {
  const { rows } = inputs;
  const gradients = severalOf('gradient', inputs);
  const allState = floatsOf(backend, inputs.state);
  const [slots = 0] = inputs.state.shape;
  const elements = allState.length / slots;
  let start = 0; // of a parameter's state
  for (const [i, parameter] of severalOf('parameter', inputs).entries()) {
    const values = floatsOf(backend, parameter);
    const first = start;
    const views = Array.from({ length: slots }, (_, slot) =>
      allState.subarray(slot * elements + first).subarray(0, values.length),
    );
    const [copy, state] = [Float64Array.from(values), views.map((view) => Float64Array.from(view))];
    const [, D = 1] = parameter.shape;
    updateReference(
      {
        parameter: copy,
        state,
        gradient: floatsOf(backend, gradients[i]!),
        squaredNorm: floatsOf(backend, inputs.squaredNorm)[0]!,
        rows: rows && integersOf(backend, rows),
        D,
      },
      attrs,
    );
    values.set(copy);
    views.forEach((view, slot) => view.set(state[slot]!));
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

  implementCpu(OptimizerUpdate, ({ inputs, attrs, backend }) => updateInPlace(backend, inputs, attrs));

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
