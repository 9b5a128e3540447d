import type { CompactExtract } from '../../data/vectors/stored-vectors.ts';
import type { VectorsProgress, VectorsRead } from '../../data/vectors/read-vectors.ts';
import type { SerializedError } from '../../lib/errors.ts';

/** Messages to the worker of a vectors file: first `read`, then, if the vectors are kept, any number of look-ups. */
export type ToVectors =
  | { kind: 'read'; file: File; wanted: ReadonlySet<string>; keep: boolean }
  | ({ kind: 'lookUp'; id: number } & LookUp);

/** A call of `StoredVectors`. */
export type LookUp = { method: 'find'; keys: readonly string[] } | { method: 'extract'; rows: number };

/** The result of each method. */
export interface LookUpResults {
  find: Map<string, Float32Array<ArrayBuffer>>;
  extract: CompactExtract;
}

/** Messages while the file is read. The last is `read` or `refused`. */
export type FromReading =
  | { kind: 'progress'; progress: VectorsProgress }
  /** `isKept`: whether words can be looked up. */
  | { kind: 'read'; read: Omit<VectorsRead, 'stored'>; isKept: boolean }
  | { kind: 'refused'; error: SerializedError };

export type FromLookUps =
  | { kind: 'result'; id: number; result: LookUpResults[keyof LookUpResults] }
  | { kind: 'failed'; id: number; error: SerializedError }
  /** The file can no longer be read. Sent once, before the result. */
  | { kind: 'lost' };
