import { lazily } from '../../lib/lazily.ts';
import { AFTER_ORDINALS, ANYWHERE, BEFORE_NAMES, BEFORE_NUMBERS, SENTENCE_STARTERS } from './abbreviations.ts';

/** A token of a text: `text` is the part `[start, end)`, in UTF-16 code units. */
export interface TextToken {
  text: string;
  start: number;
  end: number;
}

/** Letters of scripts without spaces between words. Marks that these share with Latin, as the tilde of ñ, are below U+0E00. */
const UNSPACED = String.raw`(?:(?![\0-\u0dff])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])`;
const APOSTROPHE = "['’]";
const ENDINGS = `${APOSTROPHE}(?:s|re|ve|ll|d|m|S|RE|VE|LL|D|M)`;
/** Contents of the character classes of the patterns. */
interface Classes {
  L: string;
  Ll: string;
  Lu: string;
  M: string;
  Nd: string;
  No: string;
  /** Invisible characters. */
  C: string;
}

const UNICODE: Classes = {
  L: String.raw`\p{L}`,
  Ll: String.raw`\p{Ll}`,
  Lu: String.raw`\p{Lu}`,
  M: String.raw`\p{M}`,
  Nd: String.raw`\p{Nd}`,
  No: String.raw`\p{No}`,
  C: String.raw`\p{Cf}\p{Cc}`,
};
/** The same below U+0080. */
const ASCII: Classes = { L: 'A-Za-z', Ll: 'a-z', Lu: 'A-Z', M: '', Nd: '0-9', No: '', C: String.raw`\0-\x1f\x7f` };

/**
 * The pattern of tokens. ASCII lines get simpler patterns: those for all of Unicode take tens of milliseconds to compile, which would
 * delay the first sentence.
 *
 * @param classes those of the line's characters
 * @param hasUnspaced whether there are letters of scripts without spaces
 */
function tokenPattern({ L, Ll, Lu, M, Nd, No, C }: Classes, hasUnspaced: boolean): RegExp {
  const spaced = hasUnspaced ? `(?!${UNSPACED})` : '';
  const letter = `(?:${spaced}[${L}${M}])`;
  const wordPart = `(?:${spaced}[${L}${M}${Nd}${No}_])`;
  const unspacedLetter = `(?:(?=[${L}${M}])${UNSPACED})`;
  const number = String.raw`(?:\.[${Nd}]+|[${Nd}]+(?:[.,:/][${Nd}]+)*)`;
  // U.S., and U.S if the full stop was split off.
  const acronym = String.raw`(?:(?:[${L}]\.){2,}|[${L}](?:\.[${L}])+(?![${L}.]))`;
  // At the start of the text, or after white space or an opening bracket.
  const atStart = String.raw`(?<![^\s(])`;
  // Matched only from the start of a run: otherwise a long run without @ takes quadratic time.
  const mailbox = `[${L}${Nd}._%+-]`;
  // Characters that may join two parts of a word: hyphens anywhere, others only between certain neighbours.
  const joint = [
    '-',
    String.raw`[\u00ad\u200c\u200d](?=${letter})`, // in Persian and Indic words
    `${APOSTROPHE}(?=${letter})`,
    `(?<=[${Lu}])&(?=[${Lu}])`, // AT&T
    String.raw`\.(?=[${Ll}${Nd}])`, // reuters.com, 3.5m; but not end.Next
    String.raw`(?<=(?<![${L}])T[Pp])\.(?=[${Lu}])`, // TP.HCM
    `(?<=[${Nd}])[,:/](?=[${Nd}])`,
  ].join('|');
  // In order of precedence.
  const patterns = {
    address: String.raw`(?:https?://|www\.)[^\s<>"“”]*[^\s<>"“”.,;:!?()'’\]]|(?<!${mailbox})${mailbox}+@[${L}${Nd}-]+(?:\.[${L}${Nd}-]+)+`,
    tag: `(?<![${L}${Nd}])[#@][${L}][${L}${M}${Nd}_]*`,
    currency: String.raw`[${Lu}]{1,3}\$`, // C$, US$
    acronym: String.raw`(?<!${wordPart})(?:${acronym}|Ph\.D\.)(?:-${wordPart}+)*(?!${letter})`,
    contraction: `${ENDINGS}(?!${wordPart})`,
    decade: String.raw`(?<!\S)${APOSTROPHE}[${Nd}]0s(?!${wordPart})`,
    signed: `${atStart}[+-]${number}(?:-${wordPart}+)*`,
    // May end with a hyphen: pre- and post-war.
    word: String.raw`(?:${atStart}\.(?=[${Nd}]))?${wordPart}+(?:-${acronym}|(?:${joint})${wordPart}+)*(?:-(?=\s))?`,
    ...(hasUnspaced && { unspaced: `${unspacedLetter}(?:${unspacedLetter}|[${M}])*` }),
    repeated: String.raw`${'``'}|''|[!?！？]{2,}|(?<repeat>[-–—*.=_~#。])\k<repeat>+`,
    ...(M !== '' && {
      picture: String.raw`\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}|[\p{M}\p{Emoji_Modifier}])*`,
    }),
    other: String.raw`[^\s${C}][${M}]*`,
  };
  const alternatives = Object.entries(patterns).map(([name, pattern]) => `(?<${name}>${pattern})`);
  return new RegExp(alternatives.join('|'), 'gu');
}

