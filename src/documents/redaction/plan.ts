import { prefixLength } from '../../lib/binary-search.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { Block, BlockRange, Edit, Scrub } from '../document.ts';
import { NameMatcher } from './name-matcher.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** What becomes of entities of a type. */
export type Treatment = 'bar' | 'label' | 'pseudonym' | 'name' | 'shift' | 'keep';

export const TREATMENTS: readonly Treatment[] = ['bar', 'label', 'pseudonym', 'name', 'shift', 'keep'];

/** An entity of a document, and who found it: `repeat` is another occurrence of a name, or a part of one. */
export interface Entity extends BlockRange {
  type: string;
  probability: number;
  by: 'model' | 'hand' | 'repeat';
  /** A person has looked at it. */
  isDecided?: boolean | undefined;
}

/** A bar has the same length for all names, which would tell them apart. */
export const BAR = '█████';

export interface RedactionPlan {
  /** Without overlap, in order. */
  edits: Required<Edit>[];
  /** The entity of each edit. */
  entities: Entity[];
  scrub: Scrub;
  /** Finds what must not be in the result. */
  matcher: NameMatcher;
}

/**
 * What to replace in a document: its entities, every other occurrence of their names, and the parts of persons' names.
 *
 * @param entities without overlap
 */
export function planRedaction(
  blocks: readonly Block[],
  entities: readonly Entity[],
  treatmentOf: (type: string) => Treatment,
  pseudonyms: Pseudonyms,
): RedactionPlan {
  const textOf = ({ block, start, end }: BlockRange) => blocks[block]!.text.slice(start, end);
  const redacted = entities.filter(({ type }) => treatmentOf(type) !== 'keep');
  const names = redacted.map((entity) => ({ type: entity.type, text: textOf(entity) }));
  pseudonyms.nameAll(
    names.filter(({ type }) => treatmentOf(type) === 'pseudonym'),
    'of',
  );
  pseudonyms.nameAll(
    names.filter(({ type }) => treatmentOf(type) === 'name'),
    'substitute',
  );
  const matcher = new NameMatcher(names);
  const byBlock = groupBy(redacted, ({ block }) => block);
  const all = blocks.flatMap(({ text, isHidden }, block) => {
    if (isHidden === true) return [];
    const own = merged(byBlock.get(block) ?? []);
    const repeats = matcher
      .find(text)
      .filter(({ start, end }) => {
        const last = own[prefixLength(own, (entity) => entity.start <= start) - 1];
        return last === undefined || last.end < end;
      })
      .map((match): Entity => ({ ...match, block, probability: 1, by: 'repeat' }));
    return merged([...own, ...repeats]);
  });
  return {
    entities: all,
    edits: all.map((entity) => ({
      ...entity,
      replacement: replacementOf(entity.type, textOf(entity), treatmentOf, pseudonyms),
    })),
    scrub: (text) => replaceMatches(text, matcher),
    matcher,
  };
}

export function replacementOf(
  type: string,
  text: string,
  treatmentOf: (type: string) => Treatment,
  pseudonyms: Pseudonyms,
): string {
  const treatment = treatmentOf(type);
  switch (treatment) {
    case 'bar':
      return BAR;
    case 'label':
      return `[${type}]`;
    case 'pseudonym':
      return pseudonyms.of({ type, text });
    case 'name':
      return pseudonyms.substitute({ type, text });
    case 'shift':
      return pseudonyms.shifted({ type, text });
    case 'keep':
      return text;
    default:
      return treatment satisfies never;
  }
}

/** Values of attributes that are no text: numbers, names of vocabularies, types of files. */
const TECHNICAL = /^(urn:|https?:\/\/(schemas\.|www\.w3\.org\/|purl\.)|application\/|[-+]?[\d.]+%?$)/;

/** Entities that overlap become one, of the type of the longest. */
function merged(entities: Entity[]): Entity[] {
  const result: Entity[] = [];
  for (const entity of entities.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || entity.start >= last.end) result.push(entity);
    else {
      const longest = entity.end - entity.start > last.end - last.start ? entity : last;
      result[result.length - 1] = { ...longest, start: last.start, end: Math.max(last.end, entity.end) };
    }
  }
  return result;
}

/** A text with its names replaced; one in an address, `J%C3%BCrgen`, is decoded for this. */
function replaceMatches(text: string, matcher: NameMatcher): string {
  if (TECHNICAL.test(text)) return text;
  const readable = text.replaceAll(/(?:%[\da-f]{2})+/gi, decodedOctets);
  const matches = matcher.find(readable);
  if (matches.length === 0) return text;
  let [out, at] = ['', 0];
  for (const { start, end } of matches) {
    out += readable.slice(at, start) + BAR;
    at = end;
  }
  return out + readable.slice(at);
}

/** Octets of UTF-8 as addresses write them: `%C3%BC`. */
function decodedOctets(octets: string): string {
  return new TextDecoder().decode(Uint8Array.from(octets.slice(1).split('%'), (hex) => Number.parseInt(hex, 16)));
}
