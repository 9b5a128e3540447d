import type { TagScheme, TagStyle } from '../corpus.ts';

/** Position of a token within a span. */
export type TagRole = keyof TagStyle['letters'];

export interface ParsedTag {
  role: TagRole;
  /** Empty for `outside`, and for tags without a type (`B`). */
  type: string;
}

export const OUTSIDE: ParsedTag = { role: 'outside', type: '' };

/** Independent tags, without a scheme. */
export const NO_SCHEME: TagStyle = {
  scheme: 'none',
  letters: { begin: '', inside: '', end: '', single: '', outside: '' },
  separator: '',
  typeFirst: false,
};

/** One class for each text. */
export const TEXT_STYLE: TagStyle = { ...NO_SCHEME, scheme: 'text' };

/** Letters of IOB, BIOES, BILOU, BMES and BMEWO. Brackets: conlleval's notation for chunks of one token. */
const ROLES: ReadonlyMap<string, TagRole> = new Map([
  ['B', 'begin'],
  ['I', 'inside'],
  ['M', 'inside'],
  ['E', 'end'],
  ['L', 'end'],
  ['S', 'single'],
  ['U', 'single'],
  ['W', 'single'],
  ['[', 'single'],
  [']', 'single'],
  ['O', 'outside'],
]);

/** The role of a tag's letter; undefined if no scheme uses the letter. Case is ignored. */
export function roleOfLetter(letter: string): TagRole | undefined {
  return letter.length > 1 ? undefined : ROLES.get(letter.toUpperCase()); // a cell may have millions of characters
}

/** Whether a tag begins with a letter of any scheme, alone or before a usual separator. */
export function hasSchemeLetter(tag: string): boolean {
  return roleOfLetter(/^[^-_:]{0,3}/.exec(tag)![0]) !== undefined;
}

/** The standard spelling of a scheme: `B-PER`. */
export function standardStyle(scheme: TagScheme): TagStyle {
  if (scheme === 'none') return NO_SCHEME;
  if (scheme === 'text') return TEXT_STYLE;
  const inside = scheme === 'BMES' ? 'M' : 'I';
  return {
    scheme,
    letters: { begin: 'B', inside, end: 'E', single: 'S', outside: 'O' },
    separator: '-',
    typeFirst: false,
  };
}

/** Whether two styles spell all tags alike. */
export function isSameStyle(a: TagStyle, b: TagStyle): boolean {
  const spelling = ({ scheme, letters, separator, typeFirst }: TagStyle) => {
    const { begin, inside, end, single, outside } = letters;
    return JSON.stringify([scheme, begin, inside, end, single, outside, separator, typeFirst]);
  };
  return spelling(a) === spelling(b);
}

/** Whether tags are types without letters: `PER`, `O`. */
export function isBare(style: TagStyle): boolean {
  return style.scheme === 'text' || (style.scheme === 'IO' && style.letters.inside === '');
}

/** Parses a tag. Like conlleval, accepts the letters of all schemes. Undefined if the tag is not spelled in this style. */
export function parseTag(style: TagStyle, tag: string): ParsedTag | undefined {
  if (tag === style.letters.outside) return OUTSIDE;
  if (isBare(style)) return { role: 'inside', type: tag };
  const { letter, type } = splitTag(tag, style.separator, style.typeFirst);
  if (type === '' && tag !== letter) return undefined; // `B-`: its type is missing
  const role = roleOfLetter(letter);
  return role === 'outside' ? OUTSIDE : role && { role, type };
}

/** Separators that are brackets around what follows: `PER(B)`, `B[PER]`. */
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Splits `B-Disease-Class` into `B` and `Disease-Class`. A tag without separator is a letter without a type. */
export function splitTag(tag: string, separator: string, typeFirst: boolean): { letter: string; type: string } {
  const cut = typeFirst ? tag.lastIndexOf(separator) : tag.indexOf(separator);
  if (cut < 0) return { letter: tag, type: '' };
  const close = CLOSING[separator] ?? '';
  if (!tag.endsWith(close)) return { letter: tag, type: '' };
  const [before, after] = [tag.slice(0, cut), tag.slice(cut + separator.length, tag.length - close.length)];
  return typeFirst ? { letter: after, type: before } : { letter: before, type: after };
}

export function formatTag(style: TagStyle, { role, type }: ParsedTag): string {
  const letter = style.letters[role];
  if (role === 'outside' || type === '') return letter;
  if (isBare(style)) return type;
  const { separator, typeFirst } = style;
  return (typeFirst ? type + separator + letter : letter + separator + type) + (CLOSING[separator] ?? '');
}

function isInsideOrEnd({ role }: ParsedTag): boolean {
  return role === 'inside' || role === 'end';
}

/**
 * Whether a scheme allows `to` after `from`. Use `OUTSIDE` for the neighbour beyond either end of a sentence. In IOB1, B only
 * begins a span that directly follows another one of the same type; in IOE1, E only ends one that another one of its type follows.
 */
export function isLegalTransition(scheme: TagScheme, from: ParsedTag, to: ParsedTag): boolean {
  const sameSpan = from.role !== 'outside' && to.role !== 'outside' && from.type === to.type;
  switch (scheme) {
    case 'none':
    case 'text':
      return true;
    case 'IO':
      return to.role === 'inside' || to.role === 'outside';
    case 'IOB1':
      return to.role === 'inside' || to.role === 'outside' || (to.role === 'begin' && sameSpan);
    case 'BIO':
      return to.role === 'begin' || to.role === 'outside' || (to.role === 'inside' && sameSpan);
    case 'BIOES':
    case 'BMES': {
      const continues = to.role === 'inside' || to.role === 'end';
      const open = from.role === 'begin' || from.role === 'inside';
      return open ? continues && sameSpan : !continues;
    }
    case 'IOE1':
      return isInsideOrEnd(to) ? from.role !== 'end' || sameSpan : to.role === 'outside' && from.role !== 'end';
    case 'IOE2':
      return isInsideOrEnd(to) ? from.role !== 'inside' || sameSpan : to.role === 'outside' && from.role !== 'inside';
    default:
      return scheme satisfies never;
  }
}
