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
  /** How each field is read. A stored field that does not match is ignored, and the others are used. */
  fields: { [Field in keyof State]: v.GenericSchema<unknown, State[Field]> };
}

/** A text that is no JSON is kept under another key, as the next change would overwrite it. */
function readOrSetAside(key: string): string | null {
  const text = localText.read(key);
  try {
    JSON.parse(text ?? 'null');
    return text;
  } catch {
    localText.write(`${key}.damaged`, text ?? undefined);
    return null;
  }
}

/** If the storage is full, the next session starts with the previous values. */
const STORAGE: StateStorage = {
  getItem: readOrSetAside,
  setItem: (key, text) => void localText.write(key, text),
  removeItem: (key) => void localText.write(key, undefined),
};

/** The stored fields that can be read. */
function readFields<State extends object>(fields: PersistedOptions<State>['fields'], stored: unknown): Partial<State> {
  const values = Object(stored) as Record<string, unknown>;
  const read = Object.entries<v.GenericSchema<unknown, unknown>>(fields).flatMap(([name, schema]) => {
    const { success, output } = v.safeParse(schema, values[name]);
    return success ? [[name, output]] : [];
  });
  return Object.fromEntries(read) as Partial<State>;
}

/** A store that is persisted. Without browser storage, it lasts until the page is closed. */
export function createPersistedStore<State extends object>({ key, initial, fields }: PersistedOptions<State>) {
  const store = create<State>()(
    subscribeWithSelector(
      persist(() => initial, {
        name: key,
        storage: createJSONStorage(() => STORAGE),
        merge: (stored, current) => ({ ...current, ...readFields(fields, stored) }),
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
