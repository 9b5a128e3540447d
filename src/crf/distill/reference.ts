import { raggedRow, raggedRows, type Ragged } from '../../data/batches/ragged.ts';
import { crfLossReference, pathScoreReference, type CrfLossResult, type CrfScores } from '../reference.ts';

const PARTS = ['emissions', 'transitions', 'start', 'end'] as const;

/** Expected count of each feature under a distribution over paths, summed over the sentences. */
type ExpectedCounts = { [Part in keyof CrfScores]: Float64Array };

/** Marginals of tags and of pairs of tags, averaged over the CRFs. */
function expectedCounts(teachers: readonly CrfScores[], sentences: Ragged): ExpectedCounts {
  const K = teachers[0]!.start.length;
  const N = raggedRows(sentences);
  const counts: ExpectedCounts = {
    emissions: new Float64Array(N * K),
    transitions: new Float64Array(K * K),
    start: new Float64Array(K),
    end: new Float64Array(K),
  };
  for (const teacher of teachers) {
    // Marginals minus the counts of the all-zero path, which are added back below.
    const { dEmissions, dTransitions, dStart, dEnd } = crfLossReference(teacher, new Int32Array(N), sentences);
    sentences.lengths.forEach((length, b) => {
      for (let t = 0; t < length; t++) dEmissions[raggedRow(sentences, b, t) * K]! += 1;
      dTransitions[0]! += length - 1;
      dStart[0]! += 1;
      dEnd[0]! += 1;
    });
    const parts = { emissions: dEmissions, transitions: dTransitions, start: dStart, end: dEnd };
    for (const part of PARTS) {
      parts[part].forEach((count, i) => (counts[part][i]! += count / teachers.length));
    }
  }
  return counts;
}

/**
 * The specification of `distilledCrfLoss` in float64: the cross-entropy of paths, `- sum over y of p_T(y) log p_S(y)`, and its gradient
 * with respect to the student's scores: the student's marginals minus those of the teachers.
 */
export function distilledCrfLossReference(
  student: CrfScores,
  teachers: readonly CrfScores[],
  sentences: Ragged,
): Omit<CrfLossResult, 'losses'> & { loss: number } {
  const counts = expectedCounts(teachers, sentences);
  const own = expectedCounts([student], sentences);
  const path = new Int32Array(raggedRows(sentences)); // any path, to compute log Z
  let loss = 0;
  crfLossReference(student, path, sentences).losses.forEach((above, b) => {
    loss += above + pathScoreReference(student, path.subarray(0, sentences.lengths[b]), sentences, b);
  });
  for (const part of PARTS) counts[part].forEach((count, i) => (loss -= count * student[part][i]!));
  const [dEmissions, dTransitions, dStart, dEnd] = PARTS.map((part) =>
    own[part].map((count, i) => count - counts[part][i]!),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  return { loss, dEmissions, dTransitions, dStart, dEnd };
}
