import type { Sentence } from '../../data/corpus.ts';
import { listQuality, type ListQuality } from '../../data/features/list-quality.ts';
import { mergeLists, readNames, type NameFile } from '../../data/features/read-names.ts';
import type { EncodingReading, LegacyEncoding } from '../../data/encodings.ts';
import { encodingReading, inChosenEncoding } from '../../data/files/decode-text.ts';
import type { NameList } from '../../data/vocabulary/features.ts';
import type { FileId, ListFile } from '../wire/payloads.ts';
import { StudioError } from '../../lib/errors.ts';
import { Removable } from '../../lib/removable.ts';

/** A file of names and its contents. */
export interface ReadNames extends NameFile {
  source: File;
  /** How its encoding was guessed or chosen; undefined: it needs no choice. */
  encoding: EncodingReading | undefined;
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

  /** @throws StudioError BadInput if the file is not text in this encoding */
  async chooseEncoding(id: FileId, chosen: LegacyEncoding | undefined): Promise<void> {
    const list = this.find(id);
    if (list === undefined) throw new StudioError('BadInput', `List ${id} is no longer loaded. Add it again.`);
    const bytes = new Uint8Array(await list.source.arrayBuffer());
    const names = readNames(list.file, inChosenEncoding(bytes, chosen));
    Object.assign(list, names, { encoding: encodingReading(bytes, chosen), found: undefined });
  }

  /** @param train the sentences of each training file */
  describe(train: readonly (readonly Sentence[])[]): ListFile[] {
    return this.entries.map((list) => {
      const isSame = list.found?.in.length === train.length && train.every((one, i) => list.found?.in[i] === one);
      if (list.found === undefined || !isSame) list.found = { in: train, lists: listQuality(list.lists, train.flat()) };
      const { id, file: name, source, encoding, problems, moreProblems } = list;
      return { id, name, size: source.size, lists: list.found.lists, encoding, problems, moreProblems };
    });
  }
}
