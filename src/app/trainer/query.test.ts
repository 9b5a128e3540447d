import { expect, test } from 'vitest';
import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import { query, valueOf, type Answer } from './query.ts';

/** A question whose answers the test gives. */
function held() {
  const asked: { key: string; signal: AbortSignal; resolve: (value: number) => void; reject: (e: unknown) => void }[] =
    [];
  const question = query(
    (key: string, signal) => new Promise<number>((resolve, reject) => asked.push({ key, signal, resolve, reject })),
  );
  return { question, asked };
}

test('a question runs, and is answered or fails', async () => {
  const { question, asked } = held();
  expect(question.answer()).toEqual({ phase: 'none' });
  const first = question.ask('a');
  expect(question.answer()).toMatchObject({ phase: 'running', key: 'a' });
  asked[0]!.resolve(1);
  await first;
  expect(question.answer()).toEqual({ phase: 'done', key: 'a', value: 1 });
  const second = question.ask('b');
  expect(valueOf(question.answer())).toBe(1); // while it is asked again
  asked[1]!.reject(new StudioError('NotReady', 'Not yet.'));
  await second;
  expect(question.answer()).toMatchObject({ phase: 'failed', key: 'b', error: { code: 'NotReady' } });
  expect(valueOf(question.answer())).toBeUndefined();
});

test('the latest question cancels the earlier one, whose outcome is ignored', async () => {
  const { question, asked } = held();
  const both = [question.ask('a'), question.ask('b')];
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  asked[1]!.resolve(2);
  asked[0]!.resolve(1); // too late
  await Promise.all(both);
  expect(question.answer()).toEqual({ phase: 'done', key: 'b', value: 2 });
});

test('a cancelled question is no failure, and leaves no answer', async () => {
  const question = query(async (_: undefined, signal) => {
    await Promise.resolve();
    throwIfAborted(signal);
    return 1;
  });
  const phases: Answer<undefined, number>['phase'][] = [];
  const stop = question.subscribe(({ phase }) => phases.push(phase));
  const asked = question.ask(undefined);
  question.cancel();
  await asked;
  question.cancel();
  expect(phases).toEqual(['running', 'none']);
  stop();
});

test('a request that the other side cancels is no failure either', async () => {
  const question = query(() => Promise.reject(new StudioError('Cancelled', 'Cancelled.')));
  await question.ask(undefined);
  expect(question.answer()).toEqual({ phase: 'none' });
});

test('change keeps the key, and does nothing without a value', async () => {
  const question = query((key: string) => Promise.resolve(key.length));
  question.change((value) => value + 1);
  expect(question.answer()).toEqual({ phase: 'none' });
  await question.ask('abc');
  question.change((value) => value + 1);
  expect(question.answer()).toEqual({ phase: 'done', key: 'abc', value: 4 });
});
