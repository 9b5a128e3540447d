import { areTags } from '../records/kinds/joined-tags.ts';

/** Splits a line with the words and the tags of a sentence, each as one part. Undefined if it is none, nothing if it is to be left out. */
export interface Splitter {
  (line: string): string[] | undefined;
  /** What it leaves out. */
  note?: string;
  /** Words and tags have lines of their own. */
  isOneLine?: true;
}

/**
 * What may stand in front of a line, the number of its sentence, or what it has: before a tab, a colon or a bar, `1.`, or `s1` before a
 * space.
 */
const PREFIXES = [
  /^([^\t ]{0,40})\t(.*)$/s,
  /^([\p{L}\p{N}_.#-]{1,40}) ?[:|]\s{1,10}(.*)$/su,
  /^(\d{1,9}[.)]|\s)\s{1,20}(.*)$/s,
  /^([^\s\d]{0,20}\d\S{0,20}) (.*)$/s,
];
/** Different names in front of lines, without their numbers, at most. */
const MOST_NAMES = 5;

/** Splitters for lines with the same few names in front of them, or names with a number: `s1<tab>Ada left`, `t1<tab>B-PER O`. */
export function besidePrefixes(sample: readonly string[]): Splitter[] {
  return PREFIXES.flatMap((pattern) => {
    const found = sample.map((line) => pattern.exec(line));
    const counts = new Map<string, number>();
    for (const [, prefix] of found.map((match) => match ?? [])) {
      if (prefix === undefined || (areTags([prefix]) && !/^\d+$/.test(prefix))) return [];
      const name = prefix.replace(/\d+/g, '0');
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const areNames = counts.size <= MOST_NAMES && [...counts].every(([name, count]) => name.includes('0') || count > 1);
    const hasWords = found.some((match) => !areTags(match![2]!.trim().split(/\s+/)));
    if (!areNames || !hasWords || found.length < 2) return [];
    const split = (line: string) => pattern.exec(line)?.slice(2);
    const shown = found.map((match) => match![1]!.trim()).find((prefix) => prefix !== '');
    const note = shown === undefined ? undefined : `What stands in front of each line, such as ${shown}, was not read.`;
    return [Object.assign(split, { ...(note && { note }), isOneLine: true as const })];
  });
}

/** Numbers in front of lines: `1. Ada left`, `[1] Ada left`, `1<tab>Ada left`. */
const NUMBERED = /^\s*(?:\[\d{1,9}\]|\d{1,9}[.):]?)[ \t]{1,10}/;

/** What may be taken off all lines: increasing numbers, or the same few names: `Sentence: Ada left`. */
export function linePrefixes(sample: readonly string[]): { strip: (line: string) => string; note: string }[] {
  const numbers = sample.map((line) => NUMBERED.exec(line)?.[0]);
  const areNumbers =
    sample.length > 1 &&
    numbers.every((number, i) => {
      const value = (text: string | undefined) => Number(/\d+/.exec(text ?? '')?.[0] ?? Number.NaN);
      return number !== undefined && (i === 0 || value(number) > value(numbers[i - 1]));
    });
  const named = besidePrefixes(sample).map((split) => ({
    strip: (line: string) => split(line)?.[0] ?? line,
    note: split.note ?? '',
  }));
  const shown = `What stands in front of each line, such as ${numbers[0]?.trim()}, was not read.`;
  return [...(areNumbers ? [{ strip: (line: string) => line.replace(NUMBERED, ''), note: shown }] : []), ...named];
}
