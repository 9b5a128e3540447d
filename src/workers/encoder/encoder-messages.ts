import type { EncoderIdentity } from '../../data/vocabulary/features.ts';
import type { EncoderDescription } from '../../encoder/open-encoder.ts';
import type { SerializedError } from '../../lib/errors.ts';

/** Messages to the encoder worker: first `open`, then one `compute` at a time. */
export type ToEncoder =
  | { kind: 'open'; files: readonly File[]; threads: number }
  | { kind: 'compute'; id: number; identity: EncoderIdentity; sentences: readonly (readonly string[])[] }
  | { kind: 'cancel'; id: number };

export type FromEncoder =
  | { kind: 'opened'; description: EncoderDescription }
  | { kind: 'refused'; error: SerializedError }
  /** Features of a sentence: [T, d], transferred. */
  | { kind: 'features'; id: number; sentence: number; features: Float32Array }
  | { kind: 'done'; id: number }
  | { kind: 'failed'; id: number; error: SerializedError };
