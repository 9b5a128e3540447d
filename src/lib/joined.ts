/** All items of some lists, in order. Of a single list itself, not a copy: most texts have one sentence, and `flat` is slow. */
export function joined<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  return lists.length === 1 ? lists[0]! : (lists.flat() as Item[]);
}
