import type { ReadingQuestion } from '../corpus.ts';
import { isUsualType } from '../tags/usual-types.ts';
import { type Mark, markFormIn } from './mark-forms.ts';
import type { WrittenSpan } from './records/record.ts';

const TYPE = String.raw`(\p{L}[\p{L}\p{N}_-]{0,60})`;
const CAPITALS = String.raw`(\p{Lu}[\p{Lu}_-]{1,60})`;
/** Elements of HTML that have text and are called like no type. */
export const HTML =
  'ABBR|BIG|BLOCKQUOTE|BODY|BUTTON|CAPTION|CENTER|CITE|CODE|DD|DEL|DFN|DIV|DL|DT|EM|FONT|FORM|HEAD|HTML|INS|KBD|LABEL|LEGEND|LI|MARK|NOBR|OL|OPTION|PRE|SAMP|SCRIPT|SELECT|SMALL|SPAN|STRIKE|STRONG|STYLE|SUB|SUP|TABLE|TBODY|TD|TEXTAREA|TFOOT|TH|THEAD|TITLE|TR|TT|UL|VAR';
/**
 * An entity in a line without headings: `[Oslo](LOC)`, `[Oslo](city:OSL)`, `[Oslo]{LOC}`, `[LOC Oslo]`, `[LOC: Oslo]`, `[Oslo|LOC]`,
 * `<Oslo:LOC>`, `[city : Oslo]`, `{{city:Oslo}}`, `<LOC>Oslo</LOC>` in a table, `<category="LOC">Oslo</category>`, `[@Oslo#LOC*]`, or
 * `@@Oslo##` without a type. A line may have millions of characters.
 */
const PLAIN_MARK = new RegExp(
  [
    String.raw`\[([^[\]]{1,500})\](?:\(${TYPE}(?::[^()\s/@]{1,100})?\)|\{${TYPE}\})`,
    String.raw`\[(?!(?:IN|SL):\p{Lu})${CAPITALS}(?:: ?| )([^[\]]{1,500})\]`, // trees of intents are no marks
    String.raw`\[([^[\]|]{1,500})\|${CAPITALS}\]`,
    `<([^<>:]{1,500}):${CAPITALS}>`,
    String.raw`<(?!(?:${HTML})>)${CAPITALS}>([^<>]{1,500})<\/\10>`,
    String.raw`\[(\p{Ll}[\p{Ll}\p{N}_]{1,60}) : ([^[\]]{1,500})\]`,
    String.raw`\{\{(\p{L}[\p{L}\p{N}_]{1,60}):([^{}]{1,500})\}\}`,
    String.raw`<category="([^"<>|]{1,60})">([^<>]{1,500})</category>`,
    String.raw`@@(?!\s)([^@#]{1,500})(?<!\s)##`,
    String.raw`\[[@$]([^[\]#]{1,500})#${TYPE}\*\]`, // YEDDA
  ].join('|'),
  'gu',
);
/** Marks from which they are no chance. */
const FEWEST_MARKS = 3;
/** Marks within marks, and those around them. */
const MOST_NESTED = 4;

/** The type of entities without one, such as the marks of GPT-NER. */
export const BARE_TYPE = 'ENTITY';
export const BARE_NOTE = `marks without a type, such as @@Oslo##, which were read as ${BARE_TYPE}`;

/** The marks of a line that are around no others. */
export function marksOf(line: string): Mark[] {
  return [...line.matchAll(PLAIN_MARK)].map((match) => {
    const { 0: whole, index: start } = match;
    const [, first, round, braces, tag, last, left, bar, angle, colon, element, content, slot, value, curly, inner, category, named, bare, own, yedda] =
      match; // prettier-ignore
    const place = { start, length: whole.length };
    if (bare !== undefined) return { ...place, from: 2, text: bare, type: BARE_TYPE, form: 'bare' as const };
    if (yedda !== undefined) return { ...place, from: 2, text: own!, type: yedda, form: 'certain' as const };
    if (category !== undefined) {
      const from = whole.indexOf('>') + 1;
      return { ...place, from, text: named!, type: category, form: 'certain' as const };
    }
    const text = first ?? last ?? left ?? angle ?? content ?? value ?? inner!;
    const behind = last ?? value;
    const before = element !== undefined ? element.length + 2 : curly !== undefined ? curly.length + 3 : 1;
    const from = behind === undefined ? before : whole.length - 1 - behind.length;
    const type = round ?? braces ?? tag ?? bar ?? colon ?? element ?? slot ?? curly!;
    const isBraces = braces !== undefined || element !== undefined;
    const form =
      round !== undefined ? 'round' : isBraces ? 'braces' : (colon ?? slot ?? curly) !== undefined ? 'colon' : 'own';
    return { ...place, from, text, type, form };
  });
}

