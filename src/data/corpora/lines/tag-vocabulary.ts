import { isOutsideName } from '../../tags/outside.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import { areTags } from '../records/kinds/joined-tags.ts';

/** Different tags, at most. */
const MOST_TAGS = 80;
/** Share of the tags that must be outside, if these have an unusual name. */
const OUTSIDE_SHARE = 0.1;

/** A letter of a scheme before or behind a type: `B-PER`, `PER_I`. Behind it, only in capitals. */
const LETTER_FIRST = /^([BIESLUMW])[-_:/.](\S{1,100})$/i;
const LETTER_LAST = /^(\S{1,100})[-_:/.]([BIESLUMW])$/;
const TYPE = /^\p{L}[\p{L}\p{N}_.-]{0,60}$/u;

/** The tags of a file, however they are written. */
export interface TagVocabulary {
  /** How words outside are tagged: `O`, `_`, `OTHER`. */
  outside: string;
  has: (tag: string) => boolean;
  /** The tags of a sentence in a usual form: `B-PER`, `I-PER`, `O`. Types without letters go on as long as they are the same. */
  usual: (tags: readonly string[]) => string[];
}

/** Whether a tag of words in entities, and how: letters before or behind types, or types alone. */
const FORMS = {
  letterFirst: (tag: string) => LETTER_FIRST.test(tag),
  letterLast: (tag: string) => LETTER_LAST.test(tag),
  type: (tag: string) => TYPE.test(tag),
};

/**
 * The vocabulary of tags if they may be those of entities: one means outside, and the others have letters of a scheme, or are types, of
 * which one is usual.
 */
export function tagVocabulary(tags: readonly string[]): TagVocabulary | undefined {
  const counts = new Map<string, number>();
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  if (counts.size < 2 || counts.size > MOST_TAGS || 3 * counts.size > 2 * tags.length + 3) return undefined;
  const outside = [...counts.keys()]
    .filter((tag) => tag !== '' && isOutsideName(tag))
    .toSorted((a, b) => counts.get(b)! - counts.get(a)!)[0];
  if (outside === undefined || counts.get(outside)! < (/^[Oo0]$/.test(outside) ? 1 : OUTSIDE_SHARE * tags.length)) return undefined; // prettier-ignore
  const types = [...counts.keys()].filter((tag) => tag !== outside);
  const form = (['letterFirst', 'letterLast', 'type'] as const).find((name) => types.every(FORMS[name]));
  if (form === undefined || (form === 'type' && !types.some(isUsualType))) return undefined;
  return {
    outside,
    has: (tag) => counts.has(tag) || areTags([tag]),
    usual: (own) => usualTags(own, outside, form),
  };
}

function usualTags(tags: readonly string[], outside: string, form: keyof typeof FORMS): string[] {
  return tags.map((tag, i) => {
    if (tag === outside || /^[Oo]$/.test(tag)) return 'O';
    if (form === 'type') return `${tags[i - 1] === tag ? 'I' : 'B'}-${tag}`;
    const [, one = '', other = ''] = (form === 'letterFirst' ? LETTER_FIRST : LETTER_LAST).exec(tag) ?? [];
    const [letter, type] = form === 'letterFirst' ? [one, other] : [other, one];
    return letter === '' ? tag : `${letter.toUpperCase()}-${type}`;
  });
}
