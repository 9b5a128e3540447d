import { yieldToEventLoop } from '../../src/lib/event-loop.ts';
import type { Port } from '../../src/workers/wire/client.ts';

/**
 * As the ports of a `MessageChannel`: what is posted on one arrives on the other, later and in order. Messages of the second are
 * cloned, as those of a worker; those of the first are not, since Node's clones of files lose their names.
 */
export function portPair(): [page: Port, worker: Port] {
  const page: Port = {
    onmessage: null,
    postMessage: (data) => void deliver(worker, data),
  };
  const worker: Port = {
    onmessage: null,
    postMessage: (data) => void deliver(page, structuredClone(data)),
  };
  return [page, worker];
}

async function deliver(port: Port, data: unknown): Promise<void> {
  await yieldToEventLoop();
  port.onmessage?.(new MessageEvent('message', { data }));
}
