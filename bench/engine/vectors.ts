import type { Sentence } from '../../src/data/corpus.ts';
import { readVectors } from '../../src/data/vectors/read-vectors.ts';
import type { RandomAccessFile } from '../../src/data/files/random-access-file.ts';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import { wantedSpellings } from '../../src/data/vectors/vector-lookup.ts';
import { countForms } from '../../src/data/vocabulary/vocabulary.ts';
import type { Seconds } from '../../src/lib/units.ts';
import type { Result } from './protocol.ts';

/**
 * Reads a vectors file for a corpus, as the studio does. Also only streams the file and counts its bytes: the upper bound for
 * any reader.
 */
export async function timeVectors(file: RandomAccessFile, corpus: RandomAccessFile): Promise<Result<'vectors'>> {
  const sentences = await sentencesOf(corpus);
  const wanted = wantedSpellings(countForms(sentences).keys());
  const streamed = await secondsOf(() => countBytes(file));
  const read = await secondsOf(async () => readVectors(file, { wanted }));
  return { bytes: file.size, read, streamed };
}

async function sentencesOf(file: RandomAccessFile): Promise<Sentence[]> {
  return readCorpus(file.name, new Uint8Array(await file.slice(0, file.size).arrayBuffer())).sentences;
}

async function countBytes(file: RandomAccessFile): Promise<number> {
  let bytes = 0;
  for await (const chunk of file.slice(0, file.size).stream()) bytes += chunk.length;
  return bytes;
}

async function secondsOf(work: () => Promise<unknown>): Promise<Seconds> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
