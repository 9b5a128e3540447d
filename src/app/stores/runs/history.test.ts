import { beforeEach, expect, test } from 'vitest';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { runRecord, runResult } from '../../../../test/app/samples.ts';
import {
  bestAmong,
  comparisonToggled,
  f1Of,
  makerRecorded,
  MOST_COMPARED,
  otherTagger,
  recordStarted,
  recordChanged,
  recordEnded,
  recordsAdded,
  recordsDeleted,
  recordsRestored,
  useHistoryStore,
} from './history.ts';

const history = () => useHistoryStore.getState();
const names = () => history().records.map(({ name }) => name);

beforeEach(resetStores);

test('the numbers of runs continue those of earlier sessions', () => {
  recordsAdded([runRecord('a', 1, { name: 'Run 7' }), runRecord('b', 1, { name: 'the good one' })]);
  recordStarted(runRecord('c', 0, { startedAt: Date.now() }));
  expect(names()[0]).toBe('Run 8');
});

test('runs of earlier sessions are listed after one that has started in the meantime', () => {
  recordStarted(runRecord('c', 0, { startedAt: Date.now() }));
  recordsAdded([runRecord('old', 1, { startedAt: 1 }), runRecord('older', 1, { startedAt: 0 })]);
  expect(names()).toEqual(['Run 1', 'old', 'older']);
});

test('a new run is compared, and replaces the oldest if there are too many', () => {
  for (let i = 0; i <= MOST_COMPARED; i++) recordStarted(runRecord(`run ${i}`, 0, { startedAt: i }));
  expect(Object.keys(history().compared)).toHaveLength(MOST_COMPARED);
  expect(history().compared).not.toHaveProperty('run 0');
  expect(history().compared[`run ${MOST_COMPARED}`]).toBe(0);
  comparisonToggled('run 0');
  expect(history().compared).not.toHaveProperty('run 0');
});

test('compared runs keep their places when others are removed', () => {
  for (const id of ['a', 'b', 'c']) recordStarted(runRecord(id, 0));
  comparisonToggled('b');
  expect(history().compared).toEqual({ a: 0, c: 2 });
  recordsDeleted([{ record: runRecord('a', 0), model: undefined, checkpoint: undefined }]);
  comparisonToggled('b');
  expect(history().compared).toEqual({ c: 2, b: 0 });
});

test('the best run is chosen among those with the same data, by the mean of its seeds', () => {
  const seeds = [runResult('seeds', 1, 8), runResult('seeds', 2, 1)];
  const [mixed, good, other] = [
    runRecord('mixed', 8, { seeds }),
    runRecord('good', 5),
    runRecord('other', 9, { dev: 'other.dev' }),
  ];
  const all = [mixed, good, other];
  expect(f1Of(mixed)).toBeLessThan(f1Of(good)!);
  expect(all.map((record) => bestAmong(all, record)?.name)).toEqual(['good', 'good', undefined]);
});

test('a shortened trial of a search is not compared with full runs', () => {
  const trial = runRecord('Trial 1', 9, { partial: '7 epochs, 33% of the sentences' });
  const all = [runRecord('a', 3), trial, runRecord('b', 2)];
  expect(all.map((record) => bestAmong(all, record)?.name)).toEqual(['a', undefined, 'a']);
});

test('epochs and the end of a run are added to its record', () => {
  recordStarted(runRecord('a', 0, { reason: undefined }));
  recordChanged('a', { epochs: runRecord('a', 2).epochs });
  recordEnded('a', { reason: 'finished' });
  expect(history()).toMatchObject({ current: undefined, records: [{ reason: 'finished', epochs: [{}, {}] }] });
});

test('restored runs are compared as before, unless their place is taken', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => runRecord(name, 1));
  recordsAdded([a!, b!, c!]);
  [a, b].forEach((record) => comparisonToggled(record!.id));
  recordsDeleted([a!, b!, c!].map((record) => ({ record, model: undefined, checkpoint: undefined })));
  recordStarted(runRecord('new', 0)); // takes the first place
  recordsRestored();
  expect(history().compared).toEqual({ new: 0, b: 1 });
  expect(names()).toHaveLength(4);
  expect(history().deleted).toEqual([]);
});

test('the model in use is named if it is not of the last run', () => {
  const [mine, other] = [
    { id: 1, name: 'tagsmith-model' },
    { id: 2, name: 'Run 1' },
  ];
  recordsAdded([runRecord('old', 1, { name: 'the good one' })]);
  recordStarted(runRecord('new', 0));
  makerRecorded(1, 'new');
  makerRecorded(2, 'old');
  expect(otherTagger(history(), undefined)).toBeUndefined();
  expect(otherTagger(history(), mine)).toBeUndefined();
  expect(otherTagger(history(), other)).toBe('the good one');
  expect(otherTagger(history(), { id: 3, name: 'imported' })).toBe('imported');
});
