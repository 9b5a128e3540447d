import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import {
  describeEachBackend,
  layoutOf,
  randomIntegers,
  randomTensor,
  readGradients,
  tensorOf,
} from '../../../test/helpers/each-device.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { raggedRows } from '../../data/batches/ragged.ts';
import { raggedTensors } from '../../kernels/shared/ragged-tensors.ts';
import { distilledCrfLoss } from './op.ts';
import { distilledCrfLossReference } from './reference.ts';

const CASES = [
  { name: 'one token', K: 3, lengths: [1], teachers: 1 },
  { name: 'one teacher', K: 17, lengths: [9, 7, 7, 4, 2, 1, 1], teachers: 1 },
  { name: 'three teachers', K: 9, lengths: [12, 5, 1], teachers: 3 },
  { name: 'transitions that are forbidden', K: 17, lengths: [30, 6, 1], teachers: 2, isConstrained: true },
  { name: 'teachers that are sure', K: 9, lengths: [20, 3], teachers: 2, scale: 30 },
];

function dataOf({ K, lengths, teachers, isConstrained = false, scale = 3 }: (typeof CASES)[number]) {
  const layout = layoutOf(lengths);
  const N = raggedRows(layout);
  const scoresOf = (seed: number, within: number) => {
    const transitions = randomTensor([K, K], seed + 1);
    // All transitions between tags of the lower half are legal; paths for the loss use only these.
    if (isConstrained) {
      transitions.values.forEach((score, i) => {
        const isLegal = Math.floor(i / K) < K / 2 && i % K < K / 2;
        if (!isLegal && i % 3 > 0) transitions.values[i] = score - 1e4;
      });
    }
    return {
      emissions: randomTensor([N, K], seed, within),
      transitions,
      start: randomTensor([K], seed + 2),
      end: randomTensor([K], seed + 3),
    };
  };
  return {
    layout,
    tags: { shape: [N], values: randomIntegers(N, 5, Math.ceil(K / 2)) },
    student: scoresOf(10, 3),
    teachers: Array.from({ length: teachers }, (_, i) => scoresOf(20 + 10 * i, scale)),
  };
}

type Scores = ReturnType<typeof dataOf>['student'];

const valuesOf = ({ emissions, transitions, start, end }: Scores) => ({
  emissions: emissions.values,
  transitions: transitions.values,
  start: start.values,
  end: end.values,
});

const crfOf = ({ transitions, start, end }: Scores) => ({
  transitions: tensorOf(transitions) as Tensor2D,
  start: tensorOf(start) as Tensor1D,
  end: tensorOf(end) as Tensor1D,
});

/** The op on every backend of this environment against the reference. */
export function testDistillation(): void {
  describeEachBackend('distilled CRF loss', () => {
    test.each(CASES)('loss and gradient match the reference: $name', async (distilled) => {
      const { layout, tags, student, teachers } = dataOf(distilled);
      const expected = distilledCrfLossReference(valuesOf(student), teachers.map(valuesOf), layout);
      const { y, gradients } = await readGradients(
        () => {
          const path = tensorOf(tags) as Tensor1D;
          const sentences = raggedTensors(layout);
          const given = teachers.map((scores) => ({
            emissions: tensorOf(scores.emissions) as Tensor2D,
            crf: crfOf(scores),
          }));
          return (e, tr, s, n) => {
            const crf = { transitions: tr as Tensor2D, start: s as Tensor1D, end: n as Tensor1D };
            return distilledCrfLoss(e as Tensor2D, crf, given, path, sentences);
          };
        },
        [student.emissions, student.transitions, student.start, student.end],
        { shape: [], values: Float32Array.of(0.5) },
      );
      expectClose(y, [expected.loss], { ...TOLERANCES.forward, atol: 1e-4 }, 'loss'); // a sum over all features
      for (const [i, name] of (['dEmissions', 'dTransitions', 'dStart', 'dEnd'] as const).entries()) {
        const scaled = expected[name].map((value) => value / 2);
        expectClose(gradients[i]!, scaled, TOLERANCES.gradient, name);
      }
    });
  });
}
