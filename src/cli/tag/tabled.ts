import { StudioError } from '../../lib/errors.ts';
import type { EntityTableFile } from './entity-table-file.ts';
import type { TagInput } from './tag-input.ts';
import type { TableEntity } from '../../documents/entity-table.ts';
import { codePointOffsets } from '../../lib/code-points.ts';
import type { TaggedChunk } from '../../tagging/tagged-text.ts';

/** A chunk of a text, or a whole corpus with a column of tags. */
export type Tagged = TaggedChunk | string;

/** Adds the entities of what is tagged to the table. @throws StudioError BadInput if they are not known one by one */
export async function* tabled(
  pieces: AsyncIterable<Tagged>,
  { name, within }: TagInput,
  table: EntityTableFile | undefined,
): AsyncGenerator<Tagged, void> {
  const rows = new ChunkRows();
  for await (const piece of pieces) {
    if (table !== undefined && typeof piece === 'string')
      throw new StudioError(
        'BadInput',
        `--table is of texts and documents; ${name} is a corpus or has records: list its entities with --format csv.`,
      );
    if (table !== undefined && typeof piece !== 'string') await table.add(within, rows.of(piece));
    yield piece;
  }
}

/** The entities of a tagged text as rows of a table, chunk by chunk. */
class ChunkRows {
  #sentence = 0;
  #text = '';
  #pointOf = codePointOffsets('');

  of({ sentences, tagged }: TaggedChunk): TableEntity[] {
    return tagged.flatMap(({ entities }, i) => {
      const { text, before = 0, place } = sentences[i]!;
      this.#sentence++;
      if (text !== this.#text) {
        this.#text = text;
        this.#pointOf = codePointOffsets(text);
      }
      return entities.map(({ start, end, type, probability }) => ({
        place: place ?? `sentence ${this.#sentence}`,
        start: before + this.#pointOf(start),
        end: before + this.#pointOf(end),
        text: text.slice(start, end),
        type,
        probability,
        by: 'model',
      }));
    });
  }
}
