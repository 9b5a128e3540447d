import type { Problem } from '../corpus.ts';
import { readVectors, type VectorsRead } from './read-vectors.ts';
import { createScratchFile, FileSink } from './scratch-file.ts';
import type { WordVectors } from './vector-lookup.ts';

export interface ScratchRequest {
  file: File;
  keys: string[];
}

export interface ScratchAnswer {
  error?: string;
  found: Map<string, Float32Array>;
  problems?: Problem[];
  words?: number;
  vectors?: WordVectors;
}

/** What was read last: its file is open as long as somebody holds it. */
let held: VectorsRead['stored'];

/** For tests: reads a file as the studio's worker does, and looks words up. */
self.onmessage = async ({ data: { file, keys } }: MessageEvent<ScratchRequest>) => {
  self.postMessage(
    await answer(file, keys).catch((error: unknown): ScratchAnswer => ({ error: String(error), found: new Map() })),
  );
};

async function answer(file: File, keys: string[]): Promise<ScratchAnswer> {
  const openSink = async () => new FileSink(await createScratchFile());
  const { stored, problems, words, vectors } = await readVectors(file, { wanted: new Set(['word7']), openSink });
  held = stored;
  return { found: (await held?.find(keys)) ?? new Map(), problems, words, vectors };
}
