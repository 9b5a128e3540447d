import type { Corpus, Problem } from '../corpus.ts';
import { parseTag } from '../tags/tag-style.ts';
import { type ModelTags, trainingStyle } from '../tags/training-tags.ts';
import { summarize } from './summary.ts';

/** Types named in one message. */
const TYPES_NAMED = 10;

type Tagged = Pick<Corpus, 'sentences' | 'style'>;

/**
 * Tells of types that a corpus has and the training data does not: no model can learn them, and each of their entities counts
 * against it. Nothing where the tags of the two are of different kinds.
 */
export function unseenTypes(training: readonly Tagged[], other: Tagged & Pick<Corpus, 'file'>): Problem | undefined {
  const isAlike = ({ style }: Tagged) => (style.scheme === 'none') === (other.style.scheme === 'none');
  if (!training.every(isAlike)) return undefined;
  const unseen = unknownTypes(training.flatMap(typesOf), other);
  if (unseen === undefined) return undefined;
  return {
    file: other.file,
    line: 0,
    severity: 'warning',
    kind: 'types',
    message: `Found types that no training file has, so that they cannot be learnt: ${unseen}.`,
  };
}

/** Which types of a corpus the model cannot find, having no tags for them; nothing where it has. */
export function typesWithoutTags(
  { config, style, vocabulary }: ModelTags,
  corpus: Pick<Corpus, 'sentences' | 'style'>,
): string | undefined {
  const trained = trainingStyle(config, style);
  const typeOf = (tag: string) => (trained.scheme === 'none' ? tag : (parseTag(trained, tag)?.type ?? ''));
  const known = [...new Set(vocabulary.tags.map(typeOf))].filter((type) => type !== '');
  const unknown = unknownTypes(known, corpus);
  return (
    unknown &&
    `The model has no tags for these types, and finds none of them: ${unknown}. It knows ${known.join(', ')}.`
  );
}

/** The types of a corpus that are none of those known, in words; nothing where all are, or none is known. */
function unknownTypes(known: readonly string[], corpus: Tagged): string | undefined {
  const unknown = typesOf(corpus).filter((type) => !known.includes(type));
  if (known.length === 0 || unknown.length === 0) return undefined;
  const named = unknown.slice(0, TYPES_NAMED).map((type) => {
    const meant = known.find((candidate) => bareName(candidate) === bareName(type));
    return meant === undefined ? type : `${type} (did you mean ${meant}?)`;
  });
  if (unknown.length > named.length) named.push(`${unknown.length - named.length} more`);
  return named.join(', ');
}

function typesOf(corpus: Tagged): string[] {
  return summarize(corpus).types.map(({ type }) => type);
}

/** As people confuse names: `gene-or-protein` is Gene_or_Protein. */
function bareName(type: string): string {
  return type.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
