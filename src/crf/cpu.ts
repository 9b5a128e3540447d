import { floatsOf, floatTensor, implementCpu, integersOf, raggedOf } from '../kernels/cpu/implement.ts';
import { CrfLoss } from './op.ts';
import { crfLossReference } from './reference.ts';

export function registerCrfCpu(): void {
  implementCpu(CrfLoss, ({ inputs, backend }) => {
    const { emissions, transitions, start, end, tags } = inputs;
    const result = crfLossReference(
      {
        emissions: floatsOf(backend, emissions),
        transitions: floatsOf(backend, transitions),
        start: floatsOf(backend, start),
        end: floatsOf(backend, end),
      },
      integersOf(backend, tags),
      raggedOf(backend, inputs),
    );
    return [
      floatTensor(backend, inputs.lengths.shape, result.losses),
      floatTensor(backend, emissions.shape, result.dEmissions),
      floatTensor(backend, transitions.shape, result.dTransitions),
      floatTensor(backend, start.shape, result.dStart),
      floatTensor(backend, end.shape, result.dEnd),
    ];
  });
}
