import type { ReadingQuestion, Span, TagScheme } from '../../corpus.ts';

/** Entities examined. */
const SAMPLED = 1000;
/** Share of the entities with their own words as types above which types are no chance. */
const OWN_WORDS = 0.5;
/** Share of distinct types from which few repeat, and the entities that this needs: a small sample may have many types. */
const [DISTINCT, FEWEST] = [0.8, 20];

/**
 * Asks whether the types of entities are types where most are the words of the entity itself, or hardly any repeats, as
 * ids of a knowledge base. Undefined if they are like types.
 *
 * @param scheme of the corpus; given as an option, it answers the question
 */
export function doubtfulTypes(
  sentences: Iterable<{ tokens: readonly string[]; spans: readonly Span[] }>,
  scheme: TagScheme,
): ReadingQuestion | undefined {
  const types = new Set<string>();
  let [all, own] = [0, 0];
  let example: string | undefined;
  for (const { tokens, spans } of sentences) {
    for (const { start, end, type } of spans) {
      all++;
      types.add(type);
      if (keyOf(tokens.slice(start, end).join('')) !== keyOf(type)) continue;
      own++;
      example ??= type;
    }
    if (all >= SAMPLED) break;
  }
  const areOwn = own > OWN_WORDS * all;
  if (types.size < 2 || (!areOwn && (all < FEWEST || types.size < DISTINCT * all))) return undefined;
  const [first] = types;
  const reason = areOwn
    ? `The types of ${own} of ${all} entities are their own words, such as ${example}`
    : `${all} entities have ${types.size} types, such as ${first}`;
  return {
    what: 'Are these the types to learn?',
    reason: `${reason}: a model learns types that many entities share. If not, write such a type for each entity, as PER, or the same for all.`,
    options: [{ label: 'yes, these are types', settings: { scheme } }],
  };
}

function keyOf(words: string): string {
  return words.replace(/\s+/g, '').toLowerCase();
}

/** Says that some types differ only in case or in the marks between words, such as PER and per; undefined without any. */
export function alikeTypes(sentences: Iterable<{ spans: readonly Span[] }>): string | undefined {
  const types = new Set<string>();
  for (const { spans } of sentences) for (const { type } of spans) types.add(type);
  const byKey = new Map<string, string>();
  for (const type of types) {
    const key = type.toLowerCase().replace(/[\s_-]+/g, '');
    const other = byKey.get(key);
    if (other !== undefined && key !== '')
      return `The types ${other} and ${type} differ only in how they are written: each is a type of its own. If they are one, read one as the other.`;
    byKey.set(key, type);
  }
  return undefined;
}
