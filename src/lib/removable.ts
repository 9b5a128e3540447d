/** Loaded files in the order of addition, and removed files that can be restored. */
export class Removable<Entry extends { readonly id: number }> {
  #entries: Entry[] = [];
  #removed: Entry[] = [];

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  add(...entries: readonly Entry[]): void {
    this.#entries.push(...entries);
  }

  find(id: number): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  remove(id: number): void {
    this.removeWhere((entry) => entry.id === id);
  }

  removeWhere(isRemoved: (entry: Entry) => boolean): void {
    this.#removed.push(...this.#entries.filter(isRemoved));
    this.#entries = this.#entries.filter((entry) => !isRemoved(entry));
  }

  /** The removed files in `ids`. */
  removed(ids: readonly number[]): readonly Entry[] {
    return this.#removed.filter(({ id }) => ids.includes(id));
  }

  /** @returns the restored files */
  restore(ids: readonly number[]): readonly Entry[] {
    const restored = this.removed(ids);
    this.#entries.push(...restored);
    this.discard(ids);
    return restored;
  }

  /** Makes an entry the only one. */
  use(entry: Entry): void {
    this.removeWhere(() => true);
    this.add(entry);
  }

  /** Replaces an entry, even if it was removed in the meantime. */
  replace(previous: Entry, next: Entry): void {
    const replaced = (entries: readonly Entry[]) => entries.map((entry) => (entry === previous ? next : entry));
    this.#entries = replaced(this.#entries);
    this.#removed = replaced(this.#removed);
  }

  discard(ids: readonly number[]): void {
    this.#removed = this.#removed.filter(({ id }) => !ids.includes(id));
  }
}
