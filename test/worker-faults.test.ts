import { memory } from '../src/tensors/tensors.ts';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Allocator } from '../src/kernels/simd/allocator.ts';
import type { Pointer } from '../src/lib/pointer.ts';
import type { Bytes } from '../src/lib/units.ts';
import { Client, serve, type Port } from '../src/lib/rpc.ts';
import { createContext, handlers } from '../src/workers/handlers.ts';
import type { TrainerClient } from '../src/workers/wire/protocol.ts';
import { devFile, SMALL, trainFile } from './helpers/connected-worker.ts';
import { portPair } from './helpers/port-pair.ts';

/*
 * Every operation that can fail fails once, in turn, during a short run of the worker, as in the tests of SQLite. Each failure is
 * reported to the page, nothing hangs, and the next run gives the same tags.
 */

const CONFIG = { ...SMALL, epochs: 2, patience: 0 };
const TEXT = 'Mira Holt left Oslo.';
const WAITING = { timeout: 20_000, interval: 2 };

/** Counts calls, and fails the one with the number `at`; 0: none. */
class Fault {
  calls = 0;
  at = 0;

  /** @throws if this call fails */
  pass(message: string): void {
    if (++this.calls === this.at) throw new Error(message);
  }
}

const fault = new Fault();

interface Session {
  client: TrainerClient;
  /** Kinds of events that end a run. */
  ends: string[];
}

/** @param worker the worker's end of a connection, with or without faults */
function session(worker: (port: Port) => Port = (port) => port): Session {
  const ends: string[] = [];
  const [page, port] = portPair();
  serve(worker(port), handlers, createContext);
  const client: TrainerClient = new Client(
    page,
    {
      train: ({ kind }) => {
        if (kind === 'done') ends.push(kind);
      },
      failed: ({ message }) => ends.push(message),
    },
    Error,
  );
  return { client, ends };
}

/** A run from its files to its end. @returns the reported failures */
async function trainOnce({ client, ends }: Session): Promise<string[]> {
  const failures: string[] = [];
  const attempt = async (asked: Promise<unknown>) => {
    try {
      await asked;
      return true;
    } catch (error) {
      failures.push(String(error));
      return false;
    }
  };
  await attempt(client.request('open', { device: 'simd', threads: 1 }));
  if (await attempt(client.request('addFiles', { files: [trainFile(), devFile()] }))) {
    const before = ends.length;
    if (await attempt(client.request('start', { config: CONFIG, from: 'scratch' }))) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(before), WAITING);
    }
  }
  return [...failures, ...ends.filter((end) => end !== 'done')];
}

/** After a fault: the next run, without faults. @returns tags and their probabilities */
async function trainAgain({ client, ends }: Session): Promise<unknown> {
  await client.request('open', { device: 'simd', threads: 1 }).catch(() => undefined); // refused if a run is still in progress
  await client.request('stop', {});
  const { files } = await vi.waitFor(() => client.request('removeModel', {}), WAITING);
  for (const { id } of files) await client.request('removeFile', { id });
  const { rejected } = await client.request('addFiles', { files: [trainFile(), devFile()] });
  expect(rejected).toEqual([]);
  const before = ends.filter((end) => end === 'done').length;
  await client.request('start', { config: CONFIG, from: 'scratch' });
  await vi.waitFor(() => expect(ends.filter((end) => end === 'done').length).toBeGreaterThan(before), WAITING);
  const { sentences } = await client.request('tag', { text: TEXT });
  return sentences.map(({ tokens }) => tokens.map(({ tag, probability }) => [tag, probability]));
}

let expected: unknown;
/** What a worker keeps on the device: its model. */
let tensors = 0;

beforeAll(async () => {
  const before = memory().numTensors;
  const sane = session();
  await trainOnce(sane);
  expected = await trainAgain(sane);
  tensors = memory().numTensors - before;
});

afterEach(() => {
  vi.restoreAllMocks();
  fault.at = 0;
});

/** The calls that fail: all of them, or evenly spaced ones if there are many. */
function chosen(calls: number, most: number): number[] {
  const count = Math.min(calls, most);
  return Array.from({ length: count }, (_, i) => 1 + Math.floor((i * calls) / count));
}

/** Counts the calls of a run, then makes each one fail once in a separate worker. */
async function expectSurvival(connect: () => Session, most: number): Promise<void> {
  fault.calls = 0;
  fault.at = 0;
  expect(await trainOnce(connect())).toEqual([]);
  const { calls } = fault;
  expect(calls).toBeGreaterThan(1);
  for (const at of chosen(calls, most)) {
    const before = memory().numTensors;
    const failing = connect();
    fault.calls = 0;
    fault.at = at;
    await trainOnce(failing);
    fault.at = 0;
    const after = { at, tags: await trainAgain(failing), tensors: memory().numTensors - before };
    expect(after).toEqual({ at, tags: expected, tensors });
  }
}

describe('each of these fails once, and the next run is not affected', { timeout: 300_000 }, () => {
  test('an allocation of the kernels', async () => {
    const allocate = Reflect.get(Allocator.prototype, 'allocate') as (this: Allocator, bytes: Bytes) => Pointer;
    vi.spyOn(Allocator.prototype, 'allocate').mockImplementation(function (this: Allocator, bytes) {
      fault.pass('The memory cannot grow.');
      return allocate.call(this, bytes);
    });
    await expectSurvival(() => session(), 120);
  });

  test('a message to the page', async () => {
    const failing = (port: Port): Port => ({
      set onmessage(listener: Port['onmessage']) {
        port.onmessage = listener;
      },
      get onmessage() {
        return port.onmessage;
      },
      postMessage: (message) => {
        fault.pass('The message cannot be cloned.');
        port.postMessage(message, []);
      },
    });
    await expectSurvival(() => session(failing), 200);
  });

  test('a read of a file', async () => {
    for (const method of ['arrayBuffer', 'text', 'stream', 'slice'] as const) {
      const original = Blob.prototype[method] as (...args: unknown[]) => unknown;
      vi.spyOn(Blob.prototype, method).mockImplementation(function (this: Blob, ...args: unknown[]) {
        fault.pass('The file could not be read.');
        return original.apply(this, args) as never;
      });
    }
    await expectSurvival(() => session(), 200);
  });
});
