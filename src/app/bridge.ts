import { serializeError, StudioError } from '../lib/errors.ts';
import { workerName } from '../lib/worker-life.ts';
import { TrainerClient, type Listeners, type Port } from '../workers/wire/client.ts';
import type { Params, RequestName, Result } from '../workers/wire/protocol.ts';
import { failureReported } from './stores/notices.ts';

/** A worker, or its replacement in tests. */
export interface TrainerPort extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  terminate(): void;
}

/** Callbacks for the messages and the end of a trainer. */
export interface TrainerListener {
  readonly events: Listeners;
  /** Whether the trainer should answer immediately. While it reads or prepares, it may be busy for long. */
  isExpected(): boolean;
  /** The trainer ended unexpectedly; pending requests have been rejected with the same error. */
  crashed(error: StudioError): void;
  /** The page has closed the connection. */
  disconnected(): void;
}

interface Connection {
  port: TrainerPort;
  client: TrainerClient;
  listener: TrainerListener;
  stopWatching: () => void;
}

let connection: Connection | undefined;

/** @param name of the lock that the worker holds until it ends */
function createWorker(name: string): TrainerPort {
  return new Worker(new URL('../workers/trainer.worker.ts', import.meta.url), { type: 'module', name });
}

/** Starts a trainer, which replaces the previous one. */
export function connect(listener: TrainerListener, createPort: (name: string) => TrainerPort = createWorker): void {
  disconnect();
  const name = workerName('trainer');
  const port = createPort(name);
  const client = new TrainerClient(port, listener.events);
  connection = { port, client, listener, stopWatching: () => undefined };
  port.onerror = (event) => crashed(event.message || 'It could not be loaded.');
  port.onmessageerror = () => crashed('One of its messages could not be read.');
  if (createPort === createWorker) void watchWorker(connection, name);
}

/** A worker may end without an error event, or hang. */
async function watchWorker(watched: Connection, lock: string): Promise<void> {
  const { watchPulse } = await import('./trainer-pulse.ts');
  if (connection !== watched) return;
  const isExpected = () => watched.listener.isExpected();
  watched.stopWatching = watchPulse({ lock, isExpected, ping: () => ask('ping', {}), onGone: crashed });
}

export function disconnect(): void {
  close(new StudioError('Cancelled', 'Cancelled.'))?.listener.disconnected();
}

function crashed(reason: string): void {
  const error = new StudioError('Internal', `The trainer stopped: ${reason.replace(/[.\s]*$/, '')}.`);
  close(error)?.listener.crashed(error);
}

/** @param error rejects the pending requests */
function close(error: StudioError): Connection | undefined {
  const closed = connection;
  connection = undefined;
  closed?.stopWatching();
  closed?.client.fail(error);
  closed?.port.terminate();
  return closed;
}

/** Sends a request to the trainer. Rejects with a `StudioError`. */
export function ask<Name extends RequestName>(
  name: Name,
  params: Params<Name>,
  signal?: AbortSignal,
): Promise<Result<Name>> {
  if (connection === undefined) {
    return Promise.reject(
      new StudioError('NotReady', 'The trainer is not running. Start it again, or reload the page.'),
    );
  }
  return connection.client.request(name, params, signal);
}

/** Reports a failure as a notice, for actions that the user can repeat. */
export async function attempt<T>(what: string, answer: Promise<T>): Promise<{ value: T } | undefined> {
  try {
    return { value: await answer };
  } catch (error) {
    failureReported(what, serializeError(error));
    return undefined;
  }
}
