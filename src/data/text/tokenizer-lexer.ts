import { ANYWHERE, BEFORE_NAMES, BEFORE_NUMBERS, SENTENCE_STARTERS } from './abbreviations.ts';

/** A token of a text: `text` is the part `[start, end)`, in UTF-16 code units. */
export interface TextToken {
  text: string;
  start: number;
  end: number;
}

/** Letters of scripts without spaces between words. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const UNSPACED_LETTER = String.raw`(?:(?=[\p{L}\p{M}])${UNSPACED})`;
const LETTER = String.raw`(?:(?!${UNSPACED})[\p{L}\p{M}])`;
const WORD_PART = String.raw`(?:(?!${UNSPACED})[\p{L}\p{M}\p{Nd}\p{No}_])`;
const APOSTROPHE = "['’]";
const CONTRACTION = String.raw`${APOSTROPHE}(?:s|re|ve|ll|d|m|S|RE|VE|LL|D|M)(?!${WORD_PART})`;
const NUMBER = String.raw`(?:\.\p{Nd}+|\p{Nd}+(?:[.,:/]\p{Nd}+)*)`;
/** U.S., and U.S if the full stop was split off. */
const ACRONYM = String.raw`(?:(?:\p{L}\.){2,}|\p{L}(?:\.\p{L})+(?![\p{L}.]))`;
/** At the start of the text, or after white space or an opening bracket. */
const AT_START = String.raw`(?<![^\s(])`;
/** Matched only from the start of a run: otherwise a long run without @ takes quadratic time. */
const MAILBOX = String.raw`[\p{L}\p{Nd}._%+-]`;
/** What may join two parts of a word: hyphens anywhere, other characters between certain neighbours. */
const JOINT = [
  '-',
  String.raw`[\u00ad\u200c\u200d](?=${LETTER})`, // in Persian and Indic words
  String.raw`${APOSTROPHE}(?=${LETTER})`,
  String.raw`(?<=\p{Lu})&(?=\p{Lu})`, // AT&T
  String.raw`\.(?=\p{Ll}|\p{Nd})`, // reuters.com, 3.5m; but not end.Next
  String.raw`(?<=\p{Nd})[,:/](?=\p{Nd})`,
].join('|');

/** In order of precedence. */
const PATTERNS = {
  address: String.raw`(?:https?://|www\.)[^\s<>"“”]*[^\s<>"“”.,;:!?()'’\]]|(?<!${MAILBOX})${MAILBOX}+@[\p{L}\p{Nd}-]+(?:\.[\p{L}\p{Nd}-]+)+`,
  tag: String.raw`(?<![\p{L}\p{Nd}])[#@]\p{L}[\p{L}\p{M}\p{Nd}_]*`,
  currency: String.raw`\p{Lu}{1,3}\$`, // C$, US$
  acronym: String.raw`(?<!${WORD_PART})(?:${ACRONYM}|Ph\.D\.)(?:-${WORD_PART}+)*(?!${LETTER})`,
  contraction: CONTRACTION,
  decade: String.raw`(?<!\S)${APOSTROPHE}\p{Nd}0s(?!${WORD_PART})`,
  signed: String.raw`${AT_START}[+-]${NUMBER}(?:-${WORD_PART}+)*`,
  // May end with a hyphen: pre- and post-war.
  word: String.raw`(?:${AT_START}\.(?=\p{Nd}))?${WORD_PART}+(?:-${ACRONYM}|(?:${JOINT})${WORD_PART}+)*(?:-(?=\s))?`,
  unspaced: String.raw`${UNSPACED_LETTER}(?:${UNSPACED_LETTER}|\p{M})*`,
  repeated: String.raw`${'``'}|''|[!?！？]{2,}|(?<repeat>[-–—*.=_~#。])\k<repeat>+`,
  picture: String.raw`\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}|[\p{M}\p{Emoji_Modifier}])*`,
  other: String.raw`[^\s\p{Cf}\p{Cc}]\p{M}*`,
};

