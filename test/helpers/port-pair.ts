import { yieldToEventLoop } from '../../src/lib/event-loop.ts';
import type { Port } from '../../src/lib/rpc.ts';

/**
 * Like the ports of a `MessageChannel`: messages posted on one arrive on the other, asynchronously and in order. Messages of the second
 * port are cloned, like those of a worker; those of the first are not, since files lose their names when Node clones them.
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
