import { memoized } from '../../stores/memoized.ts';
import { selectIsActive, useRunStore, type RunStore } from '../../stores/runs/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { useViewStore } from '../../stores/view.ts';
import type { EpochMatrix } from '../../stores/runs/thinned-epochs.ts';
import { useSeries, type ReadSeries } from '../../ui/plot/use-series.ts';
import { colourLimit, largestWeight, matrixOf, type Matrix } from './matrix.ts';

const liveMatrix = memoized(matrixOf);
const pointedMatrix = memoized(matrixOf);
const modelMatrix = memoized(matrixOf);
const plannedMatrix = memoized(matrixOf);

const readLiveMatrix: ReadSeries<Matrix | undefined> = ({ transitions }, { progress: { facts } }) =>
  facts && transitions && liveMatrix(facts.tags, transitions, facts.illegal);

const selectPlannedMatrix = ({ plan }: RunStore): Matrix | undefined =>
  plan?.predicts === 'classes' ? undefined : plan && plannedMatrix(plan.tags, undefined, plan.illegal);

/** Whether the run has a softmax decoder, which has no transitions. */
export const selectIsSoftmax = ({ progress: { facts }, config }: RunStore): boolean =>
  facts !== undefined && (facts.predicts === 'classes' || config?.decoder === 'softmax');

/**
 * The transitions of the epoch under the crosshair, or else of the run, or else of the model. Before there are any, only which transitions
 * are legal.
 */
export function useShownMatrix(): Matrix | undefined {
  const live = useSeries(readLiveMatrix);
  const planned = useRunStore(selectPlannedMatrix);
  const isSoftmax = useRunStore(selectIsSoftmax);
  const facts = useRunStore(({ progress }) => progress.facts);
  const model = useWorkspaceStore(selectModel);
  const pointed = usePointedMatrix();
  if (isSoftmax) return undefined;
  if (pointed && facts) return pointedMatrix(facts.tags, pointed.transitions, facts.illegal);
  if (live) return live;
  return model?.transitions ? modelMatrix(model.tags, model.transitions, model.illegal) : planned;
}

const readMatrices: ReadSeries<readonly EpochMatrix[]> = ({ matrices }) => matrices;

/** The matrix of the epoch under the crosshair; in a long run, of the last epoch up to it whose matrix was kept. */
export function usePointedMatrix(): EpochMatrix | undefined {
  const pointed = useViewStore((view) => view.pointedEpoch);
  const matrices = useSeries(readMatrices);
  return pointed === undefined ? undefined : matrices.findLast(({ epoch }) => epoch <= pointed);
}

const readBestEpoch: ReadSeries<number | undefined> = ({ bestEpoch }) => bestEpoch?.epoch;

/** The epoch of the matrix: that under the crosshair, or, after the run, the best one, whose weights the model has. */
export function useShownEpoch(): number | undefined {
  const pointed = usePointedMatrix();
  const best = useSeries(readBestEpoch);
  const isActive = useRunStore(selectIsActive);
  return pointed?.epoch ?? (isActive ? undefined : best);
}

const readLargestWeight: ReadSeries<number> = ({ largestWeight: largest }) => largest;

/** The end of the colour scale: the same for all epochs of a run, so that they can be compared. */
export function useColourLimit(shown: Matrix | undefined): number {
  const ofEpochs = useSeries(readLargestWeight);
  return colourLimit(Math.max(ofEpochs, shown === undefined ? 0 : largestWeight(shown)));
}
