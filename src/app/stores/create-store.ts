import { create } from 'zustand';
import { createJSONStorage, persist, subscribeWithSelector, type StateStorage } from 'zustand/middleware';
import * as v from 'valibot';
import { localText } from '../../lib/browser-text.ts';

const resets = new Set<() => void>();

/** A store of the page. Listeners can subscribe to the value of a selector. */
export function createStore<State extends object>(initial: State) {
  const store = create<State>()(subscribeWithSelector(() => initial));
  resets.add(() => store.setState(initial, true));
  return store;
}

export interface PersistedOptions<State> {
  /** Key in local storage. */
  key: string;
  initial: State;
  /** Stored values that do not match it are ignored. */
  schema: v.GenericSchema<unknown, Partial<State>>;
}

/** If the storage is full, the next session starts with the previous values. */
const STORAGE: StateStorage = {
  getItem: (key) => localText.read(key),
  setItem: (key, text) => void localText.write(key, text),
  removeItem: (key) => void localText.write(key, undefined),
};

/** A store that is persisted. Without browser storage, it lasts until the page is closed. */
export function createPersistedStore<State extends object>({ key, initial, schema }: PersistedOptions<State>) {
  const store = create<State>()(
    subscribeWithSelector(
      persist(() => initial, {
        name: key,
        storage: createJSONStorage(() => STORAGE),
        merge: (stored, current) => {
          const { success, output } = v.safeParse(schema, stored);
          return success ? { ...current, ...output } : current;
        },
      }),
    ),
  );
  resets.add(() => store.setState(initial, true));
  return store;
}

/** For tests: resets every store to its initial state. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
