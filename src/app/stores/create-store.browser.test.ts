import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { createPersistedStore, resetStores } from './create-store.ts';
import { useMeasurementStore } from './measurements.ts';
import { PREFERENCES_KEY, usePreferenceStore } from './preferences.ts';

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
    schema: v.partial(v.object({ text: v.string(), count: v.number() })),
    readEarlier: () => undefined,
  });

  test('is restored in the next session', async () => {
    store.setState({ text: 'some' });
    expect(await nextVisit(store)).toEqual({ text: 'some', count: 0 });
  });

  test.each(['nothing', '{"state":', 'null', '{"state":{"count":"3"}}', '[]'])('ignores %s', async (stored) => {
    localStorage.setItem('tagsmith.test', stored);
    expect(await nextVisit(store)).toEqual({ text: 'none', count: 0 });
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

describe('values stored by earlier versions are read', () => {
  test('preferences', async () => {
    localStorage.setItem('tagsmith.runs', 'not kept');
    expect(await nextVisit(usePreferenceStore)).toMatchObject({ isKeepingRuns: false, hasShortcuts: true });
    localStorage.setItem('tagsmith.runs', 'kept');
    localStorage.setItem('tagsmith.shortcuts', 'off');
    expect(await nextVisit(usePreferenceStore)).toMatchObject({ isKeepingRuns: true, hasShortcuts: false });
    usePreferenceStore.setState({ hasShortcuts: true });
    expect(await nextVisit(usePreferenceStore)).toMatchObject({ isKeepingRuns: true, hasShortcuts: true });
    expect(localStorage.getItem(PREFERENCES_KEY)).not.toBeNull();
  });

  test('measurements, without damaged entries', async () => {
    const verdict = { device: 'simd', reason: 'It takes 3 ms, WebGPU 5 ms.' };
    localStorage.setItem('tagsmith.speed', JSON.stringify({ 'SIMD, 2 threads': 4e9, slow: -1, odd: '3' }));
    localStorage.setItem('tagsmith.verdicts', JSON.stringify({ run: verdict, odd: { device: 'gpu', reason: '' } }));
    expect(await nextVisit(useMeasurementStore)).toEqual({
      speeds: { 'SIMD, 2 threads': 4e9 },
      verdicts: { run: verdict },
    });
    localStorage.setItem('tagsmith.speed', '{"SIMD');
    expect(await nextVisit(useMeasurementStore)).toEqual({ speeds: {}, verdicts: { run: verdict } });
  });
});
