import { useEffect } from 'react';
import { serializeError, type SerializedError } from '../../lib/errors.ts';
import { createStore } from '../stores/create-store.ts';

/** What is known of a question. While it is asked again, `earlier` is the last value. */
export type Answer<Key, Value> =
  | { phase: 'none'; earlier?: undefined }
  | { phase: 'running'; key: Key; earlier?: Value | undefined }
  | { phase: 'done'; key: Key; value: Value; earlier?: undefined }
  | { phase: 'failed'; key: Key; error: SerializedError; earlier?: undefined };

/** A question to the trainer, of which only the latest counts. */
export interface Query<Key, Value> {
  /** Asks. An earlier question is cancelled, and its outcome ignored. Never rejects. */
  ask: (key: Key) => Promise<void>;
  /** Cancels the question, and forgets the answer. */
  cancel: () => void;
  /** Changes the value, if there is one. */
  change: (change: (value: Value) => Value) => void;
  answer: () => Answer<Key, Value>;
  /** The answer, as a hook. */
  use: () => Answer<Key, Value>;
  subscribe: (listener: (answer: Answer<Key, Value>) => void) => () => void;
}

/** @param request rejects with `Cancelled` if the signal is aborted, which is not a failure */
export function query<Key, Value>(request: (key: Key, signal: AbortSignal) => Promise<Value>): Query<Key, Value> {
  const useAnswer = createStore<{ answer: Answer<Key, Value> }>({ answer: { phase: 'none' } });
  const answer = () => useAnswer.getState().answer;
  const set = (next: Answer<Key, Value>) => useAnswer.setState({ answer: next });
  let controller: AbortController | undefined;

  return {
    async ask(key) {
      controller?.abort();
      controller = new AbortController();
      const running: Answer<Key, Value> = { phase: 'running', key, earlier: valueOf(answer()) };
      set(running);
      const outcome = await request(key, controller.signal).then(
        (value): Answer<Key, Value> => ({ phase: 'done', key, value }),
        (cause: unknown): Answer<Key, Value> => {
          const error = serializeError(cause);
          return error.code === 'Cancelled' ? { phase: 'none' } : { phase: 'failed', key, error };
        },
      );
      if (answer() === running) set(outcome);
    },
    cancel() {
      controller?.abort();
      if (answer().phase !== 'none') set({ phase: 'none' });
    },
    change(change) {
      const now = answer();
      if (now.phase === 'done') set({ ...now, value: change(now.value) });
    },
    answer,
    use: () => useAnswer(({ answer: now }) => now),
    subscribe: (listener) => useAnswer.subscribe(({ answer: now }) => now, listener),
  };
}

/** The value of an answer, or the last one while the question is asked again. */
export function valueOf<Value>(answer: Answer<unknown, Value>): Value | undefined {
  return answer.phase === 'done' ? answer.value : answer.earlier;
}

/** Asks when `key` changes, unless it is the question asked last. Without a key, the answer is forgotten. */
export function useQuery<Key, Value>(question: Query<Key, Value>, key: Key | undefined): Answer<Key, Value> {
  useEffect(() => {
    const now = question.answer();
    if (key === undefined) {
      question.cancel();
    } else if ((now.phase !== 'done' && now.phase !== 'running') || !Object.is(now.key, key)) void question.ask(key);
  }, [question, key]);
  return question.use();
}
