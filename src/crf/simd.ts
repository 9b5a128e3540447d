import { implementSimd } from '../kernels/simd/implement.ts';
import { CrfLoss } from './op.ts';

export function registerCrfSimd(): void {
  implementSimd(CrfLoss, ({ inputs, backend }) => {
    const { emissions, transitions, start, end, tags, lengths, stepOffsets } = inputs;
    const [n, k] = emissions.shape as [number, number];
    const b = lengths.shape[0]!;
    const longest = stepOffsets.shape[0]! - 1;
    const losses = backend.output([b]);
    const dEmissions = backend.output([n, k]);
    const dTransitions = backend.output([k, k]);
    const dStart = backend.output([k]);
    const dEnd = backend.output([k]);
    const scratch = backend.scratch(backend.wasm.crfLossScratchFloats(k, longest));
    backend.wasm.crfLoss(
      b,
      k,
      longest,
      ...backend.pointers(emissions, transitions, start, end, tags, lengths, stepOffsets),
      ...backend.pointers(losses, dEmissions, dTransitions, dStart, dEnd),
      scratch,
    );
    return [losses, dEmissions, dTransitions, dStart, dEnd];
  });
}
