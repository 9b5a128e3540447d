import type { RunConfig } from '../config/schema.ts';
import type { TagTypes } from '../data/tags/training-tags.ts';
import type { featureKinds } from '../data/vocabulary/features.ts';

/** The settings that the forward pass depends on. */
export type Architecture = Pick<
  RunConfig,
  | 'wordDim'
  | 'charEncoder'
  | 'charDim'
  | 'charFeatures'
  | 'listDim'
  | 'columnDim'
  | 'cell'
  | 'hidden'
  | 'layers'
  | 'attention'
  | 'context'
  | 'consistency'
>;

/** Sizes of the vocabulary. */
export interface Sizes {
  characters: number; // Vc
  tags: number; // K
  tagTypes: TagTypes;
  features: ReturnType<typeof featureKinds>;
  /** Only of a model that gives each text one class. */
  pooling: RunConfig['pooling'] | undefined;
}

/** A parameter as floats. @throws Error if it is missing or has another shape */
export type Parameters = (name: string, shape: readonly number[]) => Float32Array;

/** Copies row `word` of the word table to `out`, starting at index `at`. */
export type CopyWord = (word: number, out: Float32Array, at: number) => void;