/** What the marks of lines or texts look like. */
export interface MarksFound {
  first: string;
  /** The marks of a line. */
  find: (line: string) => Mark[];
  areUsual: boolean;
  /** Whether they can be nothing but entities. */
  areSure: boolean;
  /** Whether some have no type. */
  areBare?: true;
}

/**
 * The marks, if most lines have some, or some have usual types beside the words. Code and images look like marks, and
 * the target of a link may be its text.
 */
export function marksIn(lines: readonly string[]): MarksFound | undefined {
  const found = lines.map((line) => ({ line, marks: marksOf(line) }));
  const all = found.flatMap(({ line, marks }) => marks.map((mark) => ({ line, ...mark })));
  const types = new Set(all.map(({ type }) => type));
  const areBare = all.some(({ form }) => form === 'bare');
  const areCertain = areBare || all.some(({ form }) => form === 'certain');
  const areUsual = areCertain || [...types].some(isUsualType); // `[SPEAKER 1]` and `[home](index)` are in ordinary text
  const areWithin = all.every(({ form }) => form === 'own' || form === 'colon');
  const areInMost = 2 * found.filter(({ marks }) => marks.length > 0).length > lines.length;
  if (all.length < (areUsual && areInMost && !areWithin ? 1 : FEWEST_MARKS) || (!areInMost && (!areUsual || areWithin)))
    return undefined;
  if (areOthers(all)) return undefined;
  if ((!areUsual || areWithin) && types.size === 1 && new Set(all.map(({ text }) => text)).size === 1) return undefined; // as of an emoji or a button
  const first = all[0]!.line.slice(all[0]!.start, all[0]!.start + all[0]!.length);
  if (areUsual)
    return {
      first,
      find: marksOf,
      areUsual,
      areSure: areCertain || (areInMost && !areWithin),
      ...(areBare && { areBare }),
    };
  const repeat = 2 * types.size <= all.length + 1 && types.size < all.length;
  const areLinks = types.size === 1 && [...types][0] === [...types][0]!.toLowerCase(); // to one page
  if (!repeat || areLinks || all.some(({ form }) => form === 'own')) return undefined;
  return { first, find: marksOf, areUsual, areSure: all.every(({ form }) => form === 'braces') };
}

/** Whether most marks are placeholders for names, as in a redacted text, images, or links to what they say. */
function areOthers(marks: readonly (Mark & { line: string })[]): boolean {
  const others = marks.filter(
    ({ line, start, text, type }) =>
      /^\d+$/.test(text) ||
      /[!\p{Script=Latin}\d_]/u.test(line[start - 1] ?? '') ||
      text.toLowerCase().replaceAll(' ', '-') === type.toLowerCase().replaceAll('_', '-'),
  );
  return 2 * others.length > marks.length;
}

/** The marks of lines, also in another form (`markFormIn`) if that finds more of them: `LOC[Oslo]`, `[Oslo]<LOC>`. */
export function anyMarksIn(lines: readonly string[]): MarksFound | undefined {
  const plain = marksIn(lines);
  const form = markFormIn(lines);
  const found = form === undefined ? [] : lines.flatMap((line) => form.find(line).map((mark) => ({ line, ...mark })));
  const others = plain === undefined ? [] : lines.flatMap(marksOf);
  const typesOf = (marks: readonly Mark[]) => new Set(marks.map(({ type }) => type));
  const lengthOf = (marks: readonly Mark[]) => marks.reduce((sum, { length }) => sum + length, 0);
  // `[FC Oslo|ORG]` looks like a type FC, and `[[Oslo|LOC]]` like brackets around a mark.
  const isBetter = typesOf(found).size < typesOf(others).size || lengthOf(found) > lengthOf(others);
  const isMore = found.length > others.length || (found.length === others.length && isBetter);
  if (form === undefined || !isMore || areOthers(found)) return plain;
  const { line, start, length } = found[0]!;
  const marked = new Set(found.map((mark) => mark.line)).size;
  if (4 * marked < new Set(lines).size) return plain;
  const areInMost = 2 * marked > new Set(lines).size;
  const areSeveral = [...typesOf(found)].filter(isUsualType).length > 1;
  const areSure = areInMost && (areSeveral || !form.isWithin) && !areDoubtful(found, form.isWithin);
  return { first: line.slice(start, start + length), find: form.find, areUsual: true, areSure };
}

