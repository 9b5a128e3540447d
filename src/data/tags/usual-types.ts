const USUAL_TYPES = new Set(
  'PER,PERS,PERSON,LOC,LOCATION,ORG,ORGANIZATION,ORGANISATION,GPE,MISC,CITY,COUNTRY,PLACE,NAME,DATE,TIME'.split(','),
);

/** Whether a name is a usual type of entities, in any case: more likely a type than a word. */
export function isUsualType(name: string): boolean {
  return USUAL_TYPES.has(name.toUpperCase());
}
