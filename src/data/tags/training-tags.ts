import { StudioError } from '../../lib/errors.ts';
import type { Corpus, Sentence, TagStyle } from '../corpus.ts';
import { tagsOfSpans } from './tag-spans.ts';
import { standardStyle } from './tag-style.ts';

/** The scheme in which entities are trained. */
export interface TrainingScheme {
  scheme: 'BIO' | 'BIOES';
}

/** The tags of a model, and how its user writes them. */
export interface ModelTags {
  config: TrainingScheme;
  /** As in the training file. */
  style: TagStyle;
  /** In the training scheme. */
  vocabulary: { tags: readonly string[] };
}

/** The style of the tags that the model is trained on. */
export function trainingStyle(config: TrainingScheme, style: TagStyle): TagStyle {
  return style.scheme === 'none' ? style : standardStyle(config.scheme);
}

/** The tags of a sentence as the model is trained on them. */
export function trainingTags({ tokens, tags, spans }: Sentence, style: TagStyle): string[] {
  return style.scheme === 'none' ? tags : tagsOfSpans(style, spans, tokens.length);
}

/** Whether a sentence has gold tags, one a token. JSON lines may have sentences without. */
export function isTagged({ tokens, tags }: Sentence): boolean {
  return tags.length === tokens.length;
}

/**
 * Fails with `BadCorpus` where a corpus has no tags, or tags of another kind than a model or another corpus: entities
 * in one, tags without a scheme in the other.
 */
export function requireTagsLike(
  { file, sentences, style }: Pick<Corpus, 'file' | 'sentences' | 'style'>,
  like?: { name: string; style: TagStyle },
): void {
  if (sentences.every(({ tags }) => tags.length === 0)) {
    throw new StudioError(
      'BadCorpus',
      `${file} has no tags: it has to have one for each token. Choose its tag column.`,
    );
  }
  if (like === undefined || (like.style.scheme === 'none') === (style.scheme === 'none')) return;
  const kind = ({ scheme }: TagStyle) => (scheme === 'none' ? 'tags without a scheme' : `entities in ${scheme}`);
  throw new StudioError(
    'BadCorpus',
    `${file} has ${kind(style)}, but ${like.name} has ${kind(like.style)}. Choose another tag column, or another file.`,
  );
}

/**
 * The tags to train: O, then those of each type together, types by falling frequency. Types that only dev has are among them,
 * so that its loss can be told.
 */
export function tagInventory(sentences: readonly Sentence[], style: TagStyle): string[] {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { tags, spans } of sentences) {
    if (style.scheme === 'none') tags.forEach(count);
    else spans.forEach(({ type }) => count(type));
  }
  const names = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  if (style.scheme === 'none') return names;
  return [style.letters.outside, ...names.flatMap((type) => tagsOfType(type, style))];
}

/** Every tag that a span of one, two or three tokens, alone or after another, is written with. */
function tagsOfType(type: string, style: TagStyle): string[] {
  const spans = [
    { start: 0, end: 3, type },
    { start: 3, end: 4, type },
  ];
  const tags = tagsOfSpans(style, spans, 4);
  return [...new Set(tags)];
}
