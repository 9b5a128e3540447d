import type { TaggedText } from '../../../workers/protocol.ts';
import type { Tagged } from '../../stores/inspect.ts';

/** An entity of a tagged text, with its own words. */
export interface FoundEntity {
  type: string;
  text: string;
  start: number;
  end: number;
  probability: number;
}

export function foundEntities({ text, result }: Tagged): FoundEntity[] {
  return result.sentences.flatMap(({ entities }) =>
    entities.map(({ type, start, end, probability }) => ({
      type,
      text: text.slice(start, end),
      start,
      end,
      probability,
    })),
  );
}

/** What was found, said in a sentence to those who do not see the marks. */
export function foundInWords(entities: readonly FoundEntity[]): string {
  if (entities.length === 0) return 'No entities.';
  return entities.map(({ type, text }) => `${type} ${text}`).join(', ');
}

export function asJson(tagged: Tagged): string {
  return JSON.stringify({ text: tagged.text, entities: foundEntities(tagged) }, undefined, 2);
}

/** A token and its tag a line, a blank line after each sentence. */
export function asConll({ sentences }: TaggedText): string {
  return sentences.map(({ tokens }) => `${tokens.map(({ text, tag }) => `${text} ${tag}\n`).join('')}\n`).join('');
}
