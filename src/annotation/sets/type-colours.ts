/** Fixed palette slots (`src/app/look/entity-look.ts`) of common types, which thus have the same colour in all corpora. */
const FAMILIAR: Readonly<Record<string, number>> = {
  PER: 0,
  PERSON: 0,
  LOC: 2,
  LOCATION: 2,
  GPE: 2,
  ORG: 1,
  ORGANIZATION: 1,
  MISC: 3,
};

/**
 * Assigns a slot of the page's palette to each type: types in `known` keep their slots, common names have fixed ones, and the others get
 * free ones in order. Annotation sets and the rest of the page share this rule, so a type has one colour on the whole page.
 */
export function colourSlots(
  types: readonly string[],
  known: readonly { name: string; colour: number }[] = [],
): Map<string, number> {
  const slots = new Map(known.filter(({ name }) => types.includes(name)).map(({ name, colour }) => [name, colour]));
  const taken = new Set(slots.values());
  for (const type of types) {
    const slot = FAMILIAR[type.toUpperCase()];
    if (slot === undefined || slots.has(type) || taken.has(slot)) continue;
    slots.set(type, slot);
    taken.add(slot);
  }
  let next = 0;
  for (const type of types) {
    if (slots.has(type)) continue;
    while (taken.has(next)) next++;
    slots.set(type, next);
    taken.add(next);
  }
  return slots;
}
