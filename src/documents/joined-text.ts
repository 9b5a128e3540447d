import { prefixLength } from '../lib/binary-search.ts';
import { BETWEEN_BLOCKS, type Block, type BlockRange } from './document.ts';

/** Maps ranges of the text of a document (`textOfBlocks`) to its blocks. */
export function rangeInBlocks(blocks: readonly Block[]): (start: number, end: number) => BlockRange {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of blocks) {
    starts.push(length);
    length += text.length + BETWEEN_BLOCKS.length;
  }
  return (start, end) => {
    const block = prefixLength(starts, (at) => at <= start) - 1;
    return { block, start: start - starts[block]!, end: end - starts[block]! };
  };
}
