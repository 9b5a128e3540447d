import type { Milliseconds } from './units.ts';

/** Resolvers of pending calls, oldest first. */
const pending: (() => void)[] = [];
let channel: MessageChannel | undefined;

/**
 * Yields for one macrotask, so that queued messages, timers and input events run before the caller continues. It takes tens of
 * microseconds; `setTimeout` would take 4 ms, to which browsers clamp nested timers.
 */
export function yieldToEventLoop(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  const { port2 } = (channel ??= openChannel());
  return new Promise((resolve) => {
    pending.push(resolve);
    port2.postMessage(undefined);
  });
}

/** One channel for all calls, because opening a channel takes longer than posting a message. */
function openChannel(): MessageChannel {
  const opened = new MessageChannel();
  opened.port1.onmessage = () => pending.shift()?.();
  return opened;
}

/** Far below 50 ms, above which a task noticeably delays a key press (RAIL; the browser's "long task"). */
const SLICE: Milliseconds = 12;

/** Calls a function for each item, in order, and yields to the event loop in between, so that a page stays responsive. */
export async function forEachInSlices<T>(items: Iterable<T>, task: (item: T) => void): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    task(item);
    if (performance.now() - since < SLICE) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
}
