import { serializeError, StudioError } from '../lib/errors.ts';
import type { TrainEvent } from '../model/events.ts';
import { TrainerClient, type Port } from '../workers/wire/client.ts';
import type { Params, RequestName, Result, TrainerEvents } from '../workers/wire/protocol.ts';
import { deviceFailed, deviceOpened } from './stores/device.ts';
import { failureReported, noticeAdded } from './stores/notices.ts';
import { sentenceFollowed } from './stores/over-time.ts';
import { RunEventBuffer } from './run-event-buffer.ts';
import { series } from './stores/series.ts';
import { applyRunEvents, runFailed, runRewound, useRunStore } from './stores/run.ts';
import { selectIsApart, useStudyStore } from './stores/study.ts';
import { verdictsMeasured } from './stores/measurements.ts';
import { modelsChanged, modelsLost, progressed } from './stores/workspace.ts';

import { endStudy, receiveStudyUpdate } from './study-updates.ts';

/** A worker, or what stands for one in tests. */
export interface TrainerPort extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  terminate(): void;
}

let port: TrainerPort | undefined;
let client: TrainerClient | undefined;
let stopWatching: () => void = () => undefined;
const buffer = new RunEventBuffer((events) => applyRunEvents(events, performance.now() / 1000));

/** @param name of the lock that the worker holds as long as it lives */
function createWorker(name: string): TrainerPort {
  return new Worker(new URL('../workers/trainer.worker.ts', import.meta.url), { type: 'module', name });
}

/** Starts a trainer, in place of the one before. */
export function connect(createPort: (name: string) => TrainerPort = createWorker): void {
  disconnect();
  const name = `tagsmith-trainer-${crypto.randomUUID()}`;
  port = createPort(name);
  if (createPort === createWorker) void watchWorker(port, name);
  client = new TrainerClient(port, {
    progress: progressed,
    train: receive,
    study: (update) => {
      buffer.flush(); // what came before it
      receiveStudyUpdate(update);
    },
    // Loaded by then: what asks for a search is in it.
    search: (update) => void import('./actions/search.ts').then((search) => search.receiveSearchUpdate(update)),
    model: modelsChanged,
    followed: (followed) => sentenceFollowed(followed, series.scored),
    failed: (error) => {
      buffer.flush();
      endStudy('failed');
      runFailed(error);
    },
    deviceChosen: ({ device, verdicts }) => {
      deviceOpened(device);
      verdictsMeasured(verdicts);
    },
    deviceLost,
    vectorsLost,
  });
  port.onerror = (event) => crashed(event.message || 'It could not be loaded.');
  port.onmessageerror = () => crashed('A message of it could not be read.');
}

/** A worker may end without an error event, or hang. */
async function watchWorker(watched: TrainerPort, lock: string): Promise<void> {
  const { watchPulse } = await import('./trainer-pulse.ts');
  if (port !== watched) return;
  const isExpected = () => ['training', 'paused'].includes(useRunStore.getState().run.phase);
  stopWatching = watchPulse({ lock, isExpected, ping: () => ask('ping', {}), onGone: crashed });
}

export function disconnect(): void {
  stopWatching();
  client?.fail(new StudioError('Cancelled', 'Cancelled.'));
  port?.terminate();
  port = undefined;
  client = undefined;
  buffer.discard();
}

/** Asks the trainer. Rejects with a `StudioError`. */
export function ask<Name extends RequestName>(
  name: Name,
  params: Params<Name>,
  signal?: AbortSignal,
): Promise<Result<Name>> {
  if (client === undefined) {
    return Promise.reject(
      new StudioError('NotReady', 'The trainer is not running. Start it again, or reload the page.'),
    );
  }
  return client.request(name, params, signal);
}

/** Turns a failure into a notice: for what a person pressed and can press again. */
export async function attempt<T>(what: string, answer: Promise<T>): Promise<{ value: T } | undefined> {
  try {
    return { value: await answer };
  } catch (error) {
    failureReported(what, serializeError(error));
    return undefined;
  }
}

function crashed(reason: string): void {
  buffer.flush();
  const error = new StudioError('Internal', `The trainer stopped: ${reason.replace(/[.\s]*$/, '')}.`);
  stopWatching();
  client?.fail(error);
  port?.terminate();
  port = undefined;
  client = undefined;
  progressed(undefined);
  modelsLost();
  deviceFailed(serializeError(error));
  endStudy('failed');
  runFailed(serializeError(error), true);
}

function receive(event: TrainEvent): void {
  if (event.kind === 'done') endStudy(event.reason === 'stopped' ? 'stopped' : 'finished');
  buffer.add(event);
}

function vectorsLost({ name }: TrainerEvents['vectorsLost']): void {
  noticeAdded({
    kind: 'error',
    title: `${name} can no longer be read`,
    message:
      'The file was moved or changed after it was added. The model is not affected, but of the words outside the corpora only ' +
      'the first 20,000 of the file keep a vector. Add the file again.',
  });
}

function deviceLost({ failure, device, resumedFromEpoch }: TrainerEvents['deviceLost']): void {
  buffer.flush();
  deviceOpened(device);
  const isApart = selectIsApart(useStudyStore.getState());
  if (resumedFromEpoch !== undefined && !isApart) runRewound(resumedFromEpoch);
  const resumed = resumedFromEpoch === undefined ? '' : ` The run resumes from the end of epoch ${resumedFromEpoch}.`;
  const isFull = failure.reason === 'out-of-memory';
  noticeAdded({
    kind: 'note',
    title: isFull ? 'The GPU ran out of memory' : 'The device was lost',
    message: `${isFull ? 'A smaller batch or fewer hidden units may fit it.' : failure.message} ${device.description} is used now.${resumed}`,
  });
}
