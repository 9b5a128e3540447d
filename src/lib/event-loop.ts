/** Resolvers of pending calls, oldest first. */
const pending: (() => void)[] = [];
let channel: MessageChannel | undefined;

/**
 * Yields for one macrotask, so that queued messages, timers and input events run before the caller continues. It costs tens of
 * microseconds; `setTimeout` would cost 4 ms, to which browsers clamp nested timers.
 */
export function yieldToEventLoop(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  const { port2 } = (channel ??= openChannel());
  return new Promise((resolve) => {
    pending.push(resolve);
    port2.postMessage(undefined);
  });
}

/** One channel for all calls: opening one takes longer than posting a message. */
function openChannel(): MessageChannel {
  const opened = new MessageChannel();
  opened.port1.onmessage = () => pending.shift()?.();
  return opened;
}
