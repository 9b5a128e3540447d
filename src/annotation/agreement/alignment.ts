import type { Span } from '../../data/corpus.ts';

/** A sentence of one of two annotations. */
export interface Labelled {
  tokens: readonly string[];
  spans: readonly Span[];
}

/** A part of a token: offsets in UTF-16 code units from the start of the token. */
export interface TokenPart {
  token: number;
  start: number;
  end: number;
}

/** A sentence that both annotations have. Its tokens are split at the token boundaries of both, so that all spans fit. */
export interface AlignedSentence {
  /** Index of the sentence in each annotation. */
  first: number;
  second: number;
  /** [T] */
  tokens: readonly string[];
  /** [T] the part of a token of the first annotation that each token is */
  parts: readonly TokenPart[];
  /** The spans of each annotation, as indices into `tokens`. */
  spans: readonly [readonly Span[], readonly Span[]];
}

export interface Alignment {
  /** In the order of the first annotation. */
  pairs: AlignedSentence[];
  /** Indices of the sentences that the other annotation lacks. */
  onlyFirst: number[];
  onlySecond: number[];
}

/**
 * Finds the sentences that two annotations have in common, in any order: those with the same characters, ignoring white space. Duplicates
 * are paired in order: the first occurrence with the first, and so on.
 */
export function alignSentences(first: readonly Labelled[], second: readonly Labelled[]): Alignment {
  const waiting = new Map<string, number[]>();
  for (const [index, { tokens }] of second.entries()) {
    const key = keyOf(tokens);
    const indices = waiting.get(key);
    if (indices === undefined) waiting.set(key, [index]);
    else indices.push(index);
  }
  for (const indices of waiting.values()) indices.reverse();
  const pairs: AlignedSentence[] = [];
  const onlyFirst: number[] = [];
  for (const [index, sentence] of first.entries()) {
    const other = waiting.get(keyOf(sentence.tokens))?.pop();
    if (other === undefined) onlyFirst.push(index);
    else pairs.push({ first: index, second: other, ...refine(sentence, second[other]!) });
  }
  const onlySecond = [...waiting.values()].flat().sort((a, b) => a - b);
  return { pairs, onlyFirst, onlySecond };
}

function keyOf(tokens: readonly string[]): string {
  return tokens.join('').replaceAll(/\s+/g, '');
}

/** Splits tokens at the boundaries of both tokenizations of the same characters. */
function refine(first: Labelled, second: Labelled): Pick<AlignedSentence, 'tokens' | 'parts' | 'spans'> {
  if (first.tokens.length === second.tokens.length && first.tokens.every((token, t) => token === second.tokens[t])) {
    const parts = first.tokens.map(({ length }, token) => ({ token, start: 0, end: length }));
    return { tokens: first.tokens, parts, spans: [first.spans, second.spans] };
  }
  const [firstEnds, secondEnds] = [endsOf(first.tokens), endsOf(second.tokens)];
  const ends = [...new Set([...firstEnds, ...secondEnds])].sort((a, b) => a - b);
  const parts = partsOf(first.tokens, new Set(ends));
  const indexAfter = new Map(ends.map((end, index) => [end, index + 1]));
  const remapped = ({ spans }: Labelled, own: readonly number[]) =>
    spans.map(({ start, end, type }) => ({
      start: start === 0 ? 0 : indexAfter.get(own[start - 1]!)!,
      end: indexAfter.get(own[end - 1]!)!,
      type,
    }));
  return {
    tokens: parts.map(({ token, start, end }) => first.tokens[token]!.slice(start, end)),
    parts,
    spans: [remapped(first, firstEnds), remapped(second, secondEnds)],
  };
}

/** [T] End of each token, as a count of non-white-space characters. */
function endsOf(tokens: readonly string[]): number[] {
  let end = 0;
  return tokens.map((token) => (end += token.replaceAll(/\s+/g, '').length));
}

function partsOf(tokens: readonly string[], ends: ReadonlySet<number>): TokenPart[] {
  let at = 0;
  return tokens.flatMap((text, token) => {
    const parts: TokenPart[] = [];
    let start: number | undefined;
    for (let i = 0; i < text.length; i++) {
      if (/\s/.test(text[i]!)) continue;
      start ??= i;
      at++;
      if (!ends.has(at)) continue;
      parts.push({ token, start, end: i + 1 });
      start = undefined;
    }
    return parts;
  });
}
