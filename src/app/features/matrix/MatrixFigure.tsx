import { ActionIcon } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useRunStore } from '../../stores/run.ts';
import { Floating } from '../../ui/Floating.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Figure, FigureNote } from '../../ui/Figure.tsx';
import { matrixCsv } from './matrix.ts';
import { selectIsSoftmax, useColourLimit, usePointedMatrix, useShownMatrix } from './use-shown-matrix.ts';

export const loadMatrix = () => import('./TransitionMatrix.tsx');
const TransitionMatrix = lazy(async () => ({ default: (await loadMatrix()).TransitionMatrix }));
const MatrixLegend = lazy(async () => ({ default: (await loadMatrix()).MatrixLegend }));

const AboutMatrix = lazy(async () => ({ default: (await import('./AboutMatrix.tsx')).AboutMatrix }));

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
          ? 'The softmax decoder tags each token independently: it has no transitions.'
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
            <Floating
              kind="dialog"
              button={
                <ActionIcon aria-label="About the transition matrix" title="What this is">
                  <Icon name="info" size={14} />
                </ActionIcon>
              }
            >
              {(floating) => <AboutMatrix {...floating} />}
            </Floating>
          </>
        )
      }
    >
      {(frame) => <Suspense>{matrix && <TransitionMatrix matrix={matrix} limit={limit} frame={frame} />}</Suspense>}
    </Figure>
  );
}
