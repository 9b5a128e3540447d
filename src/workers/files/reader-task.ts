import type { Corpus, CorpusOptions } from '../../data/corpus.ts';
import { packSentences, type SentenceBatch } from '../../data/corpora/sentence-batches.ts';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { serializeError, type SerializedError } from '../../lib/errors.ts';
import type { Progress, TextsToAnnotate } from '../wire/payloads.ts';
import { readFiles, type ReadFiles } from './read-files.ts';
import { readTexts } from './texts-to-annotate.ts';

/** What the reader's worker is asked to do, once. */
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

/** What it answers. The corpora of a result have no sentences: these were sent before, of each corpus in turn. */
export type FromReader =
  | { kind: 'progress'; progress: Progress }
  /** The sentences that follow are those of another corpus. */
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
  const signal = new AbortController().signal; // to cancel, the worker is terminated
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
