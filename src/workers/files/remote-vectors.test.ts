import { expect, test, vi } from 'vitest';
import { collectGarbage } from '../../../test/helpers/garbage.ts';
import { serve, type Emit, type Port } from '../../lib/rpc.ts';
import { readVectorsInWorker } from './remote-vectors.ts';
import { vectorsHandlers, type VectorsEvents } from './vectors-handlers.ts';

const wanted = new Set(['oslo']);
const vectorsFile = (text = 'mira 1 2\noslo 3 4\n') => new File([text], 'a.txt');

/** A worker in this thread. Its answers are delivered only while it is not `held`. */
function workerHere() {
  const queue: unknown[] = [];
  const deliver = () => {
    if (worker.isHeld) return;
    for (const data of queue.splice(0)) worker.onmessage?.(new MessageEvent('message', { data }));
  };
  const scope: Port = {
    onmessage: null,
    postMessage: (message) => {
      queue.push(structuredClone(message));
      deliver();
    },
  };
  serve(scope, vectorsHandlers, (emit: Emit<VectorsEvents>) => ({ emit }));
  const worker = {
    isHeld: false,
    onmessage: null as Port['onmessage'],
    onerror: null as NonNullable<Port['onerror']> | null,
    postMessage: (data: unknown) => scope.onmessage?.(new MessageEvent('message', { data })),
    terminate: vi.fn<() => void>(),
    release: () => {
      worker.isHeld = false;
      deliver();
    },
    /** Simulates an uncaught error in the worker. */
    stop: (message: string) => worker.onerror?.(Object.assign(new Event('error'), { message }) as ErrorEvent),
  } satisfies Port & Record<string, unknown>;
  return worker;
}

test('a worker ends when its vectors are garbage-collected, but not before it has answered', async () => {
  const [held, dropped, asked] = [workerHere(), workerHere(), workerHere()];
  const { stored } = await readVectorsInWorker(vectorsFile(), { wanted, keep: true }, held);
  await readVectorsInWorker(vectorsFile(), { wanted, keep: true }, dropped).then(() => undefined);
  let answer: Promise<Map<string, Float32Array>> | undefined;
  await readVectorsInWorker(vectorsFile(), { wanted, keep: true }, asked).then((read) => {
    asked.isHeld = true;
    answer = read.stored!.find(['mira']);
  });
  await expect
    .poll(async () => {
      await collectGarbage();
      return dropped.terminate.mock.calls.length;
    })
    .toBe(1);
  expect(asked.terminate).not.toHaveBeenCalled();
  asked.release();
  expect([...(await answer!)]).toEqual([['mira', Float32Array.of(1, 2)]]);
  await expect
    .poll(async () => {
      await collectGarbage();
      return asked.terminate.mock.calls.length;
    })
    .toBe(1);
  expect(held.terminate).not.toHaveBeenCalled();
  expect([...(await stored!.find(['oslo'])).keys()]).toEqual(['oslo']);
});

test('without `keep`, and after an error, the worker ends when reading ends', async () => {
  const [done, failed] = [workerHere(), workerHere()];
  const read = await readVectorsInWorker(vectorsFile(), { wanted, keep: false }, done);
  expect(read.vectors).toEqual({ dimensions: 2, words: ['oslo'], values: Float32Array.of(3, 4) });
  expect(read.stored).toBeUndefined();
  expect(done.terminate).toHaveBeenCalledOnce();
  const reading = readVectorsInWorker(vectorsFile('\n'), { wanted, keep: true }, failed);
  await expect(reading).rejects.toMatchObject({ code: 'BadVectors' });
  expect(failed.terminate).toHaveBeenCalledOnce();
});

test('cancelling ends the worker immediately', async () => {
  const worker = workerHere();
  worker.isHeld = true;
  const controller = new AbortController();
  const reading = readVectorsInWorker(vectorsFile(), { wanted, keep: true, signal: controller.signal }, worker);
  controller.abort();
  await expect(reading).rejects.toMatchObject({ code: 'Cancelled' });
  expect(worker.terminate).toHaveBeenCalledOnce();
});

test('if the worker stops, reading fails, and so do all later look-ups', async () => {
  const [early, late] = [workerHere(), workerHere()];
  early.isHeld = true;
  const reading = readVectorsInWorker(vectorsFile(), { wanted, keep: true }, early);
  early.stop('out of memory');
  await expect(reading).rejects.toThrow('The reader of a.txt stopped: out of memory. Remove the vectors and add');

  const { stored } = await readVectorsInWorker(vectorsFile(), { wanted, keep: true }, late);
  late.isHeld = true;
  const [found, extracted] = [stored!.find(['mira']), stored!.extract(1)];
  late.stop('out of memory');
  for (const lookUp of [found, extracted, stored!.find(['mira'])]) await expect(lookUp).rejects.toThrow('stopped');
  expect(late.terminate).toHaveBeenCalledOnce();
});
