import { create } from 'zustand';
import { createJSONStorage, persist, subscribeWithSelector, type StateStorage } from 'zustand/middleware';
import * as v from 'valibot';

const resets = new Set<() => void>();

/** A store of the page. Its listeners can subscribe to what a selector gives. */
export function createStore<State extends object>(initial: State) {
  const store = create<State>()(subscribeWithSelector(() => initial));
  resets.add(() => store.setState(initial, true));
  return store;
}

export interface PersistedOptions<State> {
  /** In the browser's local storage. */
  key: string;
  initial: State;
  /** What does not fit it is as if nothing had been stored. */
  schema: v.GenericSchema<unknown, Partial<State>>;
  /** What versions before this one stored, under other keys; asked where nothing is stored under `key`. */
  readEarlier: (read: (key: string) => string | null) => unknown;
}

/** A store that outlives the page. In a browser that stores nothing it lasts until the page is closed. */
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
    return false; // reading the name alone throws where storage is blocked
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
        // No room: the next visit begins with what is stored now.
      }
    },
    removeItem: (key) => storage?.removeItem(key),
  };
}

/** For tests: every store as it is when the page opens for the first time. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
