import { splitColumns } from '../../corpora/columns/split-columns.ts';
import type { NameLine } from './filled-lines.ts';
import type { NameEntries, NameEntry, NameNote } from './name-entry.ts';
import { typedWords } from './name-table.ts';

/** In front of a name. */
export const BULLET = /^\s*(?:[-*•–—‣◦]\s+|\(?\d{1,6}[.)]\s+)(?=\S)/u;
/** A line above names with bullets, as in YAML. */
export const GROUP = /^\s*["']?([\p{L}\d][\p{L}\p{N} _-]{0,60}?)["']?\s*:$/u;
const QUOTED = /^(?:"([^"]+)"|'([^']+)'|“([^”]+)”|«\s*([^»]+?)\s*»),?$/u;
const TRAILING_COMMENT = /(?<=\S)\s+#\s.*$/u;
const GATE_FEATURES = /&\w{1,40}=[^\n]*$/u;
const NUMBERS_BEHIND = /^(.*?\S)((?:\s+[-+]?\d[\d.,]{0,30}%?)+)$/u;
const NUMBER_BEFORE = /^(\s*)(\d[\d.,]{0,30})(\s+)(\S.*)$/u;

/** How names are written in the lines of a file. */
interface LineForm {
  /** The name in a line. */
  strip: (text: string) => string;
  note: string;
}

