import type { RunConfig } from '../config/schema.ts';
import type { Transitions } from '../crf/transitions.ts';
import type { TagStyle } from '../data/corpus.ts';
import type { CompactExtract } from '../data/vectors/stored-vectors.ts';
import type { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import type { Confidence } from '../eval/review-budget.ts';
import type { HostWeights } from '../model/weights.ts';
import type { Provenance } from './bundle-format.ts';

/** A trained tagger on the host. */
export interface ModelBundle {
  config: RunConfig;
  vocabulary: Vocabulary;
  style: TagStyle;
  weights: HostWeights;
  provenance: Provenance;
  confidence?: Confidence | undefined;
  /** Vectors of out-of-vocabulary words. */
  vectors: CompactExtract | undefined;
}

/** Contents of a bundle to write. */
export interface ModelToWrite extends ModelBundle {
  /** Penalties of illegal transitions, for the ONNX graph; undefined if none are forbidden. Derived from configuration and tags. */
  penalties: Transitions<Float32Array> | undefined;
}
