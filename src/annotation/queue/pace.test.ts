import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readingSeconds } from './cost-model.ts';
import type { LogEntry } from '../sets/history.ts';
import { advanceWork, NO_WORK, paceOf, remainingSeconds, type WorkLog } from './pace.ts';
import type { Action } from '../sets/set.ts';

const sentence = (tokens: number, state: 'open' | 'accepted' = 'open') => ({
  tokens: Array.from({ length: tokens }, () => 'a'),
  state,
});
const entry = (at: number, action: Action): LogEntry => ({ kind: 'do', at: 1000 * at, action });
const accept = (at: number, ...ids: number[]) =>
  entry(at, { kind: 'edit', edits: ids.map((id) => ({ id, state: 'accepted' as const })) });
const mark = (at: number, id: number) => entry(at, { kind: 'edit', edits: [{ id, spans: [] }] });
const workOf = (entries: readonly LogEntry[]): WorkLog => entries.reduce(advanceWork, NO_WORK);
const times = (entries: readonly LogEntry[]) => workOf(entries).accepted.map(({ id, seconds }) => [id, seconds]);

test('the time of a sentence is that since the decision before it, with its corrections', () => {
  expect(times([accept(0, 0), mark(4, 1), accept(9, 1), accept(12, 2)])).toEqual([
    [1, 9],
    [2, 3],
  ]);
});

test('pauses, several sentences at once, undo and other actions do not count', () => {
  const guidelines = entry(20, { kind: 'describe', guidelines: 'a' });
  expect(times([accept(0, 0), accept(200, 1), accept(203, 2)])).toEqual([[2, 3]]);
  expect(times([accept(0, 0), accept(5, 1, 2), accept(8, 3)])).toEqual([[3, 3]]);
  expect(times([accept(0, 0), { kind: 'undo', at: 1000 }, accept(8, 0)])).toEqual([]);
  expect(times([accept(0, 0), guidelines, accept(24, 1), accept(25, 2)])).toEqual([[2, 1]]);
  expect(times([accept(9, 0), accept(5, 1), accept(6, 2)])).toEqual([[2, 1]]);
});

test('the pace of someone who is k times as slow as the model is k', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 11, maxLength: 90 }),
      fc.double({ min: 0.2, max: 5, noNaN: true }),
      (lengths, slowness) => {
        const sentences = lengths.map((length) => sentence(length, 'accepted'));
        let at = 0;
        const entries = lengths.map((length, id) => accept((at += slowness * readingSeconds(length)), id));
        const pace = paceOf(workOf(entries), [...sentences, sentence(20), sentence(30)])!;
        expect(pace.sentences).toBe(Math.min(50, lengths.length - 1));
        expect(pace.factor).toBeCloseTo(slowness, 6);
        const open = [...sentences, sentence(20), sentence(30)];
        expect(remainingSeconds(pace, open)).toBeCloseTo(slowness * (readingSeconds(20) + readingSeconds(30)), 4);
      },
    ),
  );
});

test('it is not reported before ten sentences', () => {
  const entries = Array.from({ length: 10 }, (_, i) => accept(5 * i, i));
  expect(
    paceOf(
      workOf(entries),
      entries.map(() => sentence(9)),
    ),
  ).toBeUndefined();
});
