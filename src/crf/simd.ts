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
    const pointers = backend.pointers(emissions, transitions, start, end, tags, lengths, stepOffsets);
    const outputs = backend.pointers(losses, dEmissions, dTransitions, dStart, dEnd);
    backend.run([['crfLoss', b, k, longest, ...pointers, ...outputs]], backend.wasm.crfLossScratchFloats(k, longest));
    return [losses, dEmissions, dTransitions, dStart, dEnd];
  });
}
