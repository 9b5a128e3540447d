import type { Sentence } from '../../data/corpus.ts';
import { listQuality, type ListQuality } from '../../data/features/list-quality.ts';
import { mergeLists, type NameFile } from '../../data/features/read-names.ts';
import type { NameList } from '../../data/vocabulary/features.ts';
import type { FileId, ListFile } from '../wire/payloads.ts';

/** A file of names as it was read. */
export interface ReadNames extends NameFile {
  size: number;
}

interface LoadedList extends ReadNames {
  id: FileId;
  /** What was last found in training data, and in which. */
  found?: { in: readonly (readonly Sentence[])[]; lists: ListQuality[] };
}

/** The loaded files of names. */
export class LoadedLists {
  #files: LoadedList[] = [];
  /** Files that can be restored. */
  #removed: LoadedList[] = [];

  add(id: FileId, names: ReadNames): void {
    this.#files.push({ id, ...names });
  }

  remove(id: FileId): void {
    this.#removed.push(...this.#files.filter((file) => file.id === id));
    this.#files = this.#files.filter((file) => file.id !== id);
  }

  restore(ids: readonly FileId[]): void {
    this.#files.push(...this.#removed.filter(({ id }) => ids.includes(id)));
    this.discard(ids);
  }

  discard(ids: readonly FileId[]): void {
    this.#removed = this.#removed.filter(({ id }) => !ids.includes(id));
  }

  /** Of all files, those of one name joined. */
  merged(): NameList[] {
    return mergeLists(this.#files.flatMap(({ lists }) => lists));
  }

  /** @param train the sentences of each training file */
  describe(train: readonly (readonly Sentence[])[]): ListFile[] {
    return this.#files.map((list) => {
      const isSame = list.found?.in.length === train.length && train.every((one, i) => list.found?.in[i] === one);
      if (list.found === undefined || !isSame) list.found = { in: train, lists: listQuality(list.lists, train.flat()) };
      const { id, file: name, size, problems, moreProblems } = list;
      return { id, name, size, lists: list.found.lists, problems, moreProblems };
    });
  }
}
