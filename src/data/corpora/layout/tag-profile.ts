import type { TagForm } from '../../column-layout.ts';
import { isContextTag, isOutsideName } from '../../tags/outside.ts';
import { mostFrequent, spellingOf } from '../../tags/tag-detect.ts';
import { roleOfLetter, splitTag } from '../../tags/tag-style.ts';
import { haveScores, isBracketCell, PLAIN_FORM, withoutScore } from './tag-cells.ts';
import type { Profile } from './profile.ts';

/** What a column would be as the tags. */
export interface TagProfile {
  /**
   * - `entities`: letters and types, brackets, or types beside a tag that means outside;
   * - `letters`: letters without types; `chunks`: syntax; `outside`: nothing but outside;
   * - `labels`: independent labels such as parts of speech; `numbers`; `values`: anything else.
   */
  kind: 'entities' | 'letters' | 'chunks' | 'outside' | 'labels' | 'numbers' | 'values';
  form: TagForm;
  outside: string | undefined;
  /** Share of the tags other than outside that have a scheme letter. */
  lettered: number;
  types: ReadonlySet<string>;
  /** Share of tokens outside. */
  outsideShare: number;
}

/** Types of chunks (CoNLL-2000 and similar corpora). */
const CHUNK_TYPE = /^(NP|VP|PP|ADVP|ADJP|SBAR|PRT|CONJP|INTJ|LST|UCP|NML|NC|VC|PC|NX|VX|PX|SENT|S)$/;

/** Whether types are those of chunks, and none is of an entity. */
export function areChunkTypes(types: ReadonlySet<string>): boolean {
  return types.size > 0 && [...types].every((type) => CHUNK_TYPE.test(type));
}

/** Types of brackets that are not entities: syntax, roles, coreference. */
const NO_ENTITY_BRACKETS = /^(TOP|ROOT|S|SINV|SBAR|SBARQ|SQ|NP|VP|PP|ADVP|ADJP|V|(C-|R-)?(ARG|A)(\d|A|M.*)?|\d+)\b/;

/** Share of the cells that must have the form. */
const FORM_SHARE = 0.9;
/** Share of empty cells above which they mean outside beside letters without types: fewer may be gaps in a table. */
const MIN_EMPTY = 0.35;
const MAX_TYPES = 300;
/** A column with more distinct values has no tags. */
const MAX_TAGS = 1500;

const NO_TAGS: TagProfile = {
  kind: 'values',
  form: PLAIN_FORM,
  outside: undefined,
  lettered: 0,
  types: new Set(),
  outsideShare: 0,
};

/** @param outside the tag that means outside, if it is known @param marks the cells beside punctuation marks, with their counts */
export function tagProfileOf(
  profile: Profile,
  outside: string | undefined,
  marks: ReadonlyMap<string, number>,
): TagProfile {
  if (profile.values.size > MAX_TAGS && !haveScores([...profile.values.keys()])) return NO_TAGS;
  const brackets = bracketProfile(profile);
  if (brackets !== undefined) return brackets;
  const { form, counts } = formOf(profile.values, outside);
  const known = outside === '' ? 'O' : outside;
  const spelling = spellingOf(counts, known);
  const all = Math.max(1, profile.rows);
  const types = new Set<string>();
  const roles = new Set<string>();
  let lettered = 0;
  for (const [tag, count] of counts) {
    if (tag === spelling.outside) continue;
    const { letter, type } = splitTag(tag, spelling.separator, spelling.typeFirst);
    const role = roleOfLetter(letter);
    if (role === undefined || role === 'outside' || type === 'O' || type === '0') continue;
    lettered += count;
    roles.add(role);
    if (type !== '') types.add(type);
  }
  const share = (tag: string | undefined) => (tag === undefined ? 0 : (counts.get(tag) ?? 0) / all);
  const outsideShare = share(spelling.outside);
  const base = { form, outside: spelling.outside, lettered: lettered === 0 ? 0 : spelling.share, types, outsideShare };
  if (lettered > 0 && spelling.share >= 0.5) {
    if (types.size > 0) {
      return { ...base, kind: areChunkTypes(types) || types.size > MAX_TYPES ? 'chunks' : 'entities' };
    }
    const { outside: tag } = spelling;
    const isProven = outside !== undefined || form.isEmptyOutside !== true || outsideShare >= MIN_EMPTY;
    const hasOutside = isProven && tag !== undefined && (roleOfLetter(tag) === 'outside' || isOutsideName(tag));
    return { ...base, kind: hasOutside && spelling.share >= FORM_SHARE ? 'letters' : 'labels' };
  }
  return { ...base, ...withoutLetters(profile, { form, counts }, known, marks, all) };
}

