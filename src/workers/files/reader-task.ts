import type { Corpus, CorpusOptions } from '../../data/corpus.ts';
import { packSentences, type SentenceBatch } from '../../data/corpora/sentence-batches.ts';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { serializeError, type SerializedError } from '../../lib/errors.ts';
import type { Progress, TextsToAnnotate } from '../wire/payloads.ts';
import { readFiles, type ReadFiles } from './read-files.ts';
import { readTexts } from './texts-to-annotate.ts';

/** The task of a reader worker, which runs only one. */
export type ReaderTask =
  | { kind: 'files'; files: File[] }
  | { kind: 'corpus'; file: File; options: CorpusOptions }
  | { kind: 'texts'; files: File[] };

/** The result of each kind of task. */
export interface ReaderResults {
  files: ReadFiles;
  corpus: Corpus;
  texts: TextsToAnnotate;
}

/** Messages from the reader worker. The corpora of a result have no sentences: these are sent before, corpus by corpus. */
export type FromReader =
  | { kind: 'progress'; progress: Progress }
  /** The following sentences belong to the next corpus. */
  | { kind: 'corpus' }
  | { kind: 'sentences'; batch: SentenceBatch }
  | { kind: 'done'; result: ReaderResults[keyof ReaderResults] }
  | { kind: 'failed'; error: SerializedError };

type Post = (message: FromReader, transfer?: Transferable[]) => void;

/** Runs a task and posts its result. */
export async function answerTask(task: ReaderTask, post: Post): Promise<void> {
  const passOn = (corpus: Corpus): Corpus => {
    post({ kind: 'corpus' });
    for (const batch of packSentences(corpus.sentences)) post({ kind: 'sentences', batch }, buffersOf(batch));
    return { ...corpus, sentences: [] };
  };
  const signal = new AbortController().signal; // never aborted: cancelling terminates the worker
  try {
    switch (task.kind) {
      case 'files':
        post({
          kind: 'done',
          result: await readFiles(task.files, {
            signal,
            passOn,
            onProgress: (progress) => post({ kind: 'progress', progress }),
          }),
        });
        return;
      case 'corpus': {
        const { file, options } = task;
        const corpus = readCorpus(file.name, new Uint8Array(await file.arrayBuffer()), options);
        post({ kind: 'done', result: passOn(corpus) });
        return;
      }
      case 'texts':
        post({ kind: 'done', result: await readTexts(task.files, signal) });
        return;
      default:
        task satisfies never;
    }
  } catch (error) {
    post({ kind: 'failed', error: serializeError(error) });
  }
}

function buffersOf({ lines, documents, counts, tokens, tags, spans, values }: SentenceBatch): Transferable[] {
  return [lines, documents, counts, tokens, tags, spans, values].map(({ buffer }) => buffer);
}
