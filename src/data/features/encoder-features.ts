import { StudioError } from '../../lib/errors.ts';
import type { EncoderIdentity } from '../vocabulary/features.ts';

export interface LoadFeatures {
  signal?: AbortSignal | undefined;
  /** Tokens whose features were computed, of how many. Not called where all are there. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Whether they are kept for the next session, as those of corpora are, and not those of what is typed. */
  keep?: boolean;
}

/** Features of an encoder for sentences; available after `load`. */
export interface EncoderFeatures {
  readonly identity: EncoderIdentity;
  /** Computes what is not there. @throws StudioError Cancelled, OutOfMemory, BadInput */
  load(sentences: readonly (readonly string[])[], options?: LoadFeatures): Promise<void>;
  /** [T, d] in half precision. @throws StudioError NotReady if they were not loaded */
  of(words: readonly string[]): Uint16Array;
}

/** The features of sentences whose features do not matter: where only sizes or characters are asked for. */
export const NO_FEATURES: Pick<EncoderFeatures, 'of'> = { of: () => new Uint16Array(0) };

export function encoderMissing({ name, hash }: EncoderIdentity): StudioError {
  return new StudioError(
    'NotReady',
    `This model needs the encoder ${name} (SHA-256 ${hash.slice(0, 12)}…), which is not loaded. Add it with its tokenizer.json.`,
  );
}
