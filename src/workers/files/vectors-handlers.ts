import type { VectorsProgress, VectorsRead } from '../../data/vectors/read-vectors.ts';
import type { CompactExtract, StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { VectorsSelection } from '../../data/vectors/vector-text.ts';
import { defined } from '../../lib/assert.ts';
import { transfer, type Emit, type Handlers } from '../../lib/rpc.ts';
import { readVectorsFile } from './read-vectors-file.ts';

/** The requests to the worker of a vectors file: first `read`, then, if the vectors are kept, any number of look-ups. */
export type VectorsRequests = {
  /** `isKept`: whether words can be looked up. */
  read: [
    params: { file: File; wanted: ReadonlySet<string>; selection: VectorsSelection | undefined; keep: boolean },
    result: { read: Omit<VectorsRead, 'stored'>; isKept: boolean },
  ];
  /** Both as in `StoredVectors`. */
  find: [keys: readonly string[], result: Map<string, Float32Array<ArrayBuffer>>];
  extract: [rows: number, result: CompactExtract];
};

export type VectorsEvents = {
  progress: VectorsProgress;
  /** The file can no longer be read. Sent once, before the result of the look-up. */
  lost: undefined;
};

interface Context {
  emit: Emit<VectorsEvents>;
  stored?: StoredVectors | undefined;
}

export const vectorsHandlers: Handlers<Context, VectorsRequests> = {
  read: async (context, { file, wanted, selection, keep }) => {
    const { stored, ...read } = await readVectorsFile(file, {
      wanted,
      selection,
      keep,
      onProgress: (progress) => context.emit('progress', progress),
      onLost: () => context.emit('lost', undefined),
    });
    context.stored = stored;
    return transfer({ read, isKept: stored !== undefined }, [read.vectors.values.buffer]);
  },
  find: ({ stored }, keys) => kept(stored).find(keys),
  extract: async ({ stored }, rows) => {
    const extract = await kept(stored).extract(rows);
    return transfer(extract, [extract.hashes.buffer, extract.scales.buffer, extract.values.buffer]);
  },
};

function kept(stored: StoredVectors | undefined): StoredVectors {
  return defined(stored, () => 'no vectors were kept');
}
