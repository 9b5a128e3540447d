import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { damagesOf } from '../../../../../test/helpers/damage.ts';
import { readKeptLearner, readSetRecord, type KeptLearner } from './stored-set.ts';

const LEARNER: KeptLearner = {
  version: 1,
  saved: new Blob(['weights']),
  learnt: {
    trainedOn: 20,
    quality: { f1: 0.5, low: 0.4, high: 0.6, sentences: 12, entities: 9 },
    forecast: { kind: 'unknown', reason: 'few-points' },
    seconds: 1.5,
    from: 'model',
  },
  curve: [{ sentences: 20, f1: 0.5 }],
  queue: Int32Array.of(1, 0),
  sentences: 2,
  annotated: 1,
};

test('a learner is read unchanged, or, if any part is damaged, not at all', () => {
  expect(readKeptLearner(LEARNER)).toEqual(LEARNER);
  const wrong = [...damagesOf(LEARNER)].filter(({ value }) => {
    const read = readKeptLearner(value);
    return read !== undefined && !(isDeepStrictEqual(read, value) && read.queue.every((id) => id < read.sentences));
  });
  expect(wrong).toEqual([]);
});

test('a record is always read, with the parts that are not damaged', () => {
  const record = { id: 'a', name: 'Letters', sentences: 2, accepted: 1, createdAt: 1, changedAt: 2, lines: 3 };
  expect(readSetRecord('a', record)).toEqual(record);
  const wrong = [...damagesOf(record)].filter(({ what, value }) => {
    const read = readSetRecord('a', value);
    const kept = Object.entries(record).filter(([key, part]) => Object.is(part, read[key as keyof typeof read]));
    return read.id !== 'a' || (what.startsWith('.') && kept.length < 6);
  });
  expect(wrong).toEqual([]);
});
