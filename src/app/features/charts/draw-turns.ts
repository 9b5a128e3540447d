/** Who waits to be drawn, in order. */
const waiting = new Set<() => void>();
let isScheduled = false;

/** Draws one figure a frame: all of them in one task would hold up what is typed. Nothing is drawn while the page is hidden. */
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
    // React renders in a task of its own, before this one.
    setTimeout(() => {
      isScheduled = false;
      schedule();
    });
  });
}
