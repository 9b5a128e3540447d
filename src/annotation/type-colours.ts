/** Slots of the page's palette (`src/app/entity-look.ts`): types that many corpora share have the same colour in all of them. */
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
 * A slot of the page's palette for each type: those of `known` keep theirs, familiar names have their own, and the others take the free
 * ones in order. The same rule for annotation sets and for the rest of the page gives a type one colour on all of it.
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
