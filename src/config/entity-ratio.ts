import type { RunConfig } from './schema.ts';

/** The settings that suit training data of which hardly a sentence is known completely (docs/results.md, Annotation). */
export const ENTITY_RATIO_SETTINGS = { entityRatioWeight: 1, entityRatio: 0.1 } as const satisfies Partial<RunConfig>;

/** How much of the training data is not known. */
export interface UnknownWords {
  /** The share of the tokens of which nothing is known, in [0, 1]. */
  share: number;
  /** Sentences of which all is known. */
  whole: number;
}

/** With this share of unknown tokens and fewer such sentences, a model is better with an entity ratio. */
const MOST_UNKNOWN = 0.5;
const LEAST_WHOLE = 50;

/** A warning about a run without an entity ratio on data that needs one; undefined if there is no need. */
export function ratioWarning(
  { entityRatioWeight }: Pick<RunConfig, 'entityRatioWeight'>,
  unknown: UnknownWords | undefined,
): string | undefined {
  if (unknown === undefined || entityRatioWeight > 0) return undefined;
  const { share, whole } = unknown;
  if (share < MOST_UNKNOWN || whole >= LEAST_WHOLE) return undefined;
  const sentences =
    whole === 0 ? 'no sentence is' : whole === 1 ? 'only one sentence is' : `only ${whole} sentences are`;
  return (
    `Nothing is known about ${Math.floor(100 * share)}% of the training words, and ${sentences} known completely: ` +
    'without an entity ratio, a model may take every word for an entity.'
  );
}