// Compiled lazily: patterns with Unicode classes take milliseconds to compile.
const unspaced = lazily(() => new RegExp(UNSPACED, 'u'));
const asciiToken = lazily(() => tokenPattern(ASCII, false));
const spacedToken = lazily(() => tokenPattern(UNICODE, false));
const anyToken = lazily(() => tokenPattern(UNICODE, true));
const segmenter = lazily(() => new Intl.Segmenter('en', { granularity: 'word' }));

const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Range that contains all letters of scripts without spaces. */
const MAY_BE_UNSPACED = /[\u0e00-\u1fff\u2e80-\uffff]/;

// Contractions are split as in the Penn Treebank: ca n't, it 's.
const NEGATION = new RegExp(String.raw`^(.+)(n${APOSTROPHE}t)$`, 'iu');
const ENDING = new RegExp(String.raw`^(.+)(${ENDINGS})$`, 'u');
const HAS_APOSTROPHE = new RegExp(APOSTROPHE);

/** Characters examined after a full stop, to decide whether it ends a sentence. */
const LOOK_AHEAD = 40;

const [SPACE, COMMA] = [0x20, 0x2c];

export function isAsciiLetter(code: number): boolean {
  const upper = code & ~0x20;
  return upper >= 0x41 && upper <= 0x5a;
}

/**
 * Splits `text[from..to)`, a line or a paragraph, into tokens as in CoNLL-2003: punctuation separate, contractions split as in
 * the Penn Treebank (ca n't, it 's), hyphenated words whole, abbreviations with their full stop. `Intl.Segmenter` splits scripts
 * without spaces.
 */
export function lex(text: string, from: number, to: number): TextToken[] {
  const tokens: TextToken[] = [];
  const push = (start: number, end: number) => tokens.push({ text: text.slice(start, end), start, end });
  const line = text.slice(from, to);
  const pattern = patternFor(line);

  /** Fast path without patterns for words of ASCII letters between spaces, which are most of a text. */
  function pushPlainWords(): void {
    for (let start = pattern.lastIndex; start < line.length;) {
      if (line.charCodeAt(start) === SPACE) {
        pattern.lastIndex = ++start;
        continue;
      }
      if (start > 0 && line.charCodeAt(start - 1) !== SPACE) return;
      let end = start;
      while (isAsciiLetter(line.charCodeAt(end))) end++;
      const next = line.charCodeAt(end);
      if (end === start || (end < line.length && next !== SPACE && next !== COMMA)) return;
      push(from + start, from + end);
      pattern.lastIndex = start = end;
    }
  }

  pattern.lastIndex = 0;
  for (;;) {
    pushPlainWords();
    const match = pattern.exec(line);
    if (match === null) break;
    const start = from + match.index;
    const [found] = match;
    if (match.groups?.['unspaced'] !== undefined) {
      for (const { index, segment } of segmenter().segment(found)) push(start + index, start + index + segment.length);
    } else if (match.groups?.['word'] === undefined) {
      push(start, start + found.length);
    } else if (keepsFullStop(line, match.index, pattern.lastIndex)) {
      push(start, start + found.length + 1);
      pattern.lastIndex++;
    } else {
      const [, stem] = (HAS_APOSTROPHE.test(found) && (NEGATION.exec(found) ?? ENDING.exec(found))) || [];
      const cut = stem === undefined ? 0 : stem.length;
      if (cut > 0) push(start, start + cut);
      push(start + cut, start + found.length);
    }
  }
  return tokens;
}

function patternFor(line: string): RegExp {
  if (!BEYOND_ASCII.test(line)) return asciiToken();
  return MAY_BE_UNSPACED.test(line) && unspaced().test(line) ? anyToken() : spacedToken();
}

/** Whether the word `line[start..end)` is an abbreviation, an initial or a list number whose full stop follows. */
function keepsFullStop(line: string, start: number, end: number): boolean {
  if (line[end] !== '.' || line[end + 1] === '.') return false;
  const word = line.slice(start, end);
  const rest = line.slice(end + 1, end + 1 + LOOK_AHEAD);
  if (BEFORE_NAMES.has(word) || ANYWHERE.has(word)) return true;
  if (/^\p{L}$/u.test(word) && /^\s\p{L}\./u.test(rest)) return true; // z. B., S. A.
  if (BEFORE_NUMBERS.has(word) || word.endsWith('str')) return /^\s*\p{Nd}/u.test(rest); // Hauptstr. 5
  if (/^\p{Lu}$/u.test(word)) {
    const [next] = /^\s*[\p{L}\p{Nd},'’-]+/u.exec(rest) ?? [];
    return next !== undefined && !SENTENCE_STARTERS.has(next.trimStart());
  }
  if (!/^\p{Nd}{1,3}$/u.test(word)) return false;
  const [, next] = /^\s+(\S+)/u.exec(rest) ?? [];
  if (next === undefined) return false;
  return AFTER_ORDINALS.test(next) || line.slice(0, start).trim() === '';
}
