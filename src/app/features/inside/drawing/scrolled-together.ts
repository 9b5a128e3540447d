import type { Milliseconds } from '../../../../lib/units.ts';

/**
 * Figures in view with a column per token. They scroll together, so that their columns stay aligned. Figures out of view catch up when they
 * come into view, since every scroll repaints a figure.
 */
const inView = new Set<HTMLElement>();
/** Elements whose next scroll event was caused by another element. */
const following = new WeakSet<HTMLElement>();
/** Common scroll position of all figures, in pixels. */
let position = 0;

/**
 * Scrolls an element together with the others, starting at their position.
 *
 * @returns a function that stops this
 */
export function scrolledTogether(element: HTMLElement): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) inView.delete(element);
    else if (!inView.has(element)) {
      inView.add(element);
      follow(element, position);
    }
  });
  const lead = () => {
    if (following.delete(element)) return;
    position = element.scrollLeft;
    for (const other of inView) if (other !== element) follow(other, position);
  };
  observer.observe(element);
  element.addEventListener('scroll', lead, { passive: true });
  return () => {
    observer.disconnect();
    inView.delete(element);
    if (inView.size === 0) position = 0; // the panel is closed
    element.removeEventListener('scroll', lead);
  };
}

let wanted: { from: number; to: number; left: number } | undefined;

/** Delay before scrolling: it repaints all figures, so the selection is shown first. */
const SCROLL_AFTER: Milliseconds = 150;

/**
 * Scrolls a column into view. Requests from several figures are combined.
 *
 * @param from,to its edges in pixels
 * @param left width of the pinned row names
 */
export function scrollToColumn(from: number, to: number, left: number): void {
  if (wanted === undefined) setTimeout(scrollNow, SCROLL_AFTER);
  wanted = { from, to, left };
}

function scrollNow(): void {
  const column = wanted;
  const [first] = inView;
  wanted = undefined;
  if (column === undefined || first === undefined) return;
  const { from, to, left } = column;
  const { clientWidth } = first; // equal for all figures
  if (from < position + left) position = from - left;
  else if (to > position + clientWidth) position = to - clientWidth;
  else return;
  for (const element of inView) follow(element, position);
}

function follow(element: HTMLElement, scrollLeft: number): void {
  const before = element.scrollLeft;
  element.scrollLeft = scrollLeft; // clamped to the scrollable range
  if (element.scrollLeft !== before) following.add(element);
}
