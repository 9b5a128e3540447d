import type { Problem } from '../../corpus.ts';
import type { RawSentence } from '../raw-corpus.ts';

const NAMES: Readonly<Record<string, string>> = {
  '\u00AD': 'a soft hyphen',
  '\u200B': 'a zero-width space',
  '\u200C': 'a zero-width non-joiner',
  '\u200D': 'a zero-width joiner',
  '\uFEFF': 'a byte order mark',
};
/** Characters without a glyph: those of `NAMES`, marks of direction, and joiners of words and of formulas. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'g');
const JOINERS = '\u200C\u200D';
/** Characters of scripts that are spelled without joiners, unlike those of Persian and India, and emoji. */
const NEEDS_NONE =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{N}\p{P}\p{Cf}]/u;

/** The first invisible character that is no part of the spelling. */
function invisibleIn(text: string): string | undefined {
  if (!INVISIBLE.test(text)) return undefined;
  for (const { 0: found, index } of text.matchAll(ALL_INVISIBLE)) {
    const around = [text[index - 1], text[index + 1]];
    if (!JOINERS.includes(found) || around.every((one) => one === undefined || NEEDS_NONE.test(one))) return found;
  }
  return undefined;
}

/**
 * Says how many words, and which tags, have characters that are not seen: they look like others, but are not the same.
 *
 * @param tags all that occur
 */
export function invisibleProblems(sentences: readonly RawSentence[], tags: Iterable<string>): Omit<Problem, 'file'>[] {
  const problems: Omit<Problem, 'file'>[] = [];
  const { count, first } = wordsWith(invisibleIn, sentences);
  if (first !== undefined) {
    const { line, word, found } = first;
    const which = count === 1 ? '1 word has an invisible character' : `${count} words have invisible characters`;
    const message = `${which}${count === 1 ? '' : ', the first'} in line ${line}: ${shown(word)}, with ${nameOf(found)}. They were kept as written: such a word looks like the one without the character, but is not the same, and usually has no vector. Remove the characters if they are no part of the words.`;
    problems.push({ line: 0, severity: 'warning', kind: 'invisible', message });
  }
  const tag = [...tags].find((one) => invisibleIn(one) !== undefined);
  if (tag !== undefined) {
    const message = `The tag ${shown(tag)} has ${nameOf(invisibleIn(tag)!)}, which is not seen: it is not the same as the tag without it. Remove the character from the file.`;
    problems.push({ line: 0, severity: 'warning', kind: 'invisible', message });
  }
  return problems;
}

/** Says how many words have the sign of a character that was lost before: U+FFFD. */
export function lostCharacters(sentences: readonly RawSentence[]): Omit<Problem, 'file'>[] {
  const { count, first } = wordsWith((word) => (word.includes('\uFFFD') ? '\uFFFD' : undefined), sentences);
  if (first === undefined) return [];
  const which = count === 1 ? '1 word has' : `${count} words have`;
  const message = `${which} the sign \uFFFD in place of a character${count === 1 ? '' : ', the first'} in line ${first.line}: ${shown(first.word)}. The characters were lost when the text was converted to UTF-8. Convert it again, from the encoding that it had.`;
  return [{ line: 0, severity: 'warning', kind: 'encoding', message }];
}

/** The number of words in which something is found, and the first of them. */
function wordsWith(find: (word: string) => string | undefined, sentences: readonly RawSentence[]) {
  let count = 0;
  let first: { line: number; word: string; found: string } | undefined;
  for (const { tokens, lines } of sentences) {
    for (const [t, word] of tokens.entries()) {
      const found = find(word);
      if (found === undefined) continue;
      count++;
      first ??= { line: lines[Math.min(t, lines.length - 1)]!, word, found };
    }
  }
  return { count, first };
}

const MOST_SHOWN = 60;

function shown(text: string): string {
  return text.slice(0, MOST_SHOWN).replaceAll(ALL_INVISIBLE, (one) => `<${codeOf(one)}>`);
}

function nameOf(character: string): string {
  const name = NAMES[character];
  return name === undefined ? `an invisible character (${codeOf(character)})` : `${name} (${codeOf(character)})`;
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
