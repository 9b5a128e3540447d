/** Who waits to be drawn, in order. */
const waiting = new Set<() => void>();
let isScheduled = false;

/**
 * Draws one figure a frame, and the next only once the page is idle: React draws a chart in several tasks, which two
 * charts at once would make one, long enough to hold up what is typed. Nothing is drawn while the page is hidden.
 */
export function drawInTurn(draw: () => void): void {
  waiting.add(draw);
  schedule();
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    const [draw] = waiting;
    if (draw) {
      waiting.delete(draw);
      draw();
    }
    whenIdle(() => {
      isScheduled = false;
      schedule();
    });
  });
}

function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout: 500 });
  else setTimeout(then, 50); // Safari
}
