import { raggedRow } from '../data/batches/ragged.ts';
import { floatsOf, floatTensor, implementCpu, integersOf, raggedOf } from '../kernels/cpu/implement.ts';
import { sentenceEmissions, viterbi } from './decode.ts';
import { CrfLoss, Viterbi } from './op.ts';
import { crfLossReference } from './reference.ts';
import { mapTransitions } from './transitions.ts';

export function registerCrfCpu(): void {
  implementCpu(CrfLoss, ({ inputs, backend }) => {
    const { emissions, transitions, start, end, tags } = inputs;
    const result = crfLossReference(
      { emissions: floatsOf(backend, emissions), ...mapTransitions(inputs, (scores) => floatsOf(backend, scores)) },
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

  implementCpu(Viterbi, ({ inputs, backend }) => {
    const { emissions } = inputs;
    const layout = raggedOf(backend, inputs);
    const crf = mapTransitions(inputs, (scores) => floatsOf(backend, scores));
    const [rows, tagCount] = emissions.shape as [number, number]; // N, K
    const tags = new Int32Array(rows);
    layout.lengths.forEach((_, b) => {
      const path = viterbi(sentenceEmissions(floatsOf(backend, emissions), tagCount, layout, b), crf).tags;
      path.forEach((tag, t) => (tags[raggedRow(layout, b, t)] = tag));
    });
    return [backend.makeTensorInfo([rows], 'int32', tags)];
  });
}
