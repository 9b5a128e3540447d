import { tokenize } from '../../data/text/tokenizer.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { TaggerModel } from '../../model/model.ts';
import { tagInChunks } from './chunks.ts';
import type { TaggedSentence, TextSentence } from '../tagged-text.ts';

/** An entity of a block of a document. Offsets as in `TaggedEntity`. */
export interface BlockEntity {
  block: number;
  start: number;
  end: number;
  type: string;
  probability: number;
}

/** Entities of a document, in order, and those of less probable readings. */
export interface BlockEntities {
  entities: BlockEntity[];
  /** Possible entities that overlap none of the others. */
  possible: BlockEntity[];
}

interface BlockSentence extends TextSentence {
  block: number;
}

/** The sentences of blocks of text, which are one document. */
function* blockSentences(texts: Iterable<string>): Generator<BlockSentence, void> {
  let block = 0;
  for (const text of texts) {
    for (const tokens of tokenize(text)) yield { text, tokens, block };
    block++;
  }
}

/** Between the blocks of a document as one text. */
const BETWEEN = '\n\n';

/** The sentences of blocks as one text, in which blank lines separate them. */
export function* joinedSentences(blocks: readonly { text: string; place: string }[]): Generator<TextSentence, void> {
  const text = blocks.map((block) => block.text).join(BETWEEN);
  let from = 0;
  for (const { text: block, place } of blocks) {
    for (const tokens of tokenize(block)) {
      yield {
        text,
        place,
        tokens: tokens.map((token) => ({ ...token, start: from + token.start, end: from + token.end })),
      };
    }
    from += block.length + BETWEEN.length;
  }
}

/**
 * Tags the blocks of a document.
 *
 * @throws StudioError Cancelled
 */
export async function tagBlocks(
  model: TaggerModel,
  texts: readonly string[],
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<BlockEntities> {
  const found: BlockEntities = { entities: [], possible: [] };
  for await (const { sentences, tagged } of tagInChunks(model, blockSentences(texts), stored, { signal })) {
    for (const [i, sentence] of tagged.entries()) {
      const { block } = sentences[i] as BlockSentence;
      for (const { start, end, type, probability } of sentence.entities)
        found.entities.push({ block, start, end, type, probability });
      found.possible.push(...possibleEntities(sentence).map((entity) => ({ block, ...entity })));
    }
  }
  return found;
}

/** Entities of other readings, with the sum of the probabilities of these. */
function possibleEntities({ entities, otherReadings }: TaggedSentence): Omit<BlockEntity, 'block'>[] {
  const possible = new Map<string, Omit<BlockEntity, 'block'>>();
  for (const { probability, entities: others } of otherReadings) {
    for (const { type, start, end } of others) {
      if (entities.some((entity) => entity.start < end && start < entity.end)) continue;
      const key = `${start} ${end} ${type}`;
      const known = possible.get(key)?.probability ?? 0;
      possible.set(key, { start, end, type, probability: Math.min(1, known + probability) });
    }
  }
  return [...possible.values()].toSorted((a, b) => a.start - b.start);
}
