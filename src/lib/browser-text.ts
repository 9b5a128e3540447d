/** Texts that the browser keeps. If it blocks or lacks storage, or the storage is full, nothing is kept. */
export interface BrowserText {
  /** Null if there is none. */
  read(key: string): string | null;
  /** Without a text, removes it. @returns whether it was stored */
  write(key: string, text: string | undefined): boolean;
  keys(): string[];
  isAvailable(): boolean;
}

/** Even accessing the property throws if storage is blocked; in workers and Node it may not exist. */
function textsIn(area: () => Storage | undefined): BrowserText {
  const guarded = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      const storage = area();
      return storage === undefined ? otherwise : use(storage);
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => guarded((storage) => storage.getItem(key), null),
    write: (key, text) =>
      guarded((storage) => {
        if (text === undefined) storage.removeItem(key);
        else storage.setItem(key, text);
        return true;
      }, false),
    isAvailable: () => guarded(() => true, false),
    keys: () => guarded((storage) => Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? ''), []),
  };
}

/** Shared by all pages of this origin, without an end. */
export const localText = textsIn(() => globalThis.localStorage);

/** Of this tab: also after a reload. */
export const tabText = textsIn(() => globalThis.sessionStorage);
