import { ActionIcon } from '@mantine/core';
import { Suspense } from 'react';
import { useRunStore } from '../../stores/runs/run.ts';
import { selectRunKind } from '../../stores/tag-kind.ts';
import { Floating } from '../../ui/controls/Floating.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { RunNote } from '../../ui/plot/shown-run.tsx';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { matrixTable } from './matrix.ts';
import { selectIsSoftmax, useColourLimit, useShownEpoch, useShownMatrix } from './use-shown-matrix.ts';
import { part } from '../../ui/part.tsx';

export const loadMatrix = () => import('./TransitionMatrix.tsx');
const TransitionMatrix = part(async () => (await loadMatrix()).TransitionMatrix);

const AboutMatrix = part(async () => (await import('./AboutMatrix.tsx')).AboutMatrix);

/** The weights of the CRF. */
export function MatrixFigure() {
  const matrix = useShownMatrix();
  const limit = useColourLimit(matrix);
  const ofClasses = useRunStore(selectRunKind) === 'classes';
  const isSoftmax = useRunStore(selectIsSoftmax);
  const epoch = useShownEpoch();
  const model = useWorkspaceStore(selectModel);
  return (
    <Figure
      title="Transition matrix"
      placeholder={
        ofClasses
          ? 'A text has one class: there are no transitions.'
          : isSoftmax
            ? 'The softmax decoder tags each token independently: it has no transitions.'
            : 'The score of every tag after every other, as the CRF learns it.'
      }
      isEmpty={matrix === undefined}
      table={() => matrix && matrixTable(matrix)}
      actions={
        matrix && (
          <>
            <RunNote epoch={epoch} model={model?.transitions && model.name} />
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
