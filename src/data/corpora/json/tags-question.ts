import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { isOutsideName } from '../../tags/outside.ts';
import { detectStyle } from '../../tags/tag-detect.ts';
import { isBare } from '../../tags/tag-style.ts';
import { partsOfScheme } from '../layout/odd-types.ts';
import type { RawSentence } from '../raw-corpus.ts';

/** Sentences examined. */
const SAMPLED = 1000;
/** Share of the tokens outside entities above which a tag that may mean outside does. */
const MIN_OUTSIDE = 0.1;
/** Types of entities, at most. */
const MOST_TYPES = 100;

/**
 * What the tags of the tokens of JSON objects leave open: whether a tag such as O means outside where none has a letter
 * of a scheme, and whether objects with one word each are sentences.
 */
export function tagsQuestion(
  sentences: readonly RawSentence[],
  { scheme }: Pick<CorpusOptions, 'scheme'>,
): ReadingQuestion | undefined {
  const sample = sentences.slice(0, SAMPLED).filter(({ tags }) => tags.length > 0);
  if (scheme !== undefined || sample.length === 0) return undefined;
  const tagged = sample.map(({ tags }) => tags);
  const style = detectStyle(tagged);
  if (sentences.length > 1 && sentences.every(({ tokens }) => tokens.length === 1)) {
    return {
      what: 'Is each object a sentence of one word?',
      reason: `Each object has one word, the first ${JSON.stringify(sample[0]!.tokens[0])}. If the objects are the words of sentences, write the words and tags of a sentence as two lists in one object.`,
      options: [{ label: 'yes, a sentence of one word', settings: { scheme: style.scheme } }],
    };
  }
  const all = tagged.flat();
  const types = isBare(style) ? [...new Set(all)].filter((tag) => tag !== style.letters.outside) : [];
  const parts = partsOfScheme(types, 'The tags', { label: 'types of their own', settings: { scheme: 'IO' } });
  if (parts !== undefined) return parts;
  const distinct = new Set(all);
  const count = (tag: string) => all.filter((one) => one === tag).length;
  const outside = [...distinct].find(
    (tag) => isOutsideName(tag) && /\p{L}/u.test(tag) && count(tag) >= MIN_OUTSIDE * all.length,
  );
  if (style.scheme !== 'none' || outside === undefined || distinct.size < 2 || distinct.size > MOST_TYPES)
    return undefined;
  const percent = Math.round((100 * count(outside)) / all.length);
  return {
    what: `Does ${outside} mean "outside an entity"?`,
    reason: `${percent}% of the tokens have the tag ${outside}, and no tag has a letter of a scheme.`,
    options: [
      { label: `${outside} means outside`, settings: { scheme: 'IO' } },
      { label: 'each tag is a label of its own, such as a part of speech', settings: { scheme: 'none' } },
    ],
  };
}
