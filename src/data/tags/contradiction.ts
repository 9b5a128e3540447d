import { TagReader, tagsOfSpans } from './tag-spans.ts';
import { formatTag } from './tag-style.ts';
import { trainingStyle, type ModelTags } from './training-tags.ts';
import { tagKind, type Span } from '../corpus.ts';

/**
 * Describes how the parts of a model file contradict each other, although each is valid: tags that its scheme does not have would be read as
 * wrong spans. Undefined if they do not.
 */
export function contradiction({ config, style, vocabulary: { tags } }: ModelTags): string | undefined {
  if (tags.length === 0) return 'it has no tags';
  if (tagKind(style) !== 'entities') return tags.includes('') ? 'one of its tags is empty' : undefined;
  const training = trainingStyle(config, style);
  const reader = new TagReader(training);
  const types = new Set<string>();
  for (const tag of tags) {
    const parsed = reader.parse(tag);
    const roles = config.scheme === 'BIO' ? ['begin', 'inside'] : ['begin', 'inside', 'end', 'single'];
    if (tag === training.letters.outside) continue;
    if (parsed === undefined || !roles.includes(parsed.role) || formatTag(training, parsed) !== tag) {
      return `it has the tag ${JSON.stringify(tag)}, which ${config.scheme} does not have`;
    }
    types.add(parsed.type);
  }
  if (!tags.includes(training.letters.outside)) return `it has no tag ${training.letters.outside}`;
  // One entity follows another of its type, which only tags that begin entities keep apart.
  const spans: Span[] = [...types].flatMap((type, i) => [
    { start: 4 * i, end: 4 * i + 2, type },
    ...(style.scheme === 'IO' ? [] : [{ start: 4 * i + 2, end: 4 * i + 3, type }]),
  ]);
  const written = tagsOfSpans(style, spans, 4 * types.size);
  if (written.some((tag) => /[\t\n\r]/.test(tag))) return 'its tags as written have tabs or line breaks';
  if (JSON.stringify(new TagReader(style).read(written).spans) === JSON.stringify(spans)) return undefined;
  return `its tag style cannot be read back: it writes ${written
    .slice(0, 4)
    .map((tag) => JSON.stringify(tag))
    .join(' ')} for entities of two tokens and of one`;
}
