import { lazy, Suspense } from 'react';
import { useRunStore } from '../../stores/run.ts';
import { Figure, FigureNote } from '../../ui/Figure.tsx';
import { matrixCsv } from './matrix.ts';
import { selectIsSoftmax, useColourLimit, usePointedMatrix, useShownMatrix } from './use-shown-matrix.ts';

export const loadMatrix = () => import('./TransitionMatrix.tsx');
const TransitionMatrix = lazy(async () => ({ default: (await loadMatrix()).TransitionMatrix }));
const MatrixLegend = lazy(async () => ({ default: (await loadMatrix()).MatrixLegend }));

/** The weights of the CRF. */
export function MatrixFigure() {
  const matrix = useShownMatrix();
  const limit = useColourLimit(matrix);
  const isSoftmax = useRunStore(selectIsSoftmax);
  const pointed = usePointedMatrix();
  return (
    <Figure
      title="Transition matrix"
      placeholder={
        isSoftmax
          ? 'The softmax decoder takes each token on its own: it has no transitions.'
          : 'The score of every tag after every other, as the CRF learns it.'
      }
      isEmpty={matrix === undefined}
      csv={() => (matrix ? matrixCsv(matrix) : '')}
      actions={
        matrix && (
          <>
            {pointed && <FigureNote>epoch {pointed.epoch}</FigureNote>}
            <Suspense>
              <MatrixLegend limit={limit} />
            </Suspense>
          </>
        )
      }
    >
      {(frame) => <Suspense>{matrix && <TransitionMatrix matrix={matrix} limit={limit} frame={frame} />}</Suspense>}
    </Figure>
  );
}
