import type { ReadingQuestion } from '../../corpus.ts';

/** A word or a letter for the place of a token in an entity, and a type. */
const LETTERS = /^(begin(?:ning)?|beg|start|inside|in|mid(?:dle)?|end|last|single|unit|[bieslum])[-_:. ]*(.{2,})$/i;

/** What begins an entity or is inside of it: without these, `start_date` and `end_date`, or `stime` and `etime`, are types. */
const BEGINS_OR_GOES_ON = /^(?:beg|in|mid|[bim])/i;

/** Two tags that differ only in what may be a letter: BPER and IPER, if all are of that form. */
function letteredTwins(types: readonly string[]): [string, string] | undefined {
  const rests = new Map<string, string>();
  let twins: [string, string] | undefined;
  for (const type of types) {
    const rest = LETTERS.exec(type)?.[2];
    if (rest === undefined) return undefined;
    const other = rests.get(rest);
    if (other !== undefined && [other, type].some((tag) => BEGINS_OR_GOES_ON.test(tag))) twins ??= [other, type];
    rests.set(rest, type);
  }
  return twins;
}

/** A type that joins others: `Agent,Theme` beside Agent or Theme, or in the brackets of a list. */
export function severalLabels(types: readonly string[], isList: boolean): string | undefined {
  const partsOf = (type: string) => type.split(/\s*[,;|+&]\s*/);
  const joined = types.filter((type) => /^\p{L}[^,;|+&]*(?:\s*[,;|+&]\s*\p{L}[^,;|+&]*)+$/u.test(type));
  const others = (type: string) => types.filter((other) => other !== type).flatMap(partsOf);
  return joined.find((type) => isList || partsOf(type).some((part) => others(type).includes(part)));
}

/** Types that all begin with the same letter of a scheme, and go on in capitals: BPER, BORG, BLOC. */
function letteredAlike(types: readonly string[]): string[] | undefined {
  const [first = ''] = types;
  const isAlike = types.every((type) => /^[BI]\p{Lu}{2,}$/u.test(type) && type[0] === first[0]);
  return types.length >= 3 && isAlike ? types.slice(0, 3) : undefined;
}

/**
 * The question where types may be tags of a scheme in an unknown spelling.
 *
 * @param tags what they are in a message @param asTypes the answer that they are types
 */
export function partsOfScheme(
  types: readonly string[],
  tags: string,
  asTypes: ReadingQuestion['options'][number],
): ReadingQuestion | undefined {
  const pair = letteredTwins(types) ?? letteredAlike(types);
  return (
    pair && {
      what: 'Are these types of their own, or letters of a scheme before a type?',
      reason: `${tags} look like parts of a scheme in an unknown spelling: ${pair.join(', ')}. If they are, write them as B-PER and I-PER.`,
      options: [asTypes],
    }
  );
}
