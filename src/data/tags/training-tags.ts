import { StudioError } from '../../lib/errors.ts';
import { tagKind, type Corpus, type Sentence, type TagKind, type TagScheme, type TagStyle } from '../corpus.ts';
import { tagsOfSpans } from './tag-spans.ts';
import { parseTag, standardStyle } from './tag-style.ts';

/** The tag scheme that models are trained in. */
export interface TrainingScheme {
  scheme: 'BIO' | 'BIOES';
}

/** The tags of a model, in the training scheme and in the user's style. */
export interface ModelTags {
  config: TrainingScheme;
  /** Tag style of the training file. */
  style: TagStyle;
  /** Tags in the training scheme. */
  vocabulary: { tags: readonly string[] };
}

/** The tag style that a model is trained in, for a corpus in `style`. */
export function trainingStyle(config: TrainingScheme, style: TagStyle): TagStyle {
  return tagKind(style) === 'entities' ? standardStyle(config.scheme) : style;
}

/** The entity types of tags, as numbers. */
export interface TagTypes {
  /** [K] in [0, count) */
  types: Int32Array;
  count: number;
}

/** The entity type of each tag of a model. O counts as a type, and so does each tag without a scheme. */
export function tagTypes({ config, style, vocabulary: { tags } }: ModelTags): TagTypes {
  const training = trainingStyle(config, style);
  const names = tags.map((tag) => {
    const parsed = style.scheme === 'none' ? undefined : parseTag(training, tag);
    if (parsed === undefined) return tag;
    return parsed.role === 'outside' ? 'outside' : `type ${parsed.type}`; // the type may be empty
  });
  const numbers = new Map([...new Set(names)].map((name, number) => [name, number]));
  return { types: Int32Array.from(names, (name) => numbers.get(name)!), count: numbers.size };
}

/**
 * The tags of a sentence in the training style, [T].
 *
 * @param style see `trainingStyle`
 */
export function trainingTags({ tokens, tags, spans, unknown }: Sentence, style: TagStyle): string[] {
  if (style.scheme !== 'none') return tagsOfSpans(style, spans, tokens.length);
  const known = unknown && tags.find((_, t) => !unknown.tokens.includes(t));
  return unknown === undefined ? tags : tags.map((tag, t) => (unknown.tokens.includes(t) ? (known ?? tag) : tag));
}

/** Whether a sentence has gold tags. In JSON lines, single sentences may lack them. */
export function isTagged({ tokens, tags }: Sentence): boolean {
  return tags.length === tokens.length;
}

const KINDS: Record<TagKind, (scheme: TagScheme) => string> = {
  classes: () => 'a class for each text',
  labels: () => 'tags without a scheme',
  entities: (scheme) => `entities in ${scheme}`,
};

/**
 * Checks that a corpus is tagged, and that its tags are of the same kind as those of a model or another corpus: both with a scheme,
 * or both without one.
 *
 * @throws StudioError BadCorpus
 */
export function requireCompatibleTags(
  { file, sentences, style }: Pick<Corpus, 'file' | 'sentences' | 'style'>,
  other?: { name: string; style: TagStyle },
): void {
  if (sentences.every(({ tags }) => tags.length === 0)) {
    throw new StudioError(
      'BadCorpus',
      `${file} has no tags. Expected one tag per token. Choose its tag column, or use a tagged file.`,
    );
  }
  if (other === undefined || tagKind(other.style) === tagKind(style)) return;
  const kind = ({ scheme }: TagStyle) => KINDS[tagKind({ scheme })](scheme);
  throw new StudioError(
    'BadCorpus',
    `${file} has ${kind(style)}, but ${other.name} has ${kind(other.style)}. Choose another tag column or another file.`,
  );
}

/**
 * The tags to train: O, then all tags of each type, most frequent type first. Pass the dev sentences too: the dev loss needs an
 * id for every tag.
 *
 * @param style see `trainingStyle`
 */
export function tagInventory(sentences: readonly Sentence[], style: TagStyle): string[] {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const sentence of sentences) {
    if (style.scheme === 'none') trainingTags(sentence, style).forEach(count);
    else sentence.spans.forEach(({ type }) => count(type));
  }
  const names = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  if (tagKind(style) !== 'entities') return names;
  return [style.letters.outside, ...names.flatMap((type) => tagsOfType(type, style))];
}

/** All tags of a type, in the order of their use in a long span followed by an adjacent short one. */
function tagsOfType(type: string, style: TagStyle): string[] {
  const spans = [
    { start: 0, end: 3, type },
    { start: 3, end: 4, type },
  ];
  const tags = tagsOfSpans(style, spans, 4);
  return [...new Set(tags)];
}
