import { groupBy } from '../../lib/group-by.ts';
import type { Block, Edit } from '../document.ts';

/** Edits of a document, whose blocks are those of its parts in order, as edits of each part. */
export function editsByPart(
  parts: readonly { blocks: readonly Block[] }[],
): (edits: readonly Edit[]) => readonly Edit[][] {
  const firsts: number[] = [];
  let count = 0;
  for (const { blocks } of parts) {
    firsts.push(count);
    count += blocks.length;
  }
  return (edits) => {
    const byPart = groupBy(edits, ({ block }) => firsts.findLastIndex((first) => first <= block));
    return firsts.map((first, i) => (byPart.get(i) ?? []).map((edit) => ({ ...edit, block: edit.block - first })));
  };
}
