import { unpackSentences } from '../../annotation/sets/packed-sentences.ts';
import type { Corpus } from '../../data/corpus.ts';
import type { PoolSentence } from '../../runs/unlabelled.ts';
import type { FileId, TextFile, TextsToAnnotate } from '../wire/payloads.ts';

/** The loaded text without labels, from which models learn. Texts are read when it is first needed, and again when they change. */
export class UnlabelledText {
  readonly #read: (ids: readonly FileId[], signal: AbortSignal) => Promise<TextsToAnnotate>;
  #last: { of: string; texts: readonly PoolSentence[] } = { of: '[]', texts: [] };

  /** @param read reads texts by their ids */
  constructor(read: (ids: readonly FileId[], signal: AbortSignal) => Promise<TextsToAnnotate>) {
    this.#read = read;
  }

  /** All sentences; no two files share a document. @throws StudioError Cancelled */
  async sentences(
    corpora: readonly Corpus[],
    texts: readonly TextFile[],
    signal: AbortSignal,
  ): Promise<PoolSentence[]> {
    const of = JSON.stringify(texts.map(({ id, table, encoding }) => [id, table?.textFields, encoding?.chosen]));
    if (of !== this.#last.of) {
      const { sentences } = await this.#read(
        texts.map(({ id }) => id),
        signal,
      );
      const read = Array.from(unpackSentences(sentences), ({ tokens, source: { document } }) => ({
        tokens: [...tokens],
        document,
      }));
      this.#last = { of, texts: read };
    }
    const groups = [...corpora.map(({ sentences }) => sentences), this.#last.texts];
    let documents = 0;
    return groups.flatMap((sentences) => {
      const before = documents;
      documents += 1 + sentences.reduce((most, { document = -1 }) => Math.max(most, document), -1);
      return sentences.map(({ tokens, document, columns }) => {
        return { tokens, document: document === undefined ? undefined : before + document, columns };
      });
    });
  }
}
