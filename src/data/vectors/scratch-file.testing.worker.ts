import type { Problem } from '../corpus.ts';
import { readVectors, type VectorsRead } from './read-vectors.ts';
import { createScratchFile, FileSink } from './scratch-file.ts';
import type { WordVectors } from './vector-lookup.ts';

export interface ScratchRequest {
  file: File;
  keys: string[];
}

export interface ScratchResponse {
  error?: string;
  found: Map<string, Float32Array>;
  problems?: Problem[];
  words?: number;
  vectors?: WordVectors;
}

/** Keeps the file of the last request open. */
let current: VectorsRead['stored'];

/** For tests: reads a file in the same way as the studio's worker, and looks up words. */
self.onmessage = async ({ data: { file, keys } }: MessageEvent<ScratchRequest>) => {
  self.postMessage(
    await respond(file, keys).catch((error: unknown): ScratchResponse => ({ error: String(error), found: new Map() })),
  );
};

async function respond(file: File, keys: string[]): Promise<ScratchResponse> {
  const openSink = async () => new FileSink(await createScratchFile());
  const { stored, problems, words, vectors } = await readVectors(file, { wanted: new Set(['word7']), openSink });
  current = stored;
  return { found: (await current?.find(keys)) ?? new Map(), problems, words, vectors };
}