function withoutLetters(
  profile: Profile,
  { form, counts }: ReturnType<typeof formOf>,
  known: string | undefined,
  marks: ReadonlyMap<string, number>,
  all: number,
): Pick<TagProfile, 'kind' | 'outside' | 'types' | 'outsideShare'> {
  const top = known ?? mostFrequent(counts);
  const none = { outside: undefined, types: new Set<string>(), outsideShare: 0 };
  if (profile.numbers >= 0.99) return { kind: 'numbers', ...none };
  if (top === undefined) return { kind: 'values', ...none };
  const share = (counts.get(top) ?? 0) / all;
  const others = [...counts].filter(([tag]) => tag !== top);
  const isUsual = isOutsideName(top);
  if (others.length === 0)
    return isUsual
      ? { kind: 'outside', outside: top, types: none.types, outsideShare: 1 }
      : { kind: 'values', ...none };
  const rest = all - (counts.get(top) ?? 0);
  const areTypes = others.length <= Math.max(3, 0.34 * rest) && others.every(([tag]) => isTypeName(tag));
  if (
    areTypes &&
    (known !== undefined ||
      (isUsual && share >= 0.35) ||
      (share >= 0.5 && belongsToMarks(form.plain === top ? top : form.open + top + form.close, marks)))
  ) {
    return { kind: 'entities', outside: top, types: new Set(others.map(([tag]) => tag)), outsideShare: share };
  }
  const isClosed = counts.size <= Math.max(3, Math.min(60, 0.34 * all)) && counts.size > 1;
  return { kind: isClosed ? 'labels' : 'values', ...none };
}

function isTypeName(tag: string): boolean {
  return /\p{L}/u.test(tag) && !/[=()]|^(yes|true|false|y|n|t|f|x)$/i.test(tag) && tag.length <= 60;
}

/** Whether nearly all punctuation marks have this tag: they have their own part of speech, but are in no entity. */
function belongsToMarks(tag: string, marks: ReadonlyMap<string, number>): boolean {
  const sum = [...marks.values()].reduce((total, count) => total + count, 0);
  return sum > 0 && (marks.get(tag) ?? 0) >= FORM_SHARE * sum;
}

