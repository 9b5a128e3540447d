import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { createPersistedStore, resetStores } from './create-store.ts';
import { useMeasurementStore } from './device/measurements.ts';

beforeEach(() => {
  resetStores();
  localStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** The state in the next session. */
async function nextVisit<State>(store: { getState: () => State; persist: { rehydrate: () => Promise<void> } }) {
  const stored = { ...localStorage };
  resetStores(); // this also writes to the storage
  localStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, String(value));
  await store.persist.rehydrate();
  return store.getState();
}

describe('a persisted store', () => {
  const store = createPersistedStore({
    key: 'tagsmith.test',
    initial: { text: 'none', count: 0 },
    fields: { text: v.string(), count: v.number() },
  });

  test('is restored in the next session', async () => {
    store.setState({ text: 'some' });
    expect(await nextVisit(store)).toEqual({ text: 'some', count: 0 });
  });

  test.each(['nothing', '{"state":', 'null', '{"state":{"count":"3"}}', '[]'])('ignores %s', async (stored) => {
    localStorage.setItem('tagsmith.test', stored);
    expect(await nextVisit(store)).toEqual({ text: 'none', count: 0 });
  });

  test('restores the fields that are not damaged, and keeps a text that cannot be read', async () => {
    localStorage.setItem('tagsmith.test', '{"state":{"text":"some","count":"3"}}');
    expect(await nextVisit(store)).toEqual({ text: 'some', count: 0 });
    localStorage.setItem('tagsmith.test', '{"state":{"text":"so');
    expect(await nextVisit(store)).toEqual({ text: 'none', count: 0 });
    expect(localStorage.getItem('tagsmith.test.damaged')).toBe('{"state":{"text":"so');
  });

  test('without storage space, keeps its state until the page is closed', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota is used up.', 'QuotaExceededError');
    });
    store.setState({ count: 3 });
    expect(store.getState().count).toBe(3);
  });

  test('calls listeners when the value of their selector changes', () => {
    const counts: number[] = [];
    store.subscribe(
      ({ count }) => count,
      (count) => counts.push(count),
    );
    store.setState({ text: 'other' });
    store.setState({ count: 7 });
    expect(counts).toEqual([7]);
  });
});

test('damaged measurements are dropped, the others restored', async () => {
  const verdict = { device: 'simd', reason: 'It takes 3 ms, WebGPU 5 ms.' };
  const state = {
    speeds: { 'SIMD, 2 threads': 4e9, slow: -1, odd: '3' },
    verdicts: { run: verdict, odd: { device: 'gpu', reason: '' } },
  };
  localStorage.setItem('tagsmith.measurements', JSON.stringify({ state }));
  expect(await nextVisit(useMeasurementStore)).toEqual({
    speeds: { 'SIMD, 2 threads': 4e9 },
    verdicts: { run: verdict },
  });
});
