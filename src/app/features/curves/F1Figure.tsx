import { Suspense } from 'react';
import { useRunStore } from '../../stores/runs/run.ts';
import { Figure, FigureNote } from '../../ui/Figure.tsx';
import { useSeries } from '../../ui/plot/use-series.ts';
import { f1Table } from './f1.ts';
import { readF1Curves, readReached, selectIsPerToken, selectPlannedEpochs } from './selectors.ts';
import { part } from '../../ui/part.tsx';

export const loadF1Chart = () => import('./F1Chart.tsx');
const F1Chart = part(async () => (await loadF1Chart()).F1Chart);

export function F1Figure() {
  const curves = useSeries(readF1Curves);
  const reached = useSeries(readReached);
  const plannedEpochs = useRunStore(selectPlannedEpochs);
  const { rows, types, typeCount } = curves;
  const isPerToken = useRunStore(selectIsPerToken);
  return (
    <Figure
      title={isPerToken ? 'Accuracy and F1 by tag' : 'F1 by entity'}
      placeholder={`${isPerToken ? 'Token accuracy' : 'F1'} on dev after every epoch, overall and a line for each ${isPerToken ? 'tag' : 'type'}.`}
      isEmpty={rows.length === 0}
      table={() => f1Table(curves)}
      actions={
        types.length < typeCount && (
          <FigureNote title="The most frequent; Entity scores has all">
            {types.length} of {typeCount} types
          </FigureNote>
        )
      }
    >
      {(frame) => (
        <Suspense>
          <F1Chart curves={curves} reached={reached} plannedEpochs={plannedEpochs} frame={frame} />
        </Suspense>
      )}
    </Figure>
  );
}
