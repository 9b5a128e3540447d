import { Suspense } from 'react';
import type { TagKind } from '../../../data/corpus.ts';
import { selectRunKind } from '../../stores/tag-kind.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import { Figure, FigureNote } from '../../ui/Figure.tsx';
import { RunNote } from '../../ui/plot/shown-run.tsx';
import { useSeries } from '../../ui/plot/use-series.ts';
import { f1Table } from './f1.ts';
import { readF1Curves, readReached, selectPlannedEpochs } from './selectors.ts';
import { part } from '../../ui/part.tsx';

export const loadF1Chart = () => import('./F1Chart.tsx');
const F1Chart = part(async () => (await loadF1Chart()).F1Chart);

const NAMES: Record<TagKind, { title: string; score: string; line: string }> = {
  entities: { title: 'F1 by entity', score: 'F1', line: 'type' },
  labels: { title: 'Accuracy and F1 by tag', score: 'Token accuracy', line: 'tag' },
  classes: { title: 'Accuracy and F1 by class', score: 'Accuracy', line: 'class' },
};

export function F1Figure() {
  const curves = useSeries(readF1Curves);
  const reached = useSeries(readReached);
  const plannedEpochs = useRunStore(selectPlannedEpochs);
  const { rows, types, typeCount } = curves;
  const { title, score, line } = NAMES[useRunStore(selectRunKind)];
  return (
    <Figure
      title={title}
      placeholder={`${score} on dev after every epoch, overall and a line for each ${line}.`}
      isEmpty={rows.length === 0}
      table={() => f1Table(curves)}
      actions={
        <>
          {types.length < typeCount && (
            <FigureNote title="The most frequent; the table of scores has all">
              {types.length} of {typeCount} types
            </FigureNote>
          )}
          <RunNote />
        </>
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