/**
 * Whether marks may as well be something else: calls and indices of code, `\\emph{x}`, quoted words, links of a wiki, labels
 * `**Name** (person)`, or elements with names of their own.
 */
function areDoubtful(found: readonly (Mark & { line: string })[], isWithin: boolean): boolean {
  const types = [...new Set(found.map(({ type }) => type))];
  const first = found[0]!.line.slice(found[0]!.start);
  const areCapitals = types.every((type) => type === type.toUpperCase());
  const usual = types.filter(isUsualType).length;
  if (/^[@\\#$]?\p{L}[\p{L}\p{N}_-]{0,60}[[({<]/u.test(first) && !areCapitals) return true;
  if (/^["“*_`]/.test(first) && (types.length === 1 || (usual < types.length && !areCapitals))) return true;
  if (4 * usual <= types.length && !areCapitals) return true;
  if (isWithin && found.some(({ text }) => text.includes('|'))) return true;
  const pairs = new Set(found.map(({ type, text }) => `${type} ${text}`));
  return pairs.size === types.length && found.length > 2 * types.length;
}

/** A mark of texts that may be an entity, if any has a usual type or most texts have marks. */
export function usualMark(texts: readonly string[]): string | undefined {
  const found = marksIn(texts)?.first;
  if (found !== undefined) return found;
  for (const text of texts)
    for (const { start, length, type } of marksOf(text))
      if (isUsualType(type)) return text.slice(start, start + length);
  return undefined;
}

/** Asks whether marks that are not sure are entities. */
export function otherOrEntities({ first, areUsual }: MarksFound): ReadingQuestion {
  return {
    what: 'Are entities and their types marked in this way?',
    reason: areUsual
      ? `The lines have marks such as ${first}: placeholders, names of speakers, code and links are written in the same way.`
      : `The lines have marks such as ${first}, and none of their types is a usual one: links are written in the same way.`,
    options: [{ label: 'yes, these are entities', settings: { scheme: 'BIO' } }],
    isAboutWords: true,
  };
}

/** Whether a text is another one with marked entities. */
export function isMarked(marked: unknown, text: unknown): boolean {
  return (
    typeof marked === 'string' && marked !== text && marksOf(marked).length > 0 && withoutMarks(marked).text === text
  );
}

/** A text without its marks, from the innermost to those around them. */
export function withoutMarks(marked: string, find = marksOf): { text: string; spans: WrittenSpan[] } {
  let text = marked;
  let spans: WrittenSpan[] = [];
  for (let depth = 0; depth < MOST_NESTED; depth++) {
    const marks = find(text);
    if (marks.length === 0) break;
    const own = marks.map(({ start, from, text: inner, type }): WrittenSpan => {
      return { start: start + from, end: start + from + inner.length, type, unit: 'UTF-16 units' };
    });
    const removed = new Int32Array(text.length + 1);
    let [at, rest] = [0, ''];
    for (const [i, { start, length }] of marks.entries()) {
      removed.fill(1, start, own[i]!.start).fill(1, own[i]!.end, start + length);
      rest += text.slice(at, start) + text.slice(own[i]!.start, own[i]!.end);
      at = start + length;
    }
    text = rest + text.slice(at);
    let before = 0;
    for (const [place, isRemoved] of removed.entries()) {
      removed[place] = before;
      before += isRemoved;
    }
    spans = [...spans, ...own].map((span) => ({
      ...span,
      start: span.start - removed[span.start]!,
      end: span.end - removed[span.end]!,
    }));
  }
  return { text, spans };
}