/** The form of the tags, and the counts of the tags without it. */
function formOf(
  values: ReadonlyMap<string, number>,
  outside: string | undefined,
): { form: TagForm; counts: Map<string, number> } {
  let form: TagForm = PLAIN_FORM;
  const filled = [...values.keys()].filter((value) => value !== '');
  const wrapped = filled.map((value) => WRAPPED.exec(value)).filter((match) => match !== null);
  const [first] = wrapped;
  const [plain, ...others] = filled.filter((value) => !WRAPPED.test(value));
  const isBeside =
    plain !== undefined && others.length === 0 && wrapped.every(([, , tag]) => /\p{L}.*\p{L}/u.test(tag!));
  if (
    first !== undefined &&
    (wrapped.length === filled.length || isBeside) &&
    wrapped.every((match) => match[1] === first[1] && match[3] === first[3])
  ) {
    form = { open: first[1]!, close: first[3]!, ...(isBeside && { plain }) };
  }
  const isEmptyOutside = values.has('') && (outside === '' || (outside === undefined && isEmptyOutsideIn(values)));
  if (isEmptyOutside) form = { ...form, isEmptyOutside: true };
  const outsideTags = [...values].filter(([value]) => LETTERED_OUTSIDE.test(value)).toSorted((a, b) => b[1] - a[1]);
  if (outsideTags.length > (outsideTags[0]?.[0].endsWith('0') === true ? 0 : 1) && !values.has('O'))
    form = { ...form, outsideTags: outsideTags.map(([tag]) => tag) };
  if ([...values.keys()].some(isContextTag)) form = { ...form, hasContexts: true };
  if (haveScores(filled)) form = { ...form, hasScores: true };
  const joined = joinedBy(values);
  if (joined !== undefined) form = { ...form, joined };
  const counts = new Map<string, number>();
  for (const [value, count] of values) {
    let tag = value;
    if (form.open !== '' && value !== '' && value !== plain) tag = value.slice(form.open.length, -form.close.length);
    if (joined !== undefined) tag = tag.split(joined, 1)[0]!;
    if (form.hasScores) tag = withoutScore(tag);
    if (form.outsideTags?.includes(tag)) tag = form.outsideTags[0]!;
    if (isContextTag(tag) || (tag === '' && isEmptyOutside)) tag = 'O';
    counts.set(tag, (counts.get(tag) ?? 0) + count);
  }
  return { form, counts };
}

/** How some programs write O. */
const LETTERED_OUTSIDE = /^[BIESLUMW][-_][O0]$/;

const WRAPPED = /^([<[({"'])([^<>[\](){}]+)([>\])}"'])$/;

/** Whether empty cells mean outside: there is no other tag for it, and the others are tags. */
function isEmptyOutsideIn(values: ReadonlyMap<string, number>): boolean {
  const others = [...values].filter(([value]) => value !== '');
  return (
    others.length > 0 && others.every(([value]) => roleOfLetter(value) !== 'outside') && others.length <= 2 * MAX_TYPES
  );
}

/** What joins several tags in one cell: `B-PER|B-LOC`. */
function joinedBy(values: ReadonlyMap<string, number>): string | undefined {
  return ['|', ',', ';', '&', '+', '#', '/'].find((separator) => {
    const joined = [...values.keys()].filter((value) => value.includes(separator) && value.length > 1);
    if (joined.length === 0) return false;
    const areAll = joined.length === [...values.keys()].filter((value) => value !== '').length; // one tag for each layer
    if (!areAll && joined.length > 0.7 * values.size) return false;
    return joined.every((value) => {
      const parts = value.split(separator);
      return parts.length > 1 && parts.every((part) => /^([BIESLUMW][-_:]\S+|O)$/.test(part));
    });
  });
}

/** OntoNotes: nearly all cells are brackets or asterisks, and the types are those of entities. */
function bracketProfile({ values, rows }: Profile): TagProfile | undefined {
  let fitting = 0;
  let outside = 0;
  const types = new Set<string>();
  for (const [value, count] of values) {
    if (!isBracketCell(value)) continue;
    fitting += count;
    if (value === '*') outside += count;
    for (const [, type] of value.matchAll(/\(([^()*]+)/g)) types.add(type!);
  }
  if (rows === 0 || fitting < 0.98 * rows || !values.has('*')) return undefined;
  const base = {
    form: { ...PLAIN_FORM, brackets: true as const },
    outside: 'O',
    types,
    outsideShare: outside / rows,
    lettered: types.size > 0 ? 1 : 0,
  };
  if (types.size === 0) return { ...base, kind: 'outside' };
  return { ...base, kind: [...types].some((type) => NO_ENTITY_BRACKETS.test(type)) ? 'chunks' : 'entities' };
}
