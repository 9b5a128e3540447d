import type { EpochReport } from '../../../model/events.ts';
import type { RunFacts } from '../../../runs/run-state.ts';
import { memoized } from '../../selectors/memoized.ts';
import { useRunStore, type RunStore } from '../../stores/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { usePointedReport, useSeries, type ReadSeries } from '../../ui/plot/use-series.ts';
import { colourLimit, largestWeight, matrixOf, type Matrix } from './matrix.ts';

const liveMatrix = memoized(matrixOf);
const pointedMatrix = memoized(matrixOf);
const modelMatrix = memoized(matrixOf);
const plannedMatrix = memoized(matrixOf);

const readLiveMatrix: ReadSeries<Matrix | undefined> = ({ transitions }, { progress: { facts } }) =>
  facts && transitions && liveMatrix(facts.tags, transitions, facts.illegal);

const selectPlannedMatrix = ({ plan }: RunStore): Matrix | undefined =>
  plan && plannedMatrix(plan.tags, undefined, plan.illegal);

/** The decoder of the run: a softmax has no transitions. */
export const selectIsSoftmax = ({ progress: { facts }, config }: RunStore): boolean =>
  facts !== undefined && config?.decoder === 'softmax';

/**
 * The transitions of the epoch that is pointed at, else of the run, else of the model; before there are any, which
 * transitions would be legal.
 */
export function useShownMatrix(): Matrix | undefined {
  const live = useSeries(readLiveMatrix);
  const planned = useRunStore(selectPlannedMatrix);
  const isSoftmax = useRunStore(selectIsSoftmax);
  const facts = useRunStore(({ progress }) => progress.facts);
  const model = useWorkspaceStore(selectModel);
  const report = usePointedReport();
  if (isSoftmax) return undefined;
  if (report && facts) return pointedMatrix(facts.tags, report.transitions, facts.illegal);
  if (live) return live;
  return model?.transitions ? modelMatrix(model.tags, model.transitions, model.illegal) : planned;
}

const largestOfRun = memoized((epochs: readonly EpochReport[], { tags, illegal }: RunFacts): number =>
  epochs.reduce(
    (largest, { transitions }) => Math.max(largest, largestWeight(matrixOf(tags, transitions, illegal))),
    0,
  ),
);

const readLargestWeight: ReadSeries<number> = ({ epochs }, { progress: { facts } }) =>
  facts === undefined ? 0 : largestOfRun(epochs, facts);

/** The end of the colour scale: the same for all epochs of a run, so that they can be compared. */
export function useColourLimit(shown: Matrix | undefined): number {
  const ofEpochs = useSeries(readLargestWeight);
  return colourLimit(Math.max(ofEpochs, shown === undefined ? 0 : largestWeight(shown)));
}
