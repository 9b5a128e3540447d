import { memoizedByObject } from '../../stores/memoized.ts';
import type { Tagged } from './tagging.ts';

/** A class of a text. */
export interface FoundClass {
  type: string;
  probability: number;
}

/** The classes of the text with their probabilities, most probable first; empty for a text without words. */
export const foundClasses = memoizedByObject(({ result }: Tagged): FoundClass[] =>
  result.sentences.flatMap(({ entities, otherReadings }) => [
    ...entities.map(({ type, probability }) => ({ type, probability })),
    ...otherReadings.flatMap(({ entities: others, probability }) => others.map(({ type }) => ({ type, probability }))),
  ]),
);

export function classesAsJson(tagged: Tagged): string {
  const classes = foundClasses(tagged);
  const probabilities = Object.fromEntries(classes.map(({ type, probability }) => [type, probability]));
  return JSON.stringify({ text: tagged.text, class: classes[0]?.type, probabilities }, undefined, 2);
}
