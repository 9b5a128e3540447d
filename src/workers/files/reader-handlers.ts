import type { Corpus, CorpusOptions } from '../../data/corpus.ts';
import { packSentences, type SentenceBatch } from '../../data/corpora/sentence-batches.ts';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { transfer, type Emit, type Handlers } from '../../lib/rpc.ts';
import type { Progress, TextsToAnnotate } from '../wire/payloads.ts';
import { readFiles, type ReadFiles } from './read-files.ts';
import { readTexts, type TextSource } from './texts-to-annotate.ts';

/** The requests to a reader worker, which answers only one. The corpora of a result have no sentences: these are sent before. */
export type ReaderRequests = {
  files: [params: { files: readonly File[]; isRunning?: boolean | undefined }, result: ReadFiles];
  corpus: [params: { file: File; options: CorpusOptions }, result: Corpus];
  texts: [params: readonly TextSource[], result: TextsToAnnotate];
};

export type ReaderEvents = {
  progress: Progress;
  /** The following sentences belong to the next corpus. */
  corpus: undefined;
  sentences: SentenceBatch;
};

export const readerHandlers: Handlers<Emit<ReaderEvents>, ReaderRequests> = {
  files: async (emit, { files, isRunning }, signal) => {
    const read = await readFiles(files, {
      signal,
      isRunning,
      passOn: (corpus) => passOn(emit, corpus),
      onProgress: (progress) => emit('progress', progress),
    });
    const weights = read.models.flatMap(({ bundle }) => Object.values(bundle.weights));
    return transfer(read, [...new Set(weights.map(({ values }) => values.buffer as ArrayBuffer))]);
  },
  corpus: async (emit, { file, options }) =>
    passOn(emit, readCorpus(file.name, new Uint8Array(await file.arrayBuffer()), options)),
  texts: (_, sources, signal) => readTexts(sources, signal),
};

function passOn(emit: Emit<ReaderEvents>, corpus: Corpus): Corpus {
  emit('corpus', undefined);
  for (const batch of packSentences(corpus.sentences)) emit('sentences', transfer(batch, buffersOf(batch)));
  return { ...corpus, sentences: [] };
}

function buffersOf({ lines, documents, counts, tokens, tags, spans, values }: SentenceBatch): Transferable[] {
  return [lines, documents, counts, tokens, tags, spans, values].map(({ buffer }) => buffer);
}
