import { create } from 'zustand';
import { createJSONStorage, persist, subscribeWithSelector, type StateStorage } from 'zustand/middleware';
import * as v from 'valibot';

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
  /** Reads values that earlier versions stored under other keys; called if there is nothing under `key`. */
  readEarlier: (read: (key: string) => string | null) => unknown;
}

/** A store that is persisted. Without browser storage, it lasts until the page is closed. */
export function createPersistedStore<State extends object>(options: PersistedOptions<State>) {
  const { key, initial, schema } = options;
  const store = create<State>()(
    subscribeWithSelector(
      persist(() => initial, {
        name: key,
        storage: createJSONStorage(() => localStorageOf(options)),
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

/** Whether the browser lets the page store anything. */
export function hasLocalStorage(): boolean {
  try {
    return typeof localStorage === 'object';
  } catch {
    return false; // if storage is blocked, even accessing the property throws
  }
}

function localStorageOf<State>({ readEarlier }: PersistedOptions<State>): StateStorage {
  const storage = hasLocalStorage() ? localStorage : undefined;
  const read = (key: string) => storage?.getItem(key) ?? null;
  return {
    getItem: (key) => read(key) ?? JSON.stringify({ state: readEarlier(read) }),
    setItem: (key, value) => {
      try {
        storage?.setItem(key, value);
      } catch {
        // The storage is full: the next session starts with the previous values.
      }
    },
    removeItem: (key) => storage?.removeItem(key),
  };
}

/** For tests: resets every store to its initial state. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
