import type { Sentence } from '../../data/corpus.ts';
import { listQuality, type ListQuality } from '../../data/features/list-quality.ts';
import { mergeLists, type NameFile } from '../../data/features/read-names.ts';
import type { NameList } from '../../data/vocabulary/features.ts';
import type { FileId, ListFile } from '../wire/payloads.ts';
import { Removable } from './removable.ts';

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
export class LoadedLists extends Removable<LoadedList> {
  /** Of all files, those of one name joined. */
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
