import { deserializeError, type StudioError } from '../../lib/errors.ts';
import type { EventName, FromWorker, Params, RequestName, Result, ToWorker, TrainerEvents } from './protocol.ts';

/** One end of the connection: a worker or its scope; in tests a `MessagePort`. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

type Pending = { resolve: (result: never) => void; reject: (error: StudioError) => void };
/** Optional callbacks by event. */
export type Listeners = { [Name in EventName]?: (payload: TrainerEvents[Name]) => void };

/** The page's end of the connection: requests are promises, events are callbacks. */
export class TrainerClient {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;

  constructor(port: Port, listeners: Listeners) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data, listeners);
  }

  /**
   * Sends a request. Aborting the signal cancels it in the worker; the promise then rejects with `Cancelled`.
   *
   * @throws StudioError as thrown by the handler
   */
  request<Name extends RequestName>(name: Name, params: Params<Name>, signal?: AbortSignal): Promise<Result<Name>> {
    const id = this.#nextId++;
    const cancel = () => this.#send({ kind: 'cancel', id });
    const answer = new Promise<Result<Name>>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ kind: 'request', id, name, params } as ToWorker);
    });
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    return answer.finally(() => signal?.removeEventListener('abort', cancel));
  }

  /** Rejects all pending requests after the worker has failed. */
  fail(error: StudioError): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #send(message: ToWorker): void {
    this.#port.postMessage(message);
  }

  #receive(message: FromWorker, listeners: Listeners): void {
    switch (message.kind) {
      case 'event':
        (listeners[message.name] as ((payload: unknown) => void) | undefined)?.(message.payload);
        return;
      case 'response': {
        const pending = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        if (message.ok) pending?.resolve(message.result as never);
        else pending?.reject(deserializeError(message.error));
        return;
      }
      default:
        message satisfies never;
    }
  }
}
