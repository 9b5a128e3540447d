import { type Corpus, DROPPED, type Sentence, type Span, tagKind, type TagStyle, UNKNOWN_TYPE } from '../corpus.ts';
import { tagsOfSpans } from '../tags/tag-spans.ts';
import { UNKNOWN_TAG } from '../tags/unknown-tags.ts';

/**
 * A corpus with its types as they are used: renamed, left out or unknown, as its settings say. Its writers need the corpus as it is
 * written.
 */
export function withTypesAs<C extends Pick<Corpus, 'sentences' | 'style' | 'settings'>>(corpus: C): C {
  const { sentences, style, settings } = corpus;
  const typesAs = new Map(Object.entries(settings?.typesAs ?? {}));
  if (typesAs.size === 0 || style.scheme === 'none') return corpus;
  return { ...corpus, sentences: sentences.map((sentence) => sentenceWith(sentence, typesAs, style)) };
}

function sentenceWith(sentence: Sentence, typesAs: ReadonlyMap<string, string>, style: TagStyle): Sentence {
  const { refused } = sentence.unknown ?? {};
  if ([...sentence.spans, ...(refused ?? [])].every(({ type }) => !typesAs.has(type))) return sentence;
  const spans: Span[] = [];
  const tokens = new Set(sentence.unknown?.tokens);
  for (const span of sentence.spans) {
    const type = typesAs.get(span.type) ?? span.type;
    if (type === UNKNOWN_TYPE) for (let t = span.start; t < span.end; t++) tokens.add(t);
    else if (type !== DROPPED) spans.push({ ...span, type });
  }
  const unknown = [...tokens].sort((a, b) => a - b);
  // A text has its class or none.
  if (tagKind(style) === 'classes' && (spans.length === 0 || unknown.length > 0))
    return { ...sentence, tags: [], spans: [] };
  const tags = tagsOfSpans(style, spans, sentence.tokens.length);
  for (const t of unknown) tags[t] = UNKNOWN_TAG;
  if (unknown.length === 0 && sentence.unknown === undefined) return { ...sentence, tags, spans };
  const wrong = refused?.map((span) => ({ ...span, type: typesAs.get(span.type) ?? span.type }));
  const isUsed = ({ type }: Span) => type !== UNKNOWN_TYPE && type !== DROPPED;
  return {
    ...sentence,
    tags,
    spans,
    unknown: { ...sentence.unknown, tokens: unknown, ...(wrong && { refused: wrong.filter(isUsed) }) },
  };
}
