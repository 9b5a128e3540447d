export const USUAL_TYPES: ReadonlySet<string> = new Set(
  'PER,PERS,PERSON,LOC,LOCATION,ORG,ORGANIZATION,ORGANISATION,GPE,MISC'.split(','),
);

/** Whether a name is a usual type of entities, in any case: more likely a type than a word, a page or a speaker. */
export function isUsualType(name: string): boolean {
  return USUAL_TYPES.has(name.toUpperCase());
}
