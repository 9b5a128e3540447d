import type { Vocabulary } from '../../data/vocabulary/vocabulary.ts';
import type { OtherSpelling } from '../tagged-text.ts';

/** A word whose parts are joined by low lines, as Vietnamese corpora write the syllables of a word: `Hà_Nội`. */
const JOINED = /^[\p{L}\p{M}\p{Nd}.-]{1,40}(?:_[\p{L}\p{M}\p{Nd}.-]{1,40}){1,8}$/u;
const JOINED_IN_TEXT = /[\p{L}\p{M}\p{Nd}]_[\p{L}\p{M}\p{Nd}]/u;
/** A letter and the marks after it, or the parts of a Korean syllable. */
const WITH_MARKS = /\p{L}[\p{M}\u1161-\u1175\u11a8-\u11c2]{1,20}/gu;
/** A part of a word in running text. */
const PART = /[\p{L}\p{M}\p{Nd}]+/gu;
/** A word of running text, joined or not. */
const WORD = /[\p{L}\p{M}\p{Nd}_]+/gu;
/** Most parts of a word that are looked up. */
const MOST_PARTS = 5;

/** Number of words that are looked at, the most frequent ones, and how many of them are joined at least if a corpus joins words. */
const LOOKED_AT = 2000;
const LEAST = { share: 0.02, words: 3 };

/** An example of the joined words of a model, its most frequent one; undefined: its training text does not join words. */
export function joinedWordOf({ words }: Pick<Vocabulary, 'words'>): string | undefined {
  const frequent = words.slice(1, 1 + LOOKED_AT);
  const joined = frequent.filter((word) => JOINED.test(word));
  return joined.length >= Math.max(LEAST.words, LEAST.share * frequent.length) ? joined[0] : undefined;
}

/**
 * Whether words are joined, or marks are separate from their letters, in the training text of a model and not in a text, or the other way
 * round; undefined: neither.
 */
export function otherSpelling(
  { vocabulary }: { vocabulary: Pick<Vocabulary, 'words' | 'wordRow' | 'characters'> },
  text: string,
): OtherSpelling | undefined {
  const marks = otherMarks(vocabulary, text);
  if (marks !== undefined) return marks;
  const inText = JOINED_IN_TEXT.test(text);
  const example = joinedWordOf(vocabulary);
  if (example !== undefined && !inText && /\p{L}\s+\p{L}/u.test(text))
    return { text: joined(vocabulary, text), reason: modelJoins(example), offer: 'Join known words' };
  if (example !== undefined || !inText) return undefined;
  const isKnown = (word: string) => vocabulary.wordRow(word) > 0;
  const words = (text.match(WORD) ?? []).filter(
    (word) => JOINED.test(word) && !isKnown(word) && word.split('_').every(isKnown),
  );
  if (words.length === 0) return undefined;
  const apart = text.replaceAll(WORD, (word) => (words.includes(word) ? word.replaceAll('_', ' ') : word));
  return { text: apart, reason: textJoins(words[0]!), offer: 'Write them apart' };
}

/**
 * Letters with marks are one code point each in one of both (composed), and two or more in the other. NFC and NFD differ in more: many
 * letters are apart in both, as most of Hindi's with a nukta, and signs such as the ohm become others.
 */
function otherMarks(
  { characters, words }: Pick<Vocabulary, 'characters' | 'words'>,
  text: string,
): OtherSpelling | undefined {
  const marks = separateMarks(text);
  if (marks.length > 0 && !characters.some((character) => marks.includes(character)))
    return {
      text: text.replace(WITH_MARKS, composed),
      reason: marksApart('this text', 'the training text of the model'),
      offer: 'Compose letters',
    };
  if (characters.some(isComposed) || ![...text].some(isComposed)) return undefined;
  if (!words.slice(1, 1 + LOOKED_AT).some((word) => separateMarks(word).length > 0)) return undefined;
  return {
    text: Array.from(text, (letter) => (isComposed(letter) ? letter.normalize('NFD') : letter)).join(''),
    reason: marksApart('the training text of the model', 'this text'),
    offer: 'Decompose letters',
  };
}

/** A letter with its marks, with fewer code points if Unicode composes them. */
function composed(letter: string): string {
  const result = letter.normalize('NFC');
  return [...result].length < [...letter].length ? result : letter;
}

/** The marks of a text that its composed letters have no more. */
function separateMarks(text: string): string[] {
  return (text.match(WITH_MARKS) ?? []).flatMap((letter) => {
    const whole = [...composed(letter)];
    return [...letter].slice(1).filter((mark) => !whole.includes(mark));
  });
}

/** Whether a code point is a letter with marks that Unicode also writes as more than one, and composes again. */
function isComposed(letter: string): boolean {
  const apart = letter.normalize('NFD');
  return composed(apart) === letter && apart !== letter;
}

const marksApart = (apart: string, whole: string) =>
  `Letters and their marks are separate code points in ${apart} and not in ${whole}: what looks like the same word is another one to the model.`;

/** The text with the longest words that the model knows joined, from left to right. */
function joined(vocabulary: Pick<Vocabulary, 'wordRow'>, text: string): string {
  const parts = [...text.matchAll(PART)].map(({ 0: part, index }) => ({
    part,
    start: index,
    end: index + part.length,
  }));
  const result: string[] = [];
  let at = 0;
  for (let i = 0; i < parts.length; i++) {
    let last = i;
    while (
      last + 1 < parts.length &&
      last + 1 < i + MOST_PARTS &&
      text.slice(parts[last]!.end, parts[last + 1]!.start) === ' '
    )
      last++;
    const word = (end: number) => parts.slice(i, end + 1).map(({ part }) => part).join('_'); // prettier-ignore
    while (last > i && vocabulary.wordRow(word(last)) === 0) last--;
    if (last === i) continue;
    result.push(text.slice(at, parts[i]!.start), word(last));
    at = parts[last]!.end;
    i = last;
  }
  return result.join('') + text.slice(at);
}

const modelJoins = (example: string) =>
  `The training text of the model joins the parts of a word, as in ${example}, and this text does not: the model does not know such words when they are apart. Names that it has not seen are for you to join.`;

const textJoins = (example: string) =>
  `This text joins the parts of a word, as in ${example}, and the training text of the model does not: the model does not know such words.`;
