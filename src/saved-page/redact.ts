/** Offsets count UTF-16 code units, end exclusive. */
export interface Found {
  type: string;
  text: string;
  start: number;
  end: number;
  probability: number;
  /** Whether it is below the threshold of the model. Undefined: it has none. */
  review?: boolean;
}

/** How entities are displayed: marked, or replaced. */
export type View = 'marks' | 'types' | 'pseudonyms';

/** Types of persons: a surname alone refers to the same person. */
const PERSONS = new Set(['PER', 'PERSON', 'PERS']);

/** The names of a type. */
interface Names {
  pseudonyms: Map<string, string>;
  /** Pseudonyms of the names that end with a word, by that word. */
  surnames: Map<string, Set<string>>;
  count: number;
}

/** Gives the same name the same pseudonym, in all documents: `[PER 1]`. */
export class Pseudonyms {
  readonly #types = new Map<string, Names>();

  of({ type, text }: Pick<Found, 'type' | 'text'>): string {
    const names = this.#types.get(type) ?? { pseudonyms: new Map(), surnames: new Map(), count: 0 };
    this.#types.set(type, names);
    const name = text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
    const known = names.pseudonyms.get(name);
    if (known !== undefined) return known;
    const pseudonym = sameSurname(type, names, name) ?? `[${type} ${++names.count}]`;
    names.pseudonyms.set(name, pseudonym);
    if (name.includes(' ')) {
      const surname = name.slice(name.lastIndexOf(' ') + 1);
      names.surnames.set(surname, (names.surnames.get(surname) ?? new Set()).add(pseudonym));
    }
    return pseudonym;
  }
}

/** The pseudonym of a surname: `Merkel` after `Angela Merkel`. Undefined if several persons have this surname. */
function sameSurname(type: string, { surnames }: Names, name: string): string | undefined {
  const bearers = PERSONS.has(type.toUpperCase()) ? surnames.get(name) : undefined;
  return bearers?.size === 1 ? [...bearers][0] : undefined;
}

/** The replacement of an entity; undefined if it is shown unchanged. */
export function replacementOf(entity: Found, view: View, pseudonyms: Pseudonyms): string | undefined {
  if (view === 'marks') return undefined;
  return view === 'types' ? `[${entity.type}]` : pseudonyms.of(entity);
}

/** A text with its entities replaced. @param entities in order, without overlap */
export function redact(text: string, entities: readonly Found[], view: View, pseudonyms: Pseudonyms): string {
  let at = 0;
  let out = '';
  for (const entity of entities) {
    out += text.slice(at, entity.start) + (replacementOf(entity, view, pseudonyms) ?? entity.text);
    at = entity.end;
  }
  return out + text.slice(at);
}
