import { CRF_SHARDS, kernels } from '../kernels/simd/generated/kernels.js';
import { implementSimd } from '../kernels/simd/implement.ts';
import { equalShares, ranges, weightedRanges } from '../kernels/simd/threads/ranges.ts';
import type { Microseconds } from '../lib/units.ts';
import { CrfLoss, Viterbi } from './op.ts';

/** Approximate time per pair of tags of a token, in the loss and in decoding. */
const PAIR: Microseconds = 1.5e-3;
const VITERBI_PAIR: Microseconds = 0.5e-3;

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
    const space = backend.workspace(backend.wasm.crfSpaceFloats({ k }));
    const shared = {
      emissions: backend.pointer(emissions),
      transitions: backend.pointer(transitions),
      start: backend.pointer(start),
      end: backend.pointer(end),
      tags: backend.pointer(tags),
      lengths: backend.pointer(lengths),
      stepOffsets: backend.pointer(stepOffsets),
      losses: backend.pointer(losses),
      dEmissions: backend.pointer(dEmissions),
      b,
      k,
      longest,
      space,
    };

    backend.run([kernels.crfPrepare(shared)]);
    backend.run(
      ranges(CRF_SHARDS, backend.parts(n * k * k * PAIR)).map(({ from, to }) =>
        kernels.crfLoss({ ...shared, from, to }),
      ),
      backend.wasm.crfLossScratchFloats({ k, longest }),
    );
    backend.run([
      kernels.crfReduce({
        dTransitions: backend.pointer(dTransitions),
        dStart: backend.pointer(dStart),
        dEnd: backend.pointer(dEnd),
        k,
        space,
      }),
    ]);
    return [losses, dEmissions, dTransitions, dStart, dEnd];
  });

  implementSimd(Viterbi, ({ inputs, backend }) => {
    const { emissions, transitions, start, end, lengths, stepOffsets } = inputs;
    const [n, k] = emissions.shape as [number, number];
    const longest = stepOffsets.shape[0]! - 1;
    const tags = backend.output([n], 'int32');
    const shared = {
      emissions: backend.pointer(emissions),
      transitions: backend.pointer(transitions),
      start: backend.pointer(start),
      end: backend.pointer(end),
      lengths: backend.pointer(lengths),
      stepOffsets: backend.pointer(stepOffsets),
      tags: backend.pointer(tags),
      k,
    };
    const shares = equalShares(backend.parts(n * k * k * VITERBI_PAIR));
    backend.run(
      weightedRanges(backend.integers(lengths), shares).map(({ from, to }) => kernels.viterbi({ ...shared, from, to })),
      backend.wasm.viterbiScratchFloats({ k, longest }),
    );
    return [tags];
  });
}
