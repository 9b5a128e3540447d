import type { Problem } from '../corpus.ts';
import type { RawSentence } from './raw-corpus.ts';

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
  let count = 0;
  let first: { line: number; word: string; found: string } | undefined;
  for (const { tokens, lines } of sentences) {
    for (const [t, word] of tokens.entries()) {
      const found = invisibleIn(word);
      if (found === undefined) continue;
      count++;
      first ??= { line: lines[Math.min(t, lines.length - 1)]!, word, found };
    }
  }
  const problems: Omit<Problem, 'file'>[] = [];
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
