import type { Milliseconds } from '../../../lib/units.ts';

/**
 * Figures with a column per token. They scroll together, so that their columns stay aligned; those out of view follow when they come into
 * view, since each is painted anew.
 */
const inView = new Set<HTMLElement>();
/** Elements whose next scroll event was caused by another element. */
const following = new WeakSet<HTMLElement>();
/** Where all of them are scrolled to, in pixels. */
let position = 0;

/**
 * Scrolls an element together with the others, starting at their position.
 *
 * @returns stops it
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

/** The figures show the selected token first: a scroll paints all of them again. */
const SCROLL_AFTER: Milliseconds = 150;

/**
 * Scrolls a column into view, once, however many figures ask for it.
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
  const { clientWidth } = first; // that of the others is the same
  if (from < position + left) position = from - left;
  else if (to > position + clientWidth) position = to - clientWidth;
  else return;
  for (const element of inView) follow(element, position);
}

function follow(element: HTMLElement, scrollLeft: number): void {
  const before = element.scrollLeft;
  element.scrollLeft = scrollLeft; // within what it can be scrolled
  if (element.scrollLeft !== before) following.add(element);
}
