import type { Span } from '../data/corpus.ts';
import { SEEN_CLASSES, type SeenClass, type TrainingEntities } from './seen.ts';

/** In tokens. */
const ENTITY_LENGTHS = ['1', '2', '3', '4', '5+'] as const;
const SENTENCE_LENGTHS = ['1–10', '11–20', '21–30', '31–40', '41+'] as const;

/** Dimensions along which scores are split. */
export const SLICINGS = {
  seen: SEEN_CLASSES,
  entityLength: ENTITY_LENGTHS,
  sentenceLength: SENTENCE_LENGTHS,
} as const;
export type Slicing = keyof typeof SLICINGS;

/** The slices of an entity, one per slicing. */
export interface EntitySlices {
  /** Undefined without training sentences. */
  seen?: SeenClass | undefined;
  /** Length of the entity, in tokens. */
  entityLength: (typeof ENTITY_LENGTHS)[number];
  /** Length of its sentence, in tokens. */
  sentenceLength: (typeof SENTENCE_LENGTHS)[number];
}

/** @param training sentences to compare entities with, if available */
export function entitySlices(
  tokens: readonly string[],
  { start, end }: Span,
  training: TrainingEntities | undefined,
): EntitySlices {
  return {
    ...(training && { seen: training.classOf(tokens.slice(start, end)) }),
    entityLength: ENTITY_LENGTHS[Math.min(end - start, ENTITY_LENGTHS.length) - 1]!,
    sentenceLength: SENTENCE_LENGTHS[Math.min(Math.ceil(tokens.length / 10), SENTENCE_LENGTHS.length) - 1]!,
  };
}
