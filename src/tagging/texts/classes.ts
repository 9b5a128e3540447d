import type { TaggedSentence } from '../tagged-text.ts';

/** A class of a text with its probability. */
export interface ClassProbability {
  type: string;
  probability: number;
}

/** The classes of a tagged text, most probable first. Empty for a text without words. */
export function classesOf({ entities, otherReadings }: TaggedSentence): ClassProbability[] {
  const others = otherReadings.flatMap(({ entities: [first], probability }) =>
    first === undefined ? [] : [{ type: first.type, probability }],
  );
  return [...entities.map(({ type, probability }) => ({ type, probability })), ...others];
}
