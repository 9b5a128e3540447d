/** A range of a source to replace; an empty range inserts. */
export interface Patch {
  start: number;
  end: number;
  text: string;
}

/**
 * Applies patches to a source. A patch inside a range that another one replaces is dropped. Insertions at the same offset stay in their
 * order, before a replacement that begins there.
 */
export function applyPatches(source: string, patches: readonly Patch[]): string {
  const parts: string[] = [];
  let at = 0;
  const isInsertion = ({ start, end }: Patch) => Number(start === end);
  for (const { start, end, text } of patches.toSorted(
    (a, b) => a.start - b.start || isInsertion(b) - isInsertion(a) || b.end - a.end,
  )) {
    if (start < at) continue;
    parts.push(source.slice(at, start), text);
    at = end;
  }
  parts.push(source.slice(at));
  return parts.join('');
}
