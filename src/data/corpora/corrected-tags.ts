import type { Sentence, Span, TagStyle } from '../corpus.ts';
import { TagReader, tagsOfSpans } from '../tags/tag-spans.ts';

/**
 * The tags of a sentence for corrected spans. Unaffected tags stay as written, even if they deviate from the scheme, as long as the
 * result is read as the corrected spans.
 */
export function correctedTags(
  style: TagStyle,
  { tags, spans }: Pick<Sentence, 'tags' | 'spans'>,
  corrected: readonly Span[],
): string[] {
  const { length } = tags;
  const before = tagsOfSpans(style, spans, length);
  const after = tagsOfSpans(style, corrected, length);
  const mixed = after.map((tag, t) => (tag === before[t] ? tags[t]! : tag));
  const read = new TagReader(style).read(mixed).spans;
  return isSame(read, corrected) ? mixed : after;
}

function isSame(a: readonly Span[], b: readonly Span[]): boolean {
  return (
    a.length === b.length &&
    a.every((span, i) => span.start === b[i]!.start && span.end === b[i]!.end && span.type === b[i]!.type)
  );
}
