import { StudioError } from '../../lib/errors.ts';
import type { EncoderIdentity } from '../vocabulary/features.ts';

export interface LoadFeatures {
  signal?: AbortSignal | undefined;
  /** Called with the number of tokens computed so far and their total; not called if all features are cached. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Whether to store the features for later visits: true for corpora, false for typed text. */
  keep?: boolean;
}

/** Features of an encoder for sentences; available after `load`. */
export interface EncoderFeatures {
  readonly identity: EncoderIdentity;
  /** Computes the features that are not cached. @throws StudioError Cancelled, OutOfMemory, BadInput */
  load(sentences: readonly (readonly string[])[], options?: LoadFeatures): Promise<void>;
  /** [T, d] in half precision. @throws StudioError NotReady if they were not loaded */
  of(words: readonly string[]): Uint16Array;
}

/** A stub without features, for callers that only need sizes or characters. */
export const NO_FEATURES: Pick<EncoderFeatures, 'of'> = { of: () => new Uint16Array(0) };

export function encoderMissing({ name, hash }: EncoderIdentity): StudioError {
  return new StudioError(
    'NotReady',
    `This model needs the encoder ${name} (SHA-256 ${hash.slice(0, 12)}…), which is not loaded. Add it with its tokenizer.json.`,
  );
}
