/** How corpora spell "outside", besides O; in lower case. The empty string is an empty cell. */
const OUTSIDE_NAMES: ReadonlySet<string> = new Set(
  ',o,0,_,__,-,--,–,*,.,oth,other,others,outside,out,out_of_entity,none,null,nil,nan,na,n/a,no,non,no entity,no_entity,no-entity,non-entity,not an entity,nothing,background,empty,outros,autre,ninguno,nichts,keine'.split(
    ',',
  ),
);

const LONGEST_NAME = 20;

export function isOutsideName(tag: string): boolean {
  return tag.length < LONGEST_NAME && OUTSIDE_NAMES.has(tag.toLowerCase()); // a cell may have millions of characters
}

/** Tags of tokens between entities in BMEWO+ (LingPipe), which tell what is before and after: `BB_O_PER`, `MM_O`. */
const CONTEXT_TAG = /^(?:BB|EE|MM|WW)[-_]O(?:[-_].*)?$/;

export function isContextTag(tag: string): boolean {
  return CONTEXT_TAG.test(tag);
}
