import { tagKind, type Corpus, type Problem } from '../../corpus.ts';
import { parseTag } from '../../tags/tag-style.ts';
import { type ModelTags, trainingStyle } from '../../tags/training-tags.ts';
import { summarize } from '../summary.ts';

/** Maximum number of types listed in a message. */
const MAX_TYPES = 10;

type Tagged = Pick<Corpus, 'sentences' | 'style'>;

/**
 * Warns about entity types that do not occur in the training data: the model cannot learn them, and each of their entities is an
 * error. Undefined if there are none, or if only one of the two corpora has a tag scheme.
 *
 * @param known types that the model has before it is trained further
 */
export function unseenTypes(
  training: readonly Tagged[],
  other: Tagged & Pick<Corpus, 'file'>,
  known: readonly string[] = [],
): Problem | undefined {
  const isComparable = ({ style }: Tagged) => tagKind(style) === tagKind(other.style);
  if (!training.every(isComparable)) return undefined;
  const unseen = unknownTypes([...training.flatMap(typesOf), ...known], other);
  if (unseen === undefined) return undefined;
  return {
    file: other.file,
    line: 0,
    severity: 'warning',
    kind: 'types',
    message: `Found types that do not occur in the training data and cannot be learned: ${unseen}.`,
  };
}

/** Describes the types of a corpus that the model has no tags for; undefined if there are none. */
export function typesWithoutTags(
  { config, style, vocabulary }: ModelTags,
  corpus: Pick<Corpus, 'sentences' | 'style'>,
): string | undefined {
  const trained = trainingStyle(config, style);
  const typeOf = (tag: string) => (trained.scheme === 'none' ? tag : (parseTag(trained, tag)?.type ?? ''));
  const known = [...new Set(vocabulary.tags.map(typeOf))].filter((type) => type !== '');
  const unknown = unknownTypes(known, corpus);
  return (
    unknown && `The model has no tags for these types and cannot find them: ${unknown}. It knows ${known.join(', ')}.`
  );
}

/** Lists the types of a corpus that are not among `known`; undefined if there are none, or if `known` is empty. */
function unknownTypes(known: readonly string[], corpus: Tagged): string | undefined {
  const unknown = typesOf(corpus).filter((type) => !known.includes(type));
  if (known.length === 0 || unknown.length === 0) return undefined;
  const named = unknown.slice(0, MAX_TYPES).map((type) => {
    const similar = known.find((candidate) => simplify(candidate) === simplify(type));
    return similar === undefined ? type : `${type} (did you mean ${similar}?)`;
  });
  if (unknown.length > named.length) named.push(`${unknown.length - named.length} more`);
  return named.join(', ');
}

function typesOf(corpus: Tagged): string[] {
  return summarize(corpus).types.map(({ type }) => type);
}

/** Ignores case and punctuation: `gene-or-protein` is similar to `Gene_or_Protein`. */
function simplify(type: string): string {
  return type.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
