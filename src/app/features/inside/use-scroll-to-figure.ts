import { useEffect, type RefObject } from 'react';
import { figureLeft, useInsideStore } from '../../stores/inside.ts';

/** The figure that needs no sentence. */
const OVER_TIME = 'over-time';

/** User actions that end the jump to a figure. */
const LEAVING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls the requested figure to the top of the panel, and again whenever a figure above it changes its size, until the user acts in the
 * panel. Figures get their height when their width is known, and again when the worker has answered.
 *
 * @param isExplained whether there are figures of a sentence
 */
export function useScrollToFigure(panel: RefObject<HTMLElement | null>, isExplained: boolean): void {
  const figure = useInsideStore((store) => store.figure);
  useEffect(() => {
    const element = panel.current;
    const isThere = isExplained || figure === OVER_TIME; // before, the others are not
    const target = isThere && figure && element?.querySelector<HTMLElement>(`[data-section="${figure}"]`);
    if (!element || !target) return undefined;
    let hasFocused = false;
    const reach = () => {
      target.scrollIntoView({ block: 'start' });
      hasFocused ||= focused(figure, target);
    };
    const resizes = new ResizeObserver(reach); // also called initially
    for (const child of element.children) resizes.observe(child);
    const leave = () => figureLeft(figure);
    for (const kind of LEAVING) element.addEventListener(kind, leave, { passive: true });
    return () => {
      resizes.disconnect();
      for (const kind of LEAVING) element.removeEventListener(kind, leave);
    };
  }, [figure, panel, isExplained]);
}

/** Moves the focus to the target of the link: the slider of epochs. @returns whether there is nothing left to focus */
function focused(figure: string, target: HTMLElement): boolean {
  if (figure !== OVER_TIME) return true;
  const slider = target.querySelector<HTMLElement>('input[type=range]');
  slider?.focus({ preventScroll: true });
  return slider !== null;
}
