import { useCallback } from 'react';
import { useRunStore } from '../../stores/run.ts';
import type { RunSeries } from '../../stores/series.ts';
import { Figure } from '../../ui/Figure.tsx';
import { matrixCsv, matrixOf } from './matrix.ts';
import { MatrixLegend } from './MatrixLegend.tsx';
import { TransitionMatrix } from './TransitionMatrix.tsx';
import { useSeries } from './use-series.ts';

/** The CRF's weights, as they are learnt. */
export function MatrixFigure() {
  const facts = useRunStore((store) => store.facts);
  const decoder = useRunStore((store) => store.config?.decoder);
  const read = useCallback(
    ({ transitions }: RunSeries) => facts && transitions && matrixOf(facts.tags, transitions, facts.illegal),
    [facts],
  );
  const matrix = useSeries(read);
  const isSoftmax = decoder === 'softmax' && facts !== undefined;
  return (
    <Figure
      title="Transition matrix"
      placeholder={
        isSoftmax
          ? 'The softmax decoder takes each token on its own: it has no transitions.'
          : 'The score of every tag after every other, as the CRF learns it.'
      }
      isEmpty={matrix === undefined || isSoftmax}
      csv={() => (matrix ? matrixCsv(matrix) : '')}
      actions={matrix && !isSoftmax && <MatrixLegend hasIllegal={matrix.illegal !== undefined} />}
    >
      {(frame) => matrix && <TransitionMatrix matrix={matrix} frame={frame} />}
    </Figure>
  );
}
