import { useMemo } from 'react';
import { useRunStore } from '../../stores/run.ts';
import { useViewStore } from '../../stores/view.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { Figure } from '../../ui/Figure.tsx';
import styles from './Charts.module.css';
import { reportOf } from './derive.ts';
import { blankMatrix, matrixCsv, matrixOf, type Matrix } from './matrix.ts';
import { MatrixLegend } from './MatrixLegend.tsx';
import { TransitionMatrix } from './TransitionMatrix.tsx';
import { useEpochs, useSeries, type ReadSeries } from './use-series.ts';

const readMatrix: ReadSeries<Matrix | undefined> = ({ transitions }, { progress: { facts }, illegal }) =>
  facts && transitions && matrixOf(facts.tags, transitions, illegal);

/**
 * The CRF's weights: of the epoch that is pointed at, else of the run's moment, else of the model; without any, which
 * transitions the tags of a run would allow.
 */
export function MatrixFigure() {
  const matrix = useSeries(readMatrix);
  const pointed = reportOf(
    useEpochs(),
    useViewStore((view) => view.pointedEpoch),
  );
  const facts = useRunStore((store) => store.progress.facts);
  const illegal = useRunStore((store) => store.illegal);
  const then = useMemo(
    () => pointed && facts && matrixOf(facts.tags, pointed.transitions, illegal),
    [pointed, facts, illegal],
  );
  const isSoftmax = useRunStore(
    ({ progress: { facts }, config }) => facts !== undefined && config?.decoder === 'softmax',
  );
  const plan = useRunStore((store) => store.plan);
  const planned = useMemo(() => plan && blankMatrix(plan.tags, plan.illegal), [plan]);
  const model = useWorkspaceStore(selectModel);
  const learnt = useMemo(() => model?.transitions && matrixOf(model.tags, model.transitions, model.illegal), [model]);
  const drawn = isSoftmax ? undefined : (then ?? matrix ?? learnt ?? planned);
  return (
    <Figure
      title="Transition matrix"
      placeholder={
        isSoftmax
          ? 'The softmax decoder takes each token on its own: it has no transitions.'
          : 'The score of every tag after every other, as the CRF learns it.'
      }
      isEmpty={drawn === undefined}
      csv={() => (drawn ? matrixCsv(drawn) : '')}
      actions={
        drawn && (
          <>
            {pointed && <span className={styles.then}>epoch {pointed.epoch}</span>}
            <MatrixLegend hasIllegal={drawn.illegal !== undefined} />
          </>
        )
      }
    >
      {(frame) => drawn && <TransitionMatrix matrix={drawn} frame={frame} />}
    </Figure>
  );
}
