import type { TagScheme, TagStyle } from '../corpus.ts';

/** What a tag says of its token. */
export type TagRole = keyof TagStyle['letters'];

export interface ParsedTag {
  role: TagRole;
  /** Empty for `outside`, and for tags that are a letter alone. */
  type: string;
}

export const OUTSIDE: ParsedTag = { role: 'outside', type: '' };

/** Tags without a scheme: each stands for itself. */
export const NO_SCHEME: TagStyle = {
  scheme: 'none',
  letters: { begin: '', inside: '', end: '', single: '', outside: '' },
  separator: '',
  typeFirst: false,
};

/** BIOES, BILOU, BMES and BMEWO; brackets are conlleval's chunks of one token. */
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

export function roleOfLetter(letter: string): TagRole | undefined {
  return ROLES.get(letter.toUpperCase());
}

/** Whether a tag begins with the letter of a scheme, however it goes on. */
export function hasSchemeLetter(tag: string): boolean {
  return roleOfLetter(tag.split(/[-_:]/, 1)[0]!) !== undefined;
}

/** The usual spelling of a scheme: `B-PER`. */
export function standardStyle(scheme: TagScheme): TagStyle {
  if (scheme === 'none') return NO_SCHEME;
  const inside = scheme === 'BMES' ? 'M' : 'I';
  return {
    scheme,
    letters: { begin: 'B', inside, end: 'E', single: 'S', outside: 'O' },
    separator: '-',
    typeFirst: false,
  };
}

/** Types are written without a letter: `PER`, `O`. */
export function isBare(style: TagStyle): boolean {
  return style.scheme === 'IO' && style.letters.inside === '';
}

/** Reads one tag. Any letter of any scheme is understood, as conlleval does; undefined where the spelling is another. */
export function parseTag(style: TagStyle, tag: string): ParsedTag | undefined {
  if (tag === style.letters.outside) return OUTSIDE;
  if (isBare(style)) return { role: 'inside', type: tag };
  const { letter, type } = splitTag(tag, style.separator, style.typeFirst);
  const role = roleOfLetter(letter);
  return role === 'outside' ? OUTSIDE : role && { role, type };
}

/** `B-Disease-Class` is B and Disease-Class; a tag without separator is a letter without type. */
export function splitTag(tag: string, separator: string, typeFirst: boolean): { letter: string; type: string } {
  const cut = typeFirst ? tag.lastIndexOf(separator) : tag.indexOf(separator);
  if (cut < 0) return { letter: tag, type: '' };
  const [before, after] = [tag.slice(0, cut), tag.slice(cut + separator.length)];
  return typeFirst ? { letter: after, type: before } : { letter: before, type: after };
}

export function formatTag(style: TagStyle, { role, type }: ParsedTag): string {
  const letter = style.letters[role];
  if (role === 'outside' || type === '') return letter;
  if (isBare(style)) return type;
  return style.typeFirst ? type + style.separator + letter : letter + style.separator + type;
}

/**
 * Whether a scheme allows two neighbouring tags; at the ends of a sentence the neighbour is `OUTSIDE`.
 * IOB1 keeps B for a span that follows another of its type.
 */
export function isLegalTransition(scheme: TagScheme, from: ParsedTag, to: ParsedTag): boolean {
  const sameSpan = from.role !== 'outside' && to.role !== 'outside' && from.type === to.type;
  switch (scheme) {
    case 'none':
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
    default:
      return scheme satisfies never;
  }
}
