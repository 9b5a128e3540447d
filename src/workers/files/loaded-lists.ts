import type { Sentence } from '../../data/corpus.ts';
import { listQuality, type ListQuality } from '../../data/features/list-quality.ts';
import { mergeLists, readNames, requireNames, type NameFile } from '../../data/features/read-names.ts';
import type { ChosenColumns } from '../../data/features/lists/name-columns.ts';
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

/** What a person may choose of a list. */
export interface ListChoices {
  encoding?: LegacyEncoding | undefined;
  /** Of a table. */
  columns?: ChosenColumns | undefined;
}

export function choicesOf({ encoding, table }: Pick<ListFile, 'encoding' | 'table'>): ListChoices {
  return { encoding: encoding?.chosen, columns: table?.isChosen ? table.columns : undefined };
}

export async function readList(source: File, { encoding, columns }: ListChoices): Promise<ReadNames> {
  const bytes = new Uint8Array(await source.arrayBuffer());
  const names = readNames(source.name, inChosenEncoding(bytes, encoding), columns);
  requireNames(names);
  return { ...names, source, encoding: encodingReading(bytes, encoding) };
}

/** The loaded files of names. */
export class LoadedLists extends Removable<LoadedList> {
  /** The lists of all files; lists with the same name are merged. */
  merged(): NameList[] {
    return mergeLists(this.entries.flatMap(({ lists }) => lists));
  }

  /** Reads a list otherwise. @throws StudioError BadInput if the file is no list in this encoding */
  async choose(id: FileId, choice: ListChoices): Promise<void> {
    const list = this.find(id);
    if (list === undefined) throw new StudioError('BadInput', `List ${id} is no longer loaded. Add it again.`);
    Object.assign(list, await readList(list.source, { ...choicesOf(list), ...choice }), { found: undefined });
  }

  /** @param train the sentences of each training file */
  describe(train: readonly (readonly Sentence[])[]): ListFile[] {
    return this.entries.map((list) => {
      const isSame = list.found?.in.length === train.length && train.every((one, i) => list.found?.in[i] === one);
      if (list.found === undefined || !isSame) list.found = { in: train, lists: listQuality(list.lists, train.flat()) };
      const { id, file: name, source, encoding, table, problems, moreProblems } = list;
      return { id, name, size: source.size, lists: list.found.lists, encoding, table, problems, moreProblems };
    });
  }
}
