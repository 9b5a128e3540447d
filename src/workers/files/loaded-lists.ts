import type { Sentence } from '../../data/corpus.ts';
import { listQuality, type ListQuality } from '../../data/features/list-quality.ts';
import { mergeLists, type NameFile } from '../../data/features/read-names.ts';
import type { NameList } from '../../data/vocabulary/features.ts';
import type { FileId, ListFile } from '../wire/payloads.ts';
import { Removable } from '../../lib/removable.ts';

/** A file of names and its contents. */
export interface ReadNames extends NameFile {
  size: number;
}

interface LoadedList extends ReadNames {
  id: FileId;
  /** Cached matches in the training data `in`. */
  found?: { in: readonly (readonly Sentence[])[]; lists: ListQuality[] };
}

/** The loaded files of names. */
export class LoadedLists extends Removable<LoadedList> {
  /** The lists of all files; lists with the same name are merged. */
  merged(): NameList[] {
    return mergeLists(this.entries.flatMap(({ lists }) => lists));
  }

  /** @param train the sentences of each training file */
  describe(train: readonly (readonly Sentence[])[]): ListFile[] {
    return this.entries.map((list) => {
      const isSame = list.found?.in.length === train.length && train.every((one, i) => list.found?.in[i] === one);
      if (list.found === undefined || !isSame) list.found = { in: train, lists: listQuality(list.lists, train.flat()) };
      const { id, file: name, size, problems, moreProblems } = list;
      return { id, name, size, lists: list.found.lists, problems, moreProblems };
    });
  }
}
