import { isUsualType, USUAL_TYPES } from '../tags/usual-types.ts';

/** An entity marked in a text. */
export interface Mark {
  start: number;
  length: number;
  /** Where its text begins in it. */
  from: number;
  text: string;
  type: string;
  /**
   * What its type is in: parentheses, as the target of a link in Markdown, braces or an element, the mark itself with
   * a colon, or without one, or what only entities have; or it has none.
   */
  form: 'round' | 'braces' | 'colon' | 'own' | 'certain' | 'bare';
}

/** A way to mark entities, inferred from a file: what stands before, between and behind the words and their type. */
export interface MarkForm {
  find: (line: string) => Mark[];
  /** Whether the type is in the brackets of the words, as placeholders and names of speakers are. */
  isWithin: boolean;
}

/** What is around words. */
const BRACKETS = '[[ ]] {{ }} << >> [ ] ( ) { } < > « » ** ** __ __ ` ` " " “ ” 【 】 （ ） ⟦ ⟧ 「 」'.split(' ');
const PAIRS = BRACKETS.flatMap((open, i) => (i % 2 === 0 ? [[open, BRACKETS[i + 1]!] as const] : []));
/** What may be around a type. */
const TYPE_PAIRS = PAIRS.filter(([open]) => /^[[({<【（]$/.test(open));
/** Between words and their type within brackets. */
const BETWEEN = ['||', '::', '|', ':', '/', ',', '=', '#', '\t', ' - ', ';', '_', ' '];
/** Between brackets, and between a bracket and a type without one. */
const GAPS = ['', ' ', '_', '/', ':'];
const BEHIND = ['/', '_', ':', '#', '@', '^', '='];
/** Around words and behind their type. */
const FENCES = ['#', '@', '$', '|', '||', '##', '%'];
/** Of elements, in lower case or in capitals. */
const NAMES = 'type|class|label|category|entity|entity[-_]type|data-entity|data-label|data-type|ner|tag|ne|name';
const ATTRIBUTES = `${NAMES}|${NAMES.toUpperCase()}`;

const TYPE = String.raw`(?<type>\p{L}[\p{L}\p{N}_-]{0,60})`;

const quote = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll('-', String.raw`\x2d`);
/** Words without brackets in them. */
function textWithout(open: string, close: string): string {
  const isSingle = open.length === 1 && close.length === 1;
  const part = isSingle ? `[^${quote(open + close)}\n]` : `(?:(?!${quote(open)}|${quote(close)})[^\n])`;
  return `(?<text>${part}{1,500}?)`;
}

interface Written {
  /** The parts that a line must have. */
  literals: string[];
  pattern: string;
  isWithin: boolean;
}

/** All forms, lazily: some thousand. */
function* allForms(): Generator<Written> {
  const form = (literals: string[], pattern: string, isWithin = false): Written => ({ literals, pattern, isWithin });
  for (const [open, close] of PAIRS) {
    const [from, to, text] = [quote(open), quote(close), textWithout(open, close)];
    if (open !== close) {
      for (const between of BETWEEN) {
        const joint = between === ' ' ? ' ' : between.trim() === '' ? between : ` ?${quote(between.trim())} ?`;
        yield form([open, between.trim(), close], `${from}${text}${joint}${TYPE}${to}`, true);
        yield form([open, between.trim(), close], `${from}${TYPE}${joint}${text}${to}`, true);
      }
    }
    for (const [begin, end] of TYPE_PAIRS) {
      const type = `${quote(begin)}${TYPE}${quote(end)}`;
      for (const gap of GAPS) {
        yield form([open, close + gap + begin, end], `${from}${text}${to}${quote(gap)}${type}`);
        yield form([begin, end + gap + open, close], `${type}${quote(gap)}${from}${text}${to}`);
      }
    }
    for (const gap of BEHIND)
      yield form([open, close + gap], String.raw`${from}${text}${to}${quote(gap)}${TYPE}(?![\p{L}\p{N}])`);
    if (open !== close) yield form([open, close], String.raw`(?<![\p{L}\p{N}])[@\\#$]?${TYPE}${from}${text}${to}`);
  }
  for (const [open, close] of TYPE_PAIRS) {
    const [from, to] = [quote(open), quote(close)];
    const text = ` ?${textWithout(open, close)} ?`;
    yield form([open, close, `${open}/`], `${from}${TYPE}${to}${text}${from}/\\k<type>${to}`);
    yield form([open, close, `${open}/`], `${from}${TYPE}${to}${text}${from}/${to}`);
    for (const [begin, end] of ['BE', 'SE'].map((letters) => [...letters] as [string, string]))
      yield form([`${open}${begin}-`], `${from}${begin}[-_]${TYPE}${to}${text}${from}${end}[-_]\\k<type>${to}`);
    yield form(
      [open, `${open}/`],
      `${from}${TYPE}[-_](?:start|begin)${to}${text}${from}\\k<type>[-_](?:end|stop)${to}`,
    );
  }
  yield form(['<START:', '<END>'], `<START:${TYPE}> ?(?<text>[^<>]{1,500}?) ?<END>`);
  for (const fence of FENCES) {
    const [at, text] = [quote(fence), textWithout(fence, fence)];
    yield form([fence], String.raw`${at}(?! )${text}${at}${TYPE}${at}`);
  }
  const element = `<(?<name>\\p{L}[\\w-]{0,30}) (?:[^<>]{0,200} )?(?:${ATTRIBUTES})=["']?${TYPE}["']?(?: [^<>]{0,200})?>`;
  yield form(['</', '='], `${element} ?(?<text>[^<>]{1,500}?) ?</\\k<name>>`);
}

/** Marks from which they are no chance. */
const FEWEST = 3;
/** Characters in which a form is looked for, in a line and in all: each is searched for some thousand forms. */
const SAMPLED_LINE = 5_000;
const SAMPLED = 50_000;
/** Different types of a file, at most. */
const MOST_TYPES = 40;

const USUAL = new RegExp(String.raw`(?:^|[^\p{L}\p{N}\s.])(?:${[...USUAL_TYPES].join('|')})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:${[...USUAL_TYPES].join('|')})[^\p{L}\p{N}\s.,;]`, 'iu'); // prettier-ignore

/**
 * The form in which most entities are marked, if two of their types are usual ones, or one is and there are few types:
 * `[Oslo]<LOC>`, `LOC[Oslo]`, `**Oslo** (LOC)`, `[LOC]Oslo[/LOC]`.
 */
export function markFormIn(lines: readonly string[]): MarkForm | undefined {
  const sample: string[] = [];
  let left = SAMPLED;
  for (const line of lines) {
    const head = line.slice(0, Math.min(SAMPLED_LINE, left));
    if (!USUAL.test(head)) continue;
    sample.push(head);
    left -= head.length;
  }
  if (sample.length === 0) return undefined;
  const whole = sample.join('\n');
  let best: { form: MarkForm; count: number; types: number; length: number } | undefined;
  for (const { literals, pattern, isWithin } of allForms()) {
    if (!literals.every((part) => whole.includes(part))) continue;
    const find = finder(pattern);
    const marks = sample.flatMap(find);
    const types = new Map<string, number>();
    for (const { type } of marks) types.set(type, (types.get(type) ?? 0) + 1);
    const usual = [...types.keys()].filter(isUsualType).length;
    const length = marks.reduce((sum, mark) => sum + mark.length, 0);
    if (marks.length < FEWEST || types.size > MOST_TYPES || (usual < 2 && 2 * (types.size - usual) > marks.length))
      continue;
    if (types.size === 1 && new Set(marks.map(({ text }) => text)).size === 1) continue; // as of an emoji or a button
    if (usual === 0 || 4 * types.size > 3 * marks.length + 3) continue;
    if (2 * marks.filter(({ text }) => text.length === 1).length > marks.length) continue; // letters of a scheme: `[B-LOC]`
    const isBetter =
      best === undefined ||
      marks.length > best.count ||
      (marks.length === best.count && (types.size < best.types || (types.size === best.types && length > best.length)));
    if (isBetter) best = { form: { find, isWithin }, count: marks.length, types: types.size, length };
  }
  return best?.form;
}

function finder(pattern: string): (line: string) => Mark[] {
  const all = new RegExp(pattern, 'dgu');
  return (line) =>
    [...line.matchAll(all)].map((match) => {
      const { text = '', type = '' } = match.groups!;
      const skipped = text.length - text.trimStart().length;
      const from = match.indices!.groups!['text']![0] - match.index + skipped;
      return { start: match.index, length: match[0].length, from, text: text.trim(), type, form: 'certain' };
    });
}
