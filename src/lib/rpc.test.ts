import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StudioError, throwIfAborted } from './errors.ts';
import { Client, serve, transfer, type Emit, type Handlers, type Port } from './rpc.ts';

type Requests = {
  double: [params: number, result: number];
  fail: [params: { code: 'BadInput' | undefined }, result: void];
  wait: [params: { ms?: number }, result: void];
  move: [params: Uint8Array<ArrayBuffer>, result: Uint8Array<ArrayBuffer>];
  count: [params: { to: number; failsAt?: number }, result: AsyncGenerator<number>];
};
type Events = { doubled: number };

/** What a server has done. */
interface Context {
  emit: Emit<Events>;
  counted: number[];
  /** Ends of `count`. */
  ended: number;
}

const handlers: Handlers<Context, Requests> = {
  double: async ({ emit }, number) => {
    emit('doubled', number);
    if (number % 2 === 1) await Promise.resolve(); // odd numbers take longer
    return 2 * number;
  },
  fail: (_, { code }) => {
    throw code === undefined ? new TypeError('odd') : new StudioError(code, 'There is no such file.');
  },
  wait: (_, _params, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new StudioError('Cancelled', 'Cancelled.')));
      throwIfAborted(signal);
    }),
  move: (_, bytes) => transfer(bytes, [bytes.buffer]),
  async *count(context, { to, failsAt }) {
    try {
      for (let i = 1; i <= to; i++) {
        if (i === failsAt) throw new StudioError('BadCorpus', `no ${i}`);
        context.counted.push(i);
        yield i;
        await Promise.resolve();
      }
    } finally {
      context.ended++;
    }
  },
};

function connected() {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const context: Context = { emit: () => undefined, counted: [], ended: 0 };
  const order: string[] = [];
  serve(port2 as Port, handlers, (emit: Emit<Events>) => Object.assign(context, { emit }));
  const client = new Client<Requests, Events>(
    port1 as Port,
    { doubled: (number) => order.push(`doubled ${number}`) },
    (reason) => new StudioError('Internal', `The server stopped: ${reason}.`),
  );
  return { client, context, order, port1, port2 };
}

const cancelled = { name: 'StudioError', code: 'Cancelled' };

test('requests are answered with results, or with errors that keep their code', async () => {
  const { client } = connected();
  expect(await client.request('double', 21)).toBe(42);
  const failed = client.request('fail', { code: 'BadInput' });
  await expect(failed).rejects.toMatchObject({
    name: 'StudioError',
    code: 'BadInput',
    message: 'There is no such file.',
  });
  await expect(client.request('fail', { code: undefined })).rejects.toMatchObject({ code: 'Internal', message: 'odd' });
});

test('events and results arrive in the order in which they are sent', async () => {
  const { client, order } = connected();
  const ask = async (number: number) => order.push(`result ${await client.request('double', number)}`);
  await Promise.all([1, 2, 3].map(ask));
  expect(order.filter((line) => line.startsWith('doubled'))).toEqual(['doubled 1', 'doubled 2', 'doubled 3']);
  expect(order.filter((line) => line.startsWith('result'))).toEqual(['result 2', 'result 4', 'result 6']);
  for (const number of [1, 2, 3]) {
    expect(order.indexOf(`doubled ${number}`)).toBeLessThan(order.indexOf(`result ${2 * number}`));
  }
});

test('aborting the signal cancels the request, even if it was aborted before', async () => {
  const { client } = connected();
  const controller = new AbortController();
  const [waiting, other] = [client.request('wait', {}, controller.signal), client.request('double', 2)];
  controller.abort();
  await expect(waiting).rejects.toMatchObject(cancelled);
  expect(await other).toBe(4);
  await expect(client.request('wait', {}, AbortSignal.abort())).rejects.toMatchObject(cancelled);
});

test('marked buffers are moved, not copied, in both directions', async () => {
  const { client } = connected();
  const bytes = Uint8Array.of(1, 2, 3);
  expect(await client.request('move', transfer(bytes, [bytes.buffer]))).toEqual(Uint8Array.of(1, 2, 3));
  expect(bytes).toHaveLength(0);
});

test('what cannot be sent rejects', async () => {
  const { client } = connected();
  await expect(client.request('double', (() => 1) as never)).rejects.toThrow('could not be cloned');
  expect(await client.request('double', 1)).toBe(2);
});

