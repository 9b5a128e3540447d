import { goToInside } from './navigation.ts';
import { figureRequested } from './stores/inside.ts';
import { epochOfPageShown } from './stores/over-time.ts';
import { useViewStore } from './stores/view.ts';

// Apart from navigation.ts: only the charts need it, and they are not in the first load.

/** Shows the matrix, the scores and the sentence as they were after the epoch that is pointed at. */
export function explainPointedEpoch(): void {
  const { pointedEpoch } = useViewStore.getState();
  if (pointedEpoch === undefined) return;
  epochOfPageShown(pointedEpoch);
  figureRequested('over-time');
  goToInside();
}
