import { floatsOf, floatTensor, implementCpu, integersOf } from '../cpu/implement.ts';
import { ConsistentScores, TypeShares } from './op.ts';
import { consistentScoresReference, typeSharesReference } from './reference.ts';

export function registerConsistencyCpu(): void {
  implementCpu(TypeShares, ({ inputs: { x, rows, types }, attrs: { typeCount }, backend }) => {
    const [of, by] = [integersOf(backend, rows), integersOf(backend, types)];
    const p = typeSharesReference(floatsOf(backend, x), of, by, typeCount);
    return [floatTensor(backend, [of.length, typeCount], p)];
  });

  implementCpu(ConsistentScores, ({ inputs, attrs: { weight }, backend }) => {
    const { x, p, types, offsets, items, linkOffsets, linkTargets } = inputs;
    const [rowOffsets, inverse] = [integersOf(backend, offsets), integersOf(backend, items)];
    const rows = new Int32Array(inverse.length);
    for (let n = 0; n + 1 < rowOffsets.length; n++) {
      for (let i = rowOffsets[n]!; i < rowOffsets[n + 1]!; i++) rows[inverse[i]!] = n;
    }
    const links = { rows, offsets: integersOf(backend, linkOffsets), targets: integersOf(backend, linkTargets) };
    const [scores, shares, by] = [floatsOf(backend, x), floatsOf(backend, p), integersOf(backend, types)];
    return [floatTensor(backend, x.shape, consistentScoresReference(scores, shares, by, links, weight))];
  });
}
