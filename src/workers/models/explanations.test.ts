import { expect, test } from 'vitest';
import { explanationHandlers, Explanations } from './explanations.ts';

const signal = new AbortController().signal;
const place = { text: 'Norrby is old.', sentence: 0, token: 0 };

test('slow requests wait for quick ones and for each other, even if those fail; quick ones do not wait', async () => {
  const begun: { resolve: (value: never) => void; reject: (cause: Error) => void }[] = [];
  const { gates, attribute, spelling } = explanationHandlers;
  const explanations = new Explanations({
    use: <T>() =>
      new Promise<T>((resolve, reject) => begun.push({ resolve: resolve as (value: never) => void, reject })),
  });
  const waited = () => new Promise((resolve) => setTimeout(resolve));
  const first = gates({ explanations }, { ...place, tag: 1, unit: undefined }, signal);
  const second = attribute({ explanations }, { ...place, tag: 1 }, signal);
  const third = spelling({ explanations }, { ...place, spelling: undefined }, signal);
  await waited();
  expect(begun).toHaveLength(1);
  begun[0]!.resolve('gates' as never);
  await expect(first).resolves.toBe('gates');
  await waited();
  expect(begun).toHaveLength(2);
  void gates({ explanations }, { ...place, tag: 2, unit: undefined }, signal); // another cell: answered immediately
  expect(begun).toHaveLength(3);
  begun[1]!.reject(new Error('lost'));
  await expect(second).rejects.toThrow('lost');
  await waited();
  expect(begun).toHaveLength(4);
  begun[3]!.resolve('spelling' as never);
  await expect(third).resolves.toBe('spelling');
});

test('a request that is cancelled while it waits is not computed', async () => {
  const withoutModel = {
    use: <T>(explain: (model: never, stored: undefined) => Promise<T>) => explain(undefined as never, undefined),
  };
  const explanations = new Explanations(withoutModel as never);
  const cancelled = AbortSignal.abort();
  await expect(explanationHandlers.attribute({ explanations }, { ...place, tag: 1 }, cancelled)).rejects.toMatchObject({
    code: 'Cancelled',
  });
});