const TOKEN = new RegExp(
  Object.entries(PATTERNS)
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|'),
  'gu',
);
/** Contractions are split as in the Penn Treebank: ca n't, it 's. */
const NEGATION = new RegExp(String.raw`^(.+)(n${APOSTROPHE}t)$`, 'iu');
const ENDING = new RegExp(String.raw`^(.+)(${CONTRACTION})$`, 'u');
/** Characters examined after a full stop, to decide whether it ends a sentence. */
const LOOK_AHEAD = 40;

const [SPACE, COMMA] = [0x20, 0x2c];

export function isAsciiLetter(code: number): boolean {
  const upper = code & ~0x20;
  return upper >= 0x41 && upper <= 0x5a;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Splits `text[from..to)`, a line or a paragraph, into tokens as in CoNLL-2003: punctuation separate, contractions split as in
 * the Penn Treebank (ca n't, it 's), hyphenated words whole, abbreviations with their full stop. `Intl.Segmenter` splits scripts
 * without spaces.
 */
export function lex(text: string, from: number, to: number): TextToken[] {
  const tokens: TextToken[] = [];
  const push = (start: number, end: number) => tokens.push({ text: text.slice(start, end), start, end });
  const line = text.slice(from, to);

  /** Words of ASCII letters between spaces, which are most of a text, without the patterns. */
  function pushPlainWords(): void {
    for (let start = TOKEN.lastIndex; start < line.length;) {
      if (line.charCodeAt(start) === SPACE) {
        TOKEN.lastIndex = ++start;
        continue;
      }
      if (start > 0 && line.charCodeAt(start - 1) !== SPACE) return;
      let end = start;
      while (isAsciiLetter(line.charCodeAt(end))) end++;
      const next = line.charCodeAt(end);
      if (end === start || (end < line.length && next !== SPACE && next !== COMMA)) return;
      push(from + start, from + end);
      TOKEN.lastIndex = start = end;
    }
  }

  TOKEN.lastIndex = 0;
  for (;;) {
    pushPlainWords();
    const match = TOKEN.exec(line);
    if (match === null) break;
    const start = from + match.index;
    const [found] = match;
    if (match.groups?.['unspaced'] !== undefined) {
      for (const { index, segment } of segmenter.segment(found)) push(start + index, start + index + segment.length);
    } else if (match.groups?.['word'] === undefined) {
      push(start, start + found.length);
    } else if (keepsFullStop(line, match.index, TOKEN.lastIndex)) {
      push(start, start + found.length + 1);
      TOKEN.lastIndex++;
    } else {
      const [, stem] = NEGATION.exec(found) ?? ENDING.exec(found) ?? [];
      const cut = stem === undefined ? 0 : stem.length;
      if (cut > 0) push(start, start + cut);
      push(start + cut, start + found.length);
    }
  }
  return tokens;
}

/** Whether the word `line[start..end)` is an abbreviation, an initial or a list number whose full stop follows. */
function keepsFullStop(line: string, start: number, end: number): boolean {
  if (line[end] !== '.' || line[end + 1] === '.') return false;
  const word = line.slice(start, end);
  const rest = line.slice(end + 1, end + 1 + LOOK_AHEAD);
  if (BEFORE_NAMES.has(word) || ANYWHERE.has(word)) return true;
  if (BEFORE_NUMBERS.has(word)) return /^\s*\p{Nd}/u.test(rest);
  if (/^\p{Lu}$/u.test(word)) {
    const [next] = /^\s*[\p{L}\p{Nd},'’-]+/u.exec(rest) ?? [];
    return next !== undefined && !SENTENCE_STARTERS.has(next.trimStart());
  }
  return /^\p{Nd}{1,3}$/u.test(word) && /^\s+\S/u.test(rest) && line.slice(0, start).trim() === '';
}
