import { hash32, randomUniform, streamKey } from '../../lib/rng.ts';
import type { Sentence, Span, TagStyle } from '../corpus.ts';
import { tagsOfSpans } from '../tags/tag-spans.ts';
import { surfaceOf } from './surface.ts';

/** The distinct names of each type, as words. */
export type NamesByType = ReadonlyMap<string, readonly (readonly string[])[]>;

/** The names in sentences, in the order of their first mention. */
export function namesByType(sentences: readonly Pick<Sentence, 'tokens' | 'spans'>[]): NamesByType {
  const names = new Map<string, Map<string, readonly string[]>>();
  for (const { tokens, spans } of sentences) {
    for (const { start, end, type } of spans) {
      const own = names.get(type) ?? new Map<string, readonly string[]>();
      names.set(type, own);
      const words = tokens.slice(start, end);
      own.set(words.join(' '), words);
    }
  }
  return new Map([...names].map(([type, own]) => [type, [...own.values()]]));
}

/**
 * The sentences with every name replaced by another one of its type, the same one for equal names of a document. Tags and spans follow;
 * columns repeat the value of the name's last word. Names of a type without others stay, and so do sentences of which something is unknown.
 */
export function exchangeNames(
  sentences: readonly Sentence[],
  names: NamesByType,
  style: TagStyle,
  seed: number,
): Sentence[] {
  return sentences.map((sentence) => {
    if (sentence.spans.length === 0 || sentence.unknown !== undefined) return sentence;
    return exchanged(sentence, style, (span) => replacement(sentence, span, names, seed));
  });
}

function replacement({ tokens, document = 0 }: Sentence, { start, end, type }: Span, names: NamesByType, seed: number) {
  const words = tokens.slice(start, end);
  const own = surfaceOf(words);
  const candidates = names.get(type) ?? [];
  const at = Math.floor(randomUniform(streamKey(seed, document, hashOf(own)), 0) * candidates.length);
  // The next one, if it is the name itself.
  const chosen = [candidates[at], candidates[(at + 1) % candidates.length]].find(
    (one) => one !== undefined && surfaceOf(one) !== own,
  );
  return chosen ?? words;
}

function exchanged(sentence: Sentence, style: TagStyle, nameOf: (span: Span) => readonly string[]): Sentence {
  const origins: number[] = []; // of each new token
  const tokens: string[] = [];
  const spans: Span[] = [];
  let from = 0;
  const copyTo = (to: number) => {
    for (; from < to; from++) {
      origins.push(from);
      tokens.push(sentence.tokens[from]!);
    }
  };
  for (const span of sentence.spans) {
    copyTo(span.start);
    const name = nameOf(span);
    spans.push({ type: span.type, start: tokens.length, end: tokens.length + name.length });
    name.forEach((word, i) => {
      tokens.push(word);
      origins.push(Math.min(span.start + i, span.end - 1));
    });
    from = span.end;
  }
  copyTo(sentence.tokens.length);
  const { columns } = sentence;
  return {
    ...sentence,
    tokens,
    spans,
    tags: tagsOfSpans(style, spans, tokens.length),
    ...(columns && {
      columns: Object.fromEntries(
        Object.entries(columns).map(([name, values]) => [name, origins.map((origin) => values[origin]!)]),
      ),
    }),
  };
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = hash32(hash ^ text.charCodeAt(i));
  return hash;
}
