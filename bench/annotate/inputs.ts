import { openFile } from '../../src/cli/files.ts';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import type { Sentence } from '../../src/data/corpus.ts';
import { readVectors } from '../../src/data/vectors/read-vectors.ts';
import { VectorLookup, wantedSpellings } from '../../src/data/vectors/vector-lookup.ts';
import { countForms } from '../../src/data/vocabulary/vocabulary.ts';

/** The sentences of a corpus, without empty ones. */
export async function readSentencesOf(path: string): Promise<Sentence[]> {
  const file = await openFile(path);
  const { sentences } = readCorpus(file.name, new Uint8Array(await file.slice(0, file.size).arrayBuffer()));
  return sentences.filter(({ tokens }) => tokens.length > 0);
}

export async function vectorsOf(
  path: string,
  sentences: readonly { tokens: readonly string[] }[],
): Promise<VectorLookup> {
  const wanted = wantedSpellings(countForms(sentences).keys());
  return new VectorLookup((await readVectors(await openFile(path), { wanted })).vectors);
}
