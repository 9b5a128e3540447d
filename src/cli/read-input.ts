import { readCorpusFile, readPackedCorpus } from './corpus-file.ts';
import { readStandardInput } from './files.ts';
import type { TagInput } from './tag-input.ts';

/** The contents of an input; of a packed or binary one, those of the corpus in it. */
export async function readInput({ name, path, packed }: Pick<TagInput, 'name' | 'path' | 'packed'>) {
  if (packed !== undefined) return readPackedCorpus(packed);
  return path === undefined ? { name, bytes: await readStandardInput() } : readCorpusFile(path);
}
