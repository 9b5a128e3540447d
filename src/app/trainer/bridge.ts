import { serializeError, StudioError } from '../../lib/errors.ts';
import { Client, type Listeners, type Port } from '../../lib/rpc.ts';
import { startWorker } from '../../lib/worker-life.ts';
import type { Params, RequestName, Result, TrainerClient, TrainerEvents } from '../../workers/wire/protocol.ts';
import { failureOver, failureReported, useNoticeStore } from '../stores/notices.ts';

/** A worker, or its replacement in tests. */
export type TrainerPort = Port;

/** Callbacks for the messages and the end of a trainer. */
export interface TrainerListener {
  readonly events: Listeners<TrainerEvents>;
  /** Whether the trainer should answer immediately. While it reads or prepares, it may be busy for long. */
  isExpected(): boolean;
  /** The trainer ended unexpectedly; pending requests have been rejected with the same error. */
  crashed(error: StudioError): void;
  /** The page has closed the connection. */
  disconnected(): void;
}

interface Connection {
  client: TrainerClient;
  listener: TrainerListener;
  stopWatching: () => void;
}

let connection: Connection | undefined;

function createWorker(): TrainerPort {
  return startWorker(
    'trainer',
    (name) => new Worker(new URL('../../workers/trainer.worker.ts', import.meta.url), { type: 'module', name }),
  );
}

/** Starts a trainer, which replaces the previous one. */
export function connect(listener: TrainerListener, createPort: () => TrainerPort = createWorker): void {
  disconnect();
  const client: TrainerClient = new Client(createPort(), listener.events, crashed);
  connection = { client, listener, stopWatching: () => undefined };
  if (createPort === createWorker) void watchWorker(connection);
}

/** A worker may hang. */
async function watchWorker(watched: Connection): Promise<void> {
  const { watchPulse } = await import('./pulse.ts');
  if (connection !== watched) return;
  const isExpected = () => watched.listener.isExpected();
  watched.stopWatching = watchPulse({ isExpected, ping: () => ask('ping', {}), onGone: crashed });
}

export function disconnect(): void {
  close(new StudioError('Cancelled', 'Cancelled.'))?.listener.disconnected();
}

/** @returns the error that rejects the pending requests */
function crashed(reason: string): StudioError {
  const error = new StudioError('Internal', `The trainer stopped: ${reason.replace(/[.\s]*$/, '')}.`);
  close(error)?.listener.crashed(error);
  return error;
}

/** @param error rejects the pending requests */
function close(error: StudioError): Connection | undefined {
  const closed = connection;
  connection = undefined;
  closed?.stopWatching();
  closed?.client.close(error);
  return closed;
}

/** Whether a trainer runs: it may have crashed. */
export const isConnected = () => connection !== undefined;

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
  const { nextId } = useNoticeStore.getState();
  try {
    const value = await answer;
    failureOver(what, nextId); // a part of what was done may have failed, and be reported in the same words
    return { value };
  } catch (error) {
    failureReported(what, serializeError(error));
    return undefined;
  }
}