test('a stream yields its items in order, then ends; it is computed at most two items ahead', async () => {
  const { client, context } = connected();
  const items: number[] = [];
  for await (const item of client.stream('count', { to: 6 })) {
    items.push(item);
    await vi.waitFor(() => expect(context.counted).toHaveLength(Math.min(6, item + 2)));
    await client.request('double', 1); // time for more
    expect(context.counted).toHaveLength(Math.min(6, item + 2));
  }
  expect(items).toEqual([1, 2, 3, 4, 5, 6]);
  expect(context.ended).toBe(1);
});

test('two streams at once do not mix; an error comes after the items before it', async () => {
  const { client } = connected();
  const read = async (failsAt?: number) => {
    const items: (number | string)[] = [];
    try {
      for await (const item of client.stream('count', { to: 4, ...(failsAt && { failsAt }) })) items.push(item);
    } catch (error) {
      items.push((error as StudioError).code);
    }
    return items;
  };
  expect(await Promise.all([read(), read(3)])).toEqual([
    [1, 2, 3, 4],
    [1, 2, 'BadCorpus'],
  ]);
});

test('returning early ends the stream on the other side before it returns', async () => {
  const { client, context } = connected();
  for await (const item of client.stream('count', { to: 1000 })) if (item === 2) break;
  expect(context.ended).toBe(1);
  expect(context.counted.length).toBeLessThan(6);
});

test('a stream can be cancelled', async () => {
  const { client, context } = connected();
  const controller = new AbortController();
  const read = async () => {
    for await (const item of client.stream('count', { to: 1000 }, controller.signal))
      if (item === 3) controller.abort();
  };
  await expect(read()).rejects.toMatchObject(cancelled);
  expect(context.ended).toBe(1);
});

test('when the other side closes, pending and later requests reject, and streams end with the error', async () => {
  const { client, port2 } = connected();
  const waiting = client.request('wait', {});
  const items = client.stream('count', { to: 1000 });
  await items.next();
  port2.close();
  await expect(waiting).rejects.toThrow('The server stopped: it closed the connection.');
  await expect(client.request('double', 1)).rejects.toMatchObject({ code: 'Internal' });
  const rest = async () => {
    for await (const item of items) expect(item).toBeLessThan(4);
  };
  await expect(rest()).rejects.toThrow('The server stopped');
});

test('a worker of Node that exits rejects its requests', async () => {
  const { port1, port2 } = new MessageChannel();
  const code = `require('node:worker_threads').workerData.on('message', () => process.exit())`;
  const worker = new Worker(code, { eval: true, workerData: port2, transferList: [port2 as never] });
  const client = new Client<Requests>(port1 as Port, {}, (reason) => new Error(`ended: ${reason}`));
  await expect(client.request('double', 1)).rejects.toThrow('ended: it closed the connection');
  await worker.terminate();
});

test('an uncaught error of a worker rejects its requests, and ends it', async () => {
  const terminate = vi.fn<() => void>();
  const port: Port = { postMessage: () => undefined, onmessage: null, terminate };
  const client = new Client<Requests>(port, {}, (reason) => new Error(`ended: ${reason}`));
  const waiting = client.request('double', 1);
  port.onerror!(Object.assign(new Event('error'), { message: 'out of memory' }) as ErrorEvent);
  await expect(waiting).rejects.toThrow('ended: out of memory');
  await expect(client.request('double', 1)).rejects.toThrow('ended: out of memory');
  expect(terminate).toHaveBeenCalledOnce();
});

test('closing rejects with the given error', async () => {
  const { client } = connected();
  const waiting = client.request('wait', {});
  client.close(new StudioError('NotReady', 'It was removed.'));
  await expect(waiting).rejects.toMatchObject({ code: 'NotReady' });
  await expect(client.request('double', 1)).rejects.toMatchObject({ code: 'NotReady' });
});

test('if the first request fails, the connection is closed; it is cancelled without an answer', async () => {
  const { client } = connected();
  expect(await client.begin('double', 1)).toBe(2);
  await expect(client.begin('fail', { code: 'BadInput' })).rejects.toMatchObject({ code: 'BadInput' });
  await expect(client.request('double', 1)).rejects.toMatchObject({ code: 'BadInput' });

  const terminate = vi.fn<() => void>();
  const silent = new Client<Requests>({ postMessage: () => undefined, onmessage: null, terminate }, {}, Error);
  const controller = new AbortController();
  const asked = silent.begin('double', 1, controller.signal);
  controller.abort();
  await expect(asked).rejects.toMatchObject(cancelled);
  expect(terminate).toHaveBeenCalledOnce();
});
