import { deserializeError, serializeError, StudioError, throwIfAborted, type SerializedError } from './errors.ts';

/** What a server answers: name → [params, result]. The result of a stream is an `AsyncGenerator`. All values are structured-cloned. */
export type RequestMap = Record<string, [params: unknown, result: unknown]>;
/** What a server sends unasked: name → payload. */
export type EventMap = Record<string, unknown>;

/** A worker, its scope, a `MessagePort`, or anything else that delivers messages in order. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror?: ((event: ErrorEvent) => void) | null;
  onmessageerror?: ((event: MessageEvent) => void) | null;
  /** `close`: the other end of a `MessagePort` was closed. */
  addEventListener?(type: 'close', listener: () => void): void;
  terminate?(): void;
  close?(): void;
}

/** A handler for each request: a missing or misspelt one does not compile. `signal` is aborted when the caller cancels. */
export type Handlers<Context, Requests extends RequestMap> = {
  [Name in keyof Requests]: (
    context: Context,
    params: Requests[Name][0],
    signal: AbortSignal,
  ) => Requests[Name][1] extends AsyncGenerator ? Requests[Name][1] : Requests[Name][1] | Promise<Requests[Name][1]>;
};

/** Sends an event. */
export type Emit<Events extends EventMap> = <Name extends keyof Events>(name: Name, payload: Events[Name]) => void;

/** Optional callbacks by event. */
export type Listeners<Events extends EventMap> = { [Name in keyof Events]?: (payload: Events[Name]) => void };

type ToServer =
  | { kind: 'request'; id: number; name: PropertyKey; value: unknown }
  /** `more`: an item of a stream was taken. */
  | { kind: 'cancel' | 'more'; id: number };
type ToClient =
  | { kind: 'item' | 'result'; id: number; value?: unknown }
  | { kind: 'error'; id: number; error: SerializedError }
  | { kind: 'event'; name: PropertyKey; value: unknown };

/** Number of items of a stream that are sent before the caller takes them, so that the next is computed while it uses one. */
const AHEAD = 2;

const transfers = new WeakMap<object, Transferable[]>();

/** Marks what is moved instead of copied when `value` is sent. @returns `value` */
export function transfer<Value extends object>(value: Value, moved: Transferable[]): Value {
  transfers.set(value, moved);
  return value;
}

function send(port: Port, message: ToServer | ToClient): void {
  const value = 'value' in message ? message.value : undefined;
  port.postMessage(message, (value instanceof Object && transfers.get(value)) || []);
}

/** Answers the requests that arrive at a port. @param createContext the state of the handlers */
export function serve<Context, Requests extends RequestMap, Events extends EventMap>(
  port: Port,
  handlers: Handlers<Context, Requests>,
  createContext: (emit: Emit<Events>) => Context,
): void {
  const context = createContext((name, value) => send(port, { kind: 'event', name, value }));
  const running = new Map<number, { controller: AbortController; credit: number; wake: () => void }>();

  async function answer(id: number, name: keyof Requests, params: unknown): Promise<void> {
    const controller = new AbortController();
    const call = { controller, credit: AHEAD, wake: () => {} };
    running.set(id, call);
    try {
      const result = handlers[name](context, params, controller.signal);
      if (isStream(result)) {
        for await (const item of result) {
          send(port, { kind: 'item', id, value: item });
          if (--call.credit === 0) await new Promise<void>((resolve) => (call.wake = resolve));
          throwIfAborted(controller.signal);
        }
      }
      const value: unknown = isStream(result) ? undefined : await (result as unknown);
      send(port, { kind: 'result', id, value });
    } catch (error) {
      send(port, { kind: 'error', id, error: serializeError(error) });
    } finally {
      running.delete(id);
    }
  }

  port.onmessage = ({ data }: MessageEvent<ToServer>) => {
    const call = running.get(data.id);
    if (data.kind === 'request') void answer(data.id, data.name as keyof Requests, data.value);
    else if (data.kind === 'cancel') call?.controller.abort();
    else if (call !== undefined) call.credit++;
    call?.wake();
  };
}

function isStream(result: unknown): result is AsyncGenerator {
  return result instanceof Object && Symbol.asyncIterator in result;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  receive: ((item: unknown) => void) | undefined;
}

