import { goToInside } from '../../ui/navigation.ts';
import { figureRequested } from '../../stores/inside.ts';
import { epochOfPageShown } from '../../stores/runs/over-time.ts';
import { useViewStore } from '../../stores/view.ts';

// Separate from navigation.ts, since only the charts need it, which are not part of the first load.

/** Opens Over time in Inside at the epoch under the crosshair. */
export function explainPointedEpoch(): void {
  const { pointedEpoch } = useViewStore.getState();
  if (pointedEpoch === undefined) return;
  epochOfPageShown(pointedEpoch);
  figureRequested('over-time');
  goToInside();
}
