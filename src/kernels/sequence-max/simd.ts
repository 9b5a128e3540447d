import { util } from '../../tensors/tensors.ts';
import type { Microseconds } from '../../lib/units.ts';
import { kernels } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { SequenceMax, SequenceMaxGrad } from './op.ts';

/** Approximate time per value. */
const VALUE: Microseconds = 4e-4;

export function registerSequenceMaxSimd(): void {
  implementSimd(SequenceMax, ({ inputs: { x, lengths, stepOffsets }, backend }) => {
    const [b, d] = [lengths.shape[0]!, x.shape[1]!];
    const y = backend.output([b, d]);
    const argmax = backend.output([b, d], 'int32');
    const shared = {
      d,
      x: backend.pointer(x),
      lengths: backend.pointer(lengths),
      stepOffsets: backend.pointer(stepOffsets),
      y: backend.pointer(y),
      argmax: backend.pointer(argmax),
    };
    const parts = backend.parts(util.sizeFromShape(x.shape) * VALUE);
    backend.run(ranges(b, parts).map(({ from, to }) => kernels.sequenceMax({ ...shared, from, to })));
    return [y, argmax];
  });

  implementSimd(SequenceMaxGrad, ({ inputs: { dy, argmax, stepOffsets }, attrs: { rows }, backend }) => {
    const [b, d] = dy.shape as [number, number];
    const dx = backend.output([rows, d]);
    backend.run([
      kernels.sequenceMaxGrad({
        b,
        d,
        n: rows,
        dy: backend.pointer(dy),
        argmax: backend.pointer(argmax),
        stepOffsets: backend.pointer(stepOffsets),
        dx: backend.pointer(dx),
      }),
    ]);
    return [dx];
  });
}
