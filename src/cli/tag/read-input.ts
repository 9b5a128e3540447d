import { readCorpusFile, readPackedCorpus } from '../inputs/corpus-file.ts';
import { readStandardInput } from '../files.ts';
import type { TagInput } from './tag-input.ts';

/** The contents of an input; of a packed or binary one, those of the corpus in it. @param keepsRows see `openCorpus` */
export async function readInput({ name, path, packed }: Pick<TagInput, 'name' | 'path' | 'packed'>, keepsRows = false) {
  if (packed !== undefined) return readPackedCorpus(packed, keepsRows);
  return path === undefined ? { name, bytes: await readStandardInput() } : readCorpusFile(path, { keepsRows });
}
