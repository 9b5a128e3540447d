import { codePointOffsets } from '../../../lib/code-points.ts';
import type { TaggedEntity, TaggedText } from '../../../workers/wire/payloads.ts';
import { memoizedByObject } from '../../stores/memoized.ts';
import type { Tagged } from './tagging.ts';

/** An entity of a tagged text. Offsets count characters (Unicode code points), the end is not included. */
export interface FoundEntity {
  type: string;
  text: string;
  start: number;
  end: number;
  probability: number;
}

/** Entities with the worker's offsets, in UTF-16 code units, as in JavaScript. */
export const markedEntities = memoizedByObject(({ result }: Tagged): TaggedEntity[] =>
  result.sentences.flatMap(({ entities }) => entities),
);

/** A reading of a sentence that is less likely than the marked one. */
export interface OtherReading {
  /** Unique key. */
  key: string;
  /** The differences from the marked reading; without a type: these words are not an entity. */
  differences: { type: string | undefined; text: string }[];
  probability: number;
}

export const otherReadings = memoizedByObject(({ text, result }: Tagged): OtherReading[] =>
  result.sentences.flatMap(({ entities: marked, otherReadings: readings }, s) =>
    readings.map(({ entities, probability }, i) => {
      const said = entities.filter((entity) => !marked.some((other) => isSame(entity, other)));
      const unsaid = marked.filter((entity) => !entities.some((other) => overlap(entity, other)));
      const differences = [...said, ...unsaid.map((span) => ({ ...span, type: undefined }))]
        .sort((one, other) => one.start - other.start)
        .map(({ type, start, end }) => ({ type, text: text.slice(start, end) }));
      return { key: `${s} ${i}`, differences, probability };
    }),
  ),
);

type Marked = Pick<TaggedEntity, 'type' | 'start' | 'end'>;

const isSame = (one: Marked, other: Marked) =>
  one.type === other.type && one.start === other.start && one.end === other.end;

const overlap = (one: Marked, other: Marked) => one.start < other.end && other.start < one.end;

export const foundEntities = memoizedByObject((tagged: Tagged): FoundEntity[] => {
  const { text } = tagged;
  const pointOf = codePointOffsets(text);
  return markedEntities(tagged).map(({ type, start, end, probability }) => ({
    type,
    text: text.slice(start, end),
    start: pointOf(start),
    end: pointOf(end),
    probability,
  }));
});

/** The entities in words, for screen readers. */
export function foundInWords(entities: readonly FoundEntity[]): string {
  if (entities.length === 0) return 'No entities.';
  return entities.map(({ type, text }) => `${type} ${text}`).join(', ');
}

export function asJson(tagged: Tagged): string {
  return JSON.stringify({ text: tagged.text, entities: foundEntities(tagged) }, undefined, 2);
}

/** A token and its tag per line, with a blank line after each sentence. */
export function asConll({ sentences }: TaggedText): string {
  return sentences.map(({ tokens }) => `${tokens.map(({ text, tag }) => `${text} ${tag}\n`).join('')}\n`).join('');
}