/** Reads a name in each line. @param sample the first lines */
export function lineEntries(file: string, lines: Iterable<NameLine>, sample: readonly NameLine[]): NameEntries {
  const texts = sample.map(({ text }) => text);
  const notes: NameNote[] = [];
  const [first] = sample;
  const say = (message: string) => void notes.push({ line: first?.line ?? 0, message });
  const listed = onlyLine(texts);
  if (listed !== undefined) {
    say('The names in this line are separated by commas.');
    return { entries: listed.map((name) => ({ line: first!.line, names: [name], type: '', excerpt: name })), notes };
  }
  const hasGroups = texts.some((text) => BULLET.test(text)) && texts.some((text) => GROUP.test(text));
  const isOutline = texts.length > 1 && texts.every((text) => BULLET.test(text) || (hasGroups && GROUP.test(text)));
  const isNumbered = isOutline && texts.every((text) => /^\s*\(?\d/.test(text) || GROUP.test(text));
  if (isOutline) say(`The ${isNumbered ? 'numbers' : 'bullets'} in front of the names are left off.`);
  if (isOutline && hasGroups) say('Lines that end with a colon are the types of the names below them.');
  const plain = isOutline ? texts.filter((text) => !GROUP.test(text)).map((text) => text.replace(BULLET, '')) : texts;
  const forms = [
    commas(plain),
    gateFeatures(file, plain),
    quotes(plain),
    counts(plain),
    comments(plain),
    variants(plain),
  ];
  const used = forms.filter((form) => form !== undefined);
  used.forEach(({ note }) => say(note));
  const hasVariants = used.at(-1)?.note === VARIANTS;
  const typed = isOutline ? undefined : typedWords(plain);
  const doubt = typed === undefined && !isOutline ? doubtOf(plain, used.length > 0) : undefined;
  if (doubt !== undefined) say(doubt);
  return { entries: entriesOf(lines, { isOutline, hasGroups, used, hasVariants, typed }), notes };
}

interface Reading {
  isOutline: boolean;
  hasGroups: boolean;
  used: readonly LineForm[];
  hasVariants: boolean;
  typed: 'first' | 'last' | undefined;
}

function* entriesOf(lines: Iterable<NameLine>, reading: Reading): Generator<NameEntry, void> {
  let group = '';
  for (const { line, text } of lines) {
    const type = reading.isOutline && reading.hasGroups ? GROUP.exec(text)?.[1] : undefined;
    if (type !== undefined) {
      group = type;
      continue;
    }
    const name = reading.used.reduce(
      (rest, { strip }) => strip(rest),
      reading.isOutline ? text.replace(BULLET, '') : text,
    );
    if (reading.typed !== undefined) {
      const words = splitColumns(name, ' ');
      const tag = (reading.typed === 'first' ? words.shift() : words.pop())!;
      yield { line, names: [words.join(' ')], type: tag, excerpt: text };
    } else yield { line, names: reading.hasVariants ? name.split('|') : [name], type: group, excerpt: text };
  }
}

/** The names of a file whose only line has several. */
function onlyLine(texts: readonly string[]): string[] | undefined {
  const names = texts.length === 1 ? splitColumns(texts[0]!, ',').filter((name) => name !== '') : [];
  return names.length > 2 ? names : undefined;
}

/** A comma at the end of each line, as in code. */
function commas(texts: readonly string[]): LineForm | undefined {
  const isList = texts.length > 1 && texts.slice(0, -1).every((text) => /[,;]\s*$/.test(text));
  return isList
    ? { strip: (text) => text.replace(/[,;]\s*$/, ''), note: 'The commas behind the names are left off.' }
    : undefined;
}

function quotes(texts: readonly string[]): LineForm | undefined {
  if (!texts.some((text) => QUOTED.test(text.trim()))) return undefined;
  return {
    strip(text) {
      const [, ...inner] = QUOTED.exec(text.trim()) ?? [];
      return inner.find((part) => part !== undefined) ?? text;
    },
    note: 'The quotation marks around names are left off.',
  };
}

/** Features behind a name in lists of GATE: `Weir&country=England`. */
function gateFeatures(file: string, texts: readonly string[]): LineForm | undefined {
  if (!/\.lst$/i.test(file) || !texts.some((text) => GATE_FEATURES.test(text))) return undefined;
  return {
    strip: (text) => text.replace(GATE_FEATURES, ''),
    note: 'The features of GATE behind names (&name=value) are left off.',
  };
}

function comments(texts: readonly string[]): LineForm | undefined {
  if (!texts.some((text) => TRAILING_COMMENT.test(text))) return undefined;
  return {
    strip: (text) => text.replace(TRAILING_COMMENT, ''),
    note: 'Comments behind names (# and what follows) are left off.',
  };
}

const VARIANTS = 'Names in a line that | separates are names of the same.';

function variants(texts: readonly string[]): LineForm | undefined {
  return texts.some((text) => text.includes('|')) ? { strip: (text) => text, note: VARIANTS } : undefined;
}

/** Numbers behind names, as in lists of the census (`SMITH 1.006 1.006 1`), or in front of them, as of `uniq -c`. */
function counts(texts: readonly string[]): LineForm | undefined {
  if (texts.length < 2) return undefined;
  const behind = texts.map((text) => NUMBERS_BEHIND.exec(text));
  if (behind.every((match) => match !== null)) {
    const numbers = behind.map(([, , found]) => found!.trim().split(/\s+/u));
    const isTable = numbers.every(({ length }) => length === numbers[0]!.length && length > 1);
    const isApart = behind.every(([, , found]) => /^(?:\s{2,}|\t)/u.test(found!));
    if (
      isTable ||
      isApart ||
      areRanked(
        behind.map(([, name]) => name!),
        numbers.map(([one]) => one!),
      )
    ) {
      return {
        strip: (text) => NUMBERS_BEHIND.exec(text)?.[1] ?? text,
        note: 'The numbers behind the names are left off.',
      };
    }
  }
  const before = texts.map((text) => NUMBER_BEFORE.exec(text));
  if (!before.every((match) => match !== null)) return undefined;
  const isApart = before.every(([, indent, , gap]) => indent !== '' || /\s{2}|\t/u.test(gap!));
  if (
    !isApart &&
    !areRanked(
      before.map(([, , , , name]) => name!),
      before.map(([, , one]) => one!),
    )
  )
    return undefined;
  return {
    strip: (text) => NUMBER_BEFORE.exec(text)?.[4] ?? text,
    note: 'The numbers in front of the names are left off.',
  };
}

/** Whether numbers are counts: the largest first, each of another name. `Boeing 747` and `Boeing 737` have one name. */
function areRanked(names: readonly string[], numbers: readonly string[]): boolean {
  const values = numbers.map((one) => Number(one.replaceAll(',', '')));
  const isFalling = values.every((value, i) => i === 0 || value <= values[i - 1]!);
  return names.length > 2 && isFalling && new Set(names).size === names.length;
}

/** What may not belong to the names, but is read as part of them. */
function doubtOf(texts: readonly string[], isStripped: boolean): string | undefined {
  if (texts.length < 3 || isStripped) return undefined;
  if (texts.every((text) => NUMBERS_BEHIND.test(text)))
    return 'Every name ends with a number, which is read as part of it. If it is a count, put a tab in front of it.';
  if (texts.every((text) => NUMBER_BEFORE.test(text)))
    return 'Every name begins with a number, which is read as part of it. If it is a count, put a tab behind it.';
  const firsts = texts.map((text) => splitColumns(text, ' ')[0]!);
  const areUpper = firsts.every((word, i) => /^\p{Lu}{2,}$/u.test(word) && word !== texts[i]!.trim());
  if (areUpper && 2 * new Set(firsts).size <= firsts.length)
    return `Every name begins with a word in capitals, such as ${firsts[0]}, which is read as part of it. If it is a type, put a tab behind it.`;
  return undefined;
}
