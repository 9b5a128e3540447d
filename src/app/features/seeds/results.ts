import { isComplete, type RunResult, type RunsSummary } from '../../../eval/runs.ts';
import { TEACHERS } from '../../../config/unlabelled.ts';
import { signedPercentText } from '../../../eval/figure-text.ts';
import { keptText } from '../../../eval/kept-student.ts';
import type { ScoreName } from '../../../eval/scores.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatCount, formatCounted, formatScore } from '../../look/format.ts';
import { memoizedByObject } from '../../stores/memoized.ts';
import { studyScoreName, summariesOf } from '../../stores/runs/study-results.ts';
import { isOfPool, keptResult, resultsOf, type Study } from '../../stores/runs/study.ts';

/** A row of the table of seeds. */
export interface SeedRow {
  /** `teacher` or `student`; undefined for runs that differ in their seed only. */
  name: string | undefined;
  seed: number;
  result: RunResult | undefined;
  /** State as text, unless the run was trained to the end. */
  state: string | undefined;
  /** Whether its model is kept: the best result on dev, or that of a student. */
  isBest: boolean;
}

export interface SeedResults {
  rows: readonly SeedRow[];
  /** Whether there are scores on a test file. */
  hasTest: boolean;
  /** Whether there are results to save. */
  hasWhole: boolean;
  summary: RunsSummary | undefined;
  /** Name of the score. */
  name: ScoreName;
}

export const seedResults: (study: Study) => SeedResults = memoizedByObject((study) => {
  const results = resultsOf(study);
  return {
    rows: seedRows(study, keptResult(study)),
    hasTest: results.some(({ test }) => test !== undefined),
    hasWhole: results.some(isComplete),
    summary: summariesOf(study)[0],
    name: studyScoreName(study),
  };
});

function seedRows(study: Study, best: RunResult | undefined): SeedRow[] {
  const { runs, current, phase } = study;
  return runs.map(({ label, seed, result, problem }, index) => {
    const isRunning = phase === 'running' && index === current && result === undefined;
    const waiting = phase === 'running' ? (isRunning ? 'training' : 'waiting') : 'not trained';
    const state = problem ?? (result === undefined ? waiting : result.reason === 'stopped' ? 'stopped' : undefined);
    const name = isOfPool(study) ? label : undefined;
    return { name, seed, result, state, isBest: result !== undefined && result === best };
  });
}

/** What the runs are. */
export function aboutRuns(study: Study): string {
  const seeds = formatCounted(study.runs.length, 'seed');
  if (!isOfPool(study)) return `One recipe, ${seeds}, ${study.data}; the best on dev is kept.`;
  return `${formatCounted(TEACHERS, 'teacher')} label the text without labels, and a student learns from what they agree on; the best on dev is kept, or the student where dev is too small to tell.`;
}

/** What the teachers and the student make of text without labels; undefined before it is known. */
export function poolNote({ pool }: Study, name: ScoreName): string | undefined {
  if (pool === undefined) return undefined;
  const { agreed, of, difference } = pool;
  const share = of === 0 ? 0 : agreed / of;
  const labelled = `The teachers agree on ${formatCount(agreed)} of ${formatCounted(of, 'sentence')} (${formatShare(share)}).`;
  if (difference === undefined) return labelled;
  const [student, teacher] = difference.f1.map(formatScore);
  const [low, high] = difference.interval.map(signedPercentText);
  return `${labelled} Dev ${name}: the student ${student}, the best teacher ${teacher}; ${signedPercentText(difference.difference)}, 95% interval ${low} to ${high}. ${keptText(difference)}`;
}