type ItemOf<Result> = Result extends AsyncGenerator<infer Item> ? Item : never;

/** The other end of `serve`: requests are promises or generators, events are callbacks. */
export class Client<Requests extends RequestMap, Events extends EventMap = Record<never, never>> {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #closed: Error | undefined;

  /** @param died returns the error of the pending and later requests once the server has ended. `reason` has no full stop */
  constructor(port: Port, listeners: Listeners<Events>, died: (reason: string) => Error) {
    const end = (reason: string) => {
      if (this.#closed === undefined) this.close(died(reason));
    };
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<ToClient>) => this.#receive(data, listeners);
    port.onmessageerror = () => end('one of its messages could not be read');
    port.onerror = (event) => {
      event.preventDefault(); // the requests report it
      end(event.message || 'it could not be started');
    };
    port.addEventListener?.('close', () => end('it closed the connection'));
  }

  /**
   * Aborting the signal cancels the request; the promise then rejects with `Cancelled`.
   *
   * @throws StudioError as thrown by the handler
   */
  request<Name extends keyof Requests>(
    name: Name,
    params: Requests[Name][0],
    signal?: AbortSignal,
  ): Promise<Requests[Name][1]> {
    return this.#start(name, params, signal).answer;
  }

  /** Yields the items of a stream. To return early cancels it, and waits for its end. @throws as `request` */
  async *stream<Name extends keyof Requests>(
    name: Name,
    params: Requests[Name][0],
    signal?: AbortSignal,
  ): AsyncGenerator<ItemOf<Requests[Name][1]>, void> {
    const items: unknown[] = [];
    let wake = () => {};
    let isOver = false;
    const { id, answer } = this.#start(name, params, signal, (item) => {
      items.push(item);
      wake();
    });
    const over = answer.finally(() => (isOver = true));
    over.catch(() => undefined); // thrown below, unless the caller has returned
    try {
      for (;;) {
        while (items.length > 0) {
          send(this.#port, { kind: 'more', id });
          yield items.shift() as ItemOf<Requests[Name][1]>;
        }
        if (isOver) return void (await over);
        await Promise.race([over, new Promise<void>((resolve) => (wake = resolve))]).catch(() => undefined);
      }
    } finally {
      if (!isOver) {
        send(this.#port, { kind: 'cancel', id });
        await over.catch(() => undefined);
      }
    }
  }

  /**
   * The first request to a server that is useless without it: if it fails, the connection is closed. Aborting the signal closes at once,
   * without an answer, for servers that do not check theirs while they compute.
   *
   * @throws as `request`
   */
  async begin<Name extends keyof Requests>(
    name: Name,
    params: Requests[Name][0],
    signal?: AbortSignal,
  ): Promise<Requests[Name][1]> {
    const cancel = () => this.close(new StudioError('Cancelled', 'Cancelled.'));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await this.request(name, params);
    } catch (error) {
      this.close(error as Error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Closes the port, and ends a worker. Pending and later requests reject with this error. */
  close(error: Error): void {
    if (this.#closed !== undefined) return;
    this.#closed = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#port.terminate?.();
    this.#port.close?.();
  }

  #start(
    name: PropertyKey,
    value: unknown,
    signal: AbortSignal | undefined,
    receive?: Pending['receive'],
  ): { id: number; answer: Promise<unknown> } {
    const id = ++this.#lastId;
    const cancel = () => send(this.#port, { kind: 'cancel', id });
    const answer = new Promise((resolve, reject) => {
      if (this.#closed !== undefined) throw this.#closed;
      this.#pending.set(id, { resolve, reject, receive });
      send(this.#port, { kind: 'request', id, name, value });
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel, { once: true });
    });
    const forget = () => {
      this.#pending.delete(id);
      signal?.removeEventListener('abort', cancel);
    };
    return { id, answer: answer.finally(forget) };
  }

  #receive(message: ToClient, listeners: Listeners<Events>): void {
    if (message.kind === 'event') return listeners[message.name as keyof Events]?.(message.value as never);
    const pending = this.#pending.get(message.id);
    if (message.kind === 'item') pending?.receive?.(message.value);
    else if (message.kind === 'error') pending?.reject(deserializeError(message.error));
    else pending?.resolve(message.value);
  }
}
