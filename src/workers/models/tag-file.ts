import type { Seconds } from '../../lib/units.ts';
import { Examples } from '../../tagging/examples.ts';
import { tagInChunks, textSentences } from '../../tagging/chunks.ts';
import { taggedFileWriter } from '../../tagging/text-files.ts';
import type { TaggedChunk } from '../../tagging/tagged-text.ts';
import { UnknownLettersTally } from '../../tagging/unknown-letters.ts';
import { ProgressReporter } from '../wire/progress.ts';
import type { TaggedFile, TagReport } from '../wire/payloads.ts';
import type { Params } from '../wire/protocol.ts';
import type { ModelContext } from './model-slot.ts';

/**
 * Tags a loaded text, and writes the result if a format is given.
 *
 * @throws StudioError BadInput, NotReady, Cancelled
 */
export async function tagFile(
  { emit, files, models }: Pick<ModelContext, 'emit' | 'files' | 'models'>,
  { id, format }: Params<'tagFile'>,
  signal: AbortSignal,
): Promise<TaggedFile> {
  const startedAt = performance.now();
  const { name, text } = await files.texts.read(id);
  const progress = new ProgressReporter(emit, { task: 'tagging', name, total: text.length, unit: 'characters' });
  try {
    const { written, found } = await models.useSnapshot(async (model, stored) => {
      // Created in the task, which restarts if the device is lost.
      const hasReview = model.confidence?.threshold !== undefined;
      const write = format && taggedFileWriter(format, { hasReview });
      const written: Blob[] = [];
      const tally = new Tally();
      const letters = new UnknownLettersTally(model);
      const examples = new Examples();
      for await (const chunk of tagInChunks(model, textSentences(text), stored, signal)) {
        if (write) written.push(new Blob([write(chunk)])); // browsers may move blobs to disk
        tally.add(chunk);
        examples.add(chunk);
        for (const { tokens } of chunk.sentences) tokens.forEach((token) => letters.add(token.text));
        progress.report(chunk.sentences.at(-1)?.tokens.at(-1)?.end ?? 0);
      }
      const { first, leastSure } = examples;
      return { written, found: { ...tally.counts(), first, leastSure, unknownLetters: letters.found } };
    });
    const seconds: Seconds = (performance.now() - startedAt) / 1000;
    return {
      written: format && { name: `${name.replace(/\.txt$/i, '')}.predicted.${format}`, contents: new Blob(written) },
      report: { file: name, ...found, seconds },
    };
  } finally {
    progress.end();
  }
}

/** Counts sentences, tokens and types over chunks. */
class Tally {
  #sentences = 0;
  #tokens = 0;
  readonly #types = new Map<string, number>();

  add({ tagged }: TaggedChunk): void {
    for (const sentence of tagged) {
      this.#sentences++;
      this.#tokens += sentence.tokens.length;
      for (const { type } of sentence.entities) this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    }
  }

  counts(): Pick<TagReport, 'sentences' | 'tokens' | 'types'> {
    const types = Array.from(this.#types, ([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
    return { sentences: this.#sentences, tokens: this.#tokens, types };
  }
}
