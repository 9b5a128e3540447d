import type { FileId } from '../wire/payloads.ts';

/** Loaded files in the order of addition, and removed files that can be restored. */
export class Removable<Entry extends { readonly id: FileId }> {
  #entries: Entry[] = [];
  #removed: Entry[] = [];

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  add(...entries: readonly Entry[]): void {
    this.#entries.push(...entries);
  }

  find(id: FileId): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  remove(id: FileId): void {
    this.removeWhere((entry) => entry.id === id);
  }

  removeWhere(isRemoved: (entry: Entry) => boolean): void {
    this.#removed.push(...this.#entries.filter(isRemoved));
    this.#entries = this.#entries.filter((entry) => !isRemoved(entry));
  }

  /** The removed files in `ids`. */
  removed(ids: readonly FileId[]): readonly Entry[] {
    return this.#removed.filter(({ id }) => ids.includes(id));
  }

  /** @returns the restored files */
  restore(ids: readonly FileId[]): readonly Entry[] {
    const restored = this.removed(ids);
    this.#entries.push(...restored);
    this.discard(ids);
    return restored;
  }

  discard(ids: readonly FileId[]): void {
    this.#removed = this.#removed.filter(({ id }) => !ids.includes(id));
  }
}
