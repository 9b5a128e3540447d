import { readVectors, type ReadVectorsOptions, type VectorsRead } from '../../data/vectors/read-vectors.ts';
import { createScratchFile, FileSink } from '../../data/vectors/scratch-file.ts';

export interface VectorsFileOptions extends Pick<
  ReadVectorsOptions,
  'wanted' | 'selection' | 'signal' | 'onProgress' | 'onLost'
> {
  /** Whether all words must be available for look-ups later. If not, `stored` is undefined. */
  keep: boolean;
}

/** Reads a vectors file in this thread. With `keep`, compressed text is copied uncompressed to the browser's storage. */
export async function readVectorsFile(file: File, { keep, ...options }: VectorsFileOptions): Promise<VectorsRead> {
  if (!keep) return { ...(await readVectors(file, options)), stored: undefined };
  return readVectors(file, { ...options, openSink: async () => new FileSink(await createScratchFile()) });
}
