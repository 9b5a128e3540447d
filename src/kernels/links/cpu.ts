import { floatsOf, floatTensor, implementCpu, integersOf } from '../cpu/implement.ts';
import { GatedAdd, GatedAddGrad, LinkSums, LinkWeights, LinkWeightsGrad, Tanh, TanhGrad } from './op.ts';
import {
  gatedAddGradReference,
  gatedAddReference,
  linkSumsReference,
  linkWeightsGradReference,
  linkWeightsReference,
  tanhGradReference,
  tanhReference,
} from './reference.ts';

export function registerLinksCpu(): void {
  implementCpu(LinkWeights, ({ inputs: { q, k, offsets, targets }, backend }) => {
    const [of, to] = [integersOf(backend, offsets), integersOf(backend, targets)];
    const weights = linkWeightsReference(floatsOf(backend, q), floatsOf(backend, k), of, to, q.shape[1]!);
    return [floatTensor(backend, [to.length], weights)];
  });

  implementCpu(LinkWeightsGrad, ({ inputs: { dy, v, weights, offsets, targets }, attrs: { scale }, backend }) => {
    const links = { offsets: integersOf(backend, offsets), targets: integersOf(backend, targets) };
    const [gradient, values, p] = [floatsOf(backend, dy), floatsOf(backend, v), floatsOf(backend, weights)];
    const dScores = linkWeightsGradReference(gradient, values, p, links, { D: v.shape[1]!, scale });
    return [floatTensor(backend, [dScores.length], dScores)];
  });

  implementCpu(LinkSums, ({ inputs: { weights, x, offsets, entries, targets }, backend }) => {
    const links = {
      offsets: integersOf(backend, offsets),
      entries: integersOf(backend, entries),
      targets: integersOf(backend, targets),
    };
    const [, D = 0] = x.shape;
    const y = linkSumsReference(floatsOf(backend, weights), floatsOf(backend, x), links, D);
    return [floatTensor(backend, [links.offsets.length - 1, D], y)];
  });

  implementCpu(Tanh, ({ inputs: { x }, backend }) => [
    floatTensor(backend, x.shape, tanhReference(floatsOf(backend, x))),
  ]);

  implementCpu(TanhGrad, ({ inputs: { dy, y }, backend }) => [
    floatTensor(backend, y.shape, tanhGradReference(floatsOf(backend, dy), floatsOf(backend, y))),
  ]);

  implementCpu(GatedAdd, ({ inputs: { h, a, c, offsets, items }, backend }) => {
    const [states, gate, context] = [floatsOf(backend, h), floatsOf(backend, a), floatsOf(backend, c)];
    const [from, to] = [integersOf(backend, offsets), integersOf(backend, items)];
    return [floatTensor(backend, h.shape, gatedAddReference(states, gate, context, from, to, h.shape[1]!))];
  });

  implementCpu(GatedAddGrad, ({ inputs: { dy, a, c, rows }, backend }) => {
    const [gate, context] = [floatsOf(backend, a), floatsOf(backend, c)];
    const found = gatedAddGradReference(floatsOf(backend, dy), gate, context, integersOf(backend, rows), a.shape[1]!);
    return [floatTensor(backend, a.shape, found.da), floatTensor(backend, a.shape, found.dc)];
  });
}
