import { expect, onTestFinished, test } from 'vitest';
import { StudioError } from '../../lib/errors.ts';
import { TrainerClient, type Port } from './client.ts';
import type { Handlers } from './protocol.ts';
import { serve } from './serve.ts';

/** A client of the handlers, connected by a real channel. */
function clientOf(handlers: Partial<Handlers>): TrainerClient {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  serve(port2 as unknown as Port, () => handlers as Handlers);
  return new TrainerClient(port1 as unknown as Port, {});
}

/** A handler that waits until it is cancelled. */
const waiting: Handlers['score'] = (_, signal) =>
  new Promise((_resolve, reject) => {
    const cancelled = () => reject(new StudioError('Cancelled', 'Cancelled.'));
    if (signal.aborted) cancelled();
    signal.addEventListener('abort', cancelled);
  });

test('returns the result of a request; an error keeps its code', async () => {
  const refuse = () => {
    throw new StudioError('BadInput', 'There is no such file.');
  };
  const client = clientOf({ stop: () => undefined, removeFile: refuse, pause: () => Promise.reject(new Error('odd')) });
  expect(await client.request('stop', {})).toBeUndefined();
  await expect(client.request('removeFile', { id: 1 })).rejects.toMatchObject({ code: 'BadInput' });
  await expect(client.request('pause', {})).rejects.toMatchObject({ code: 'Internal', message: 'odd' });
});

test('aborting the signal cancels the request, even if it was aborted before', async () => {
  const client = clientOf({ score: waiting });
  const controller = new AbortController();
  const score = client.request('score', { id: 1 }, controller.signal);
  controller.abort();
  await expect(score).rejects.toMatchObject({ code: 'Cancelled' });
  await expect(client.request('score', { id: 1 }, AbortSignal.abort())).rejects.toMatchObject({ code: 'Cancelled' });
});

test('fail rejects all pending requests', async () => {
  const client = clientOf({ score: waiting });
  const score = client.request('score', { id: 1 });
  client.fail(new StudioError('Internal', 'The trainer stopped.'));
  await expect(score).rejects.toThrow('The trainer stopped.');
});
