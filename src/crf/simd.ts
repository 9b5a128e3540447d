import { implementSimd } from '../kernels/simd/implement.ts';
import { equalShares, ranges, weightedRanges } from '../kernels/simd/threads/ranges.ts';
import type { Microseconds } from '../lib/units.ts';
import { CrfLoss, Viterbi } from './op.ts';

/** As simd.as.ts has it. */
const SHARDS = 8;

/** What a pair of tags of a token takes, about: in the loss, and in decoding. */
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
    const pointers = backend.pointers(
      emissions,
      transitions,
      start,
      end,
      tags,
      lengths,
      stepOffsets,
      losses,
      dEmissions,
    );
    const space = backend.workspace(backend.wasm.crfSpaceFloats(k));

    backend.run([['crfPrepare', k, backend.pointer(transitions), space]]);
    backend.run(
      ranges(SHARDS, backend.parts(n * k * k * PAIR)).map(
        (shards) => ['crfLoss', ...shards, b, k, longest, ...pointers, space] as const,
      ),
      backend.wasm.crfLossScratchFloats(k, longest),
    );
    backend.run([['crfReduce', k, space, ...backend.pointers(dTransitions, dStart, dEnd)]]);
    return [losses, dEmissions, dTransitions, dStart, dEnd];
  });

  implementSimd(Viterbi, ({ inputs, backend }) => {
    const { emissions, transitions, start, end, lengths, stepOffsets } = inputs;
    const [n, k] = emissions.shape as [number, number];
    const longest = stepOffsets.shape[0]! - 1;
    const tags = backend.output([n], 'int32');
    const pointers = backend.pointers(emissions, transitions, start, end, lengths, stepOffsets, tags);
    backend.run(
      weightedRanges(backend.integers(lengths), equalShares(backend.parts(n * k * k * VITERBI_PAIR))).map(
        (sentences) => ['viterbi', ...sentences, k, ...pointers] as const,
      ),
      backend.wasm.viterbiScratchFloats(k, longest),
    );
    return [tags];
  });
}
