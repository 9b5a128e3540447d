import { serializeError } from '../../lib/errors.ts';
import type { Port } from './client.ts';
import type { Emit, FromWorker, Handlers, ToWorker } from './protocol.ts';

/** The worker's end of the connection: answers each request with its handler, and aborts the handler when the request is cancelled. */
export function serve(port: Port, createHandlers: (emit: Emit) => Handlers): void {
  const send = (message: FromWorker) => port.postMessage(message);
  const handlers = createHandlers((name, payload) => send({ kind: 'event', name, payload } as FromWorker));
  const running = new Map<number, AbortController>();

  async function answer(message: ToWorker & { kind: 'request' }): Promise<void> {
    const controller = new AbortController();
    running.set(message.id, controller);
    try {
      // TypeScript cannot see that the handler and its params belong to the same name.
      const handler = handlers[message.name] as (params: unknown, signal: AbortSignal) => unknown;
      const result = await handler(message.params, controller.signal);
      send({ kind: 'response', id: message.id, ok: true, result } as FromWorker);
    } catch (error) {
      send({ kind: 'response', id: message.id, ok: false, error: serializeError(error) });
    } finally {
      running.delete(message.id);
    }
  }

  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    switch (data.kind) {
      case 'request':
        void answer(data);
        return;
      case 'cancel':
        running.get(data.id)?.abort();
        return;
      default:
        data satisfies never;
    }
  };
}
