import type { Span } from '../../src/data/corpus.ts';
import { tokenize, type TextToken } from '../../src/data/text/tokenizer.ts';

export const ENTITY_TYPES = ['PER', 'LOC', 'ORG', 'MISC'] as const;

const ENTITY = new RegExp(String.raw`\[(${ENTITY_TYPES.join('|')}) ([^[\]]+)\]`, 'gu');

/** A name in a text: `[start, end)` in UTF-16 code units. */
interface Mention {
  start: number;
  end: number;
  type: string;
}

export interface AnnotatedSentence {
  tokens: string[];
  spans: Span[];
}

/**
 * An annotated line, which is one sentence: `[PER Mira Holt] sailed.`
 *
 * @param place of the line, for messages
 * @throws Error if the markup is invalid, or a name does not consist of whole tokens
 */
export function readLine(line: string, place: string): AnnotatedSentence {
  const { text, mentions } = parseMarkup(line, place);
  const tokens = tokenize(text).flat();
  return {
    tokens: tokens.map((token) => token.text),
    spans: mentions.map((mention) => {
      const span = spanOf(mention, tokens);
      if (span !== undefined) return span;
      const name = text.slice(mention.start, mention.end);
      throw new Error(
        `${place}: ${name} does not consist of whole tokens: ${tokens.map((token) => token.text).join(' ')}`,
      );
    }),
  };
}

function parseMarkup(line: string, place: string): { text: string; mentions: Mention[] } {
  const mentions: Mention[] = [];
  let text = '';
  let read = 0;
  for (const match of line.matchAll(ENTITY)) {
    const [markup, type, name] = match as unknown as [string, string, string];
    if (name !== name.trim()) throw new Error(`${place}: space at the edge of ${markup}`);
    text += line.slice(read, match.index);
    mentions.push({ start: text.length, end: text.length + name.length, type });
    text += name;
    read = match.index + markup.length;
  }
  text += line.slice(read);
  if (/[[\]]/.test(text)) throw new Error(`${place}: a bracket without a name: ${line}`);
  return { text, mentions };
}

function spanOf({ start, end, type }: Mention, tokens: readonly TextToken[]): Span | undefined {
  const first = tokens.findIndex((token) => token.start === start);
  const last = tokens.findIndex((token) => token.end === end);
  return first < 0 || last < first ? undefined : { start: first, end: last + 1, type };
}
