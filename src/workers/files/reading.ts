import type { Corpus, CorpusOptions } from '../../data/corpus.ts';
import { SentenceUnpacker } from '../../data/corpora/sentence-batches.ts';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import type { VectorsRead } from '../../data/vectors/read-vectors.ts';
import { deserializeError, StudioError } from '../../lib/errors.ts';
import { withReportedEnd, workerName } from '../../lib/worker-life.ts';
import type { Progress, TextsToAnnotate } from '../wire/payloads.ts';
import { readFiles, type ReadFiles } from './read-files.ts';
import { readVectorsFile, type VectorsFileOptions } from './read-vectors-file.ts';
import type { FromReader, ReaderResults, ReaderTask } from './reader-task.ts';
import { readVectorsInWorker } from './remote-vectors.ts';
import { readTexts } from './texts-to-annotate.ts';

/** Reads files. All methods throw StudioError Cancelled as soon as the signal is aborted. */
export interface Reading {
  /** Recognises and reads files of any kind (`readFiles`). */
  files(files: readonly File[], signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<ReadFiles>;
  /** @throws StudioError BadInput */
  corpus(file: File, options: CorpusOptions): Promise<Corpus>;
  /** Reads text to annotate (`readTexts`). */
  texts(files: readonly File[], signal: AbortSignal): Promise<TextsToAnnotate>;
  /** Reads word vectors (`readVectors`). @throws StudioError BadVectors */
  vectors(file: File, options: VectorsFileOptions): Promise<VectorsRead>;
}

/** Reads in the caller's thread, for environments without workers, such as Node. */
export const readingHere: Reading = {
  files: (files, signal, onProgress) => readFiles(files, { signal, onProgress }),
  corpus: async (file, options) => readCorpus(file.name, new Uint8Array(await file.arrayBuffer()), options),
  texts: readTexts,
  vectors: readVectorsFile,
};

/**
 * Reads in a worker per request, so that reading does not delay a run, a request ends as soon as it is cancelled, and all its memory is
 * freed at the end. Sentences arrive in batches that take the caller's thread a few milliseconds each. Vectors that are kept remain in
 * their worker.
 */
export const readingInWorkers: Reading = {
  files: async (files, signal, onProgress) => {
    const { result, corpora } = await inWorker({ kind: 'files', files: [...files] }, { signal, onProgress });
    return {
      ...result,
      corpora: result.corpora.map(({ file, corpus }, i) => ({ file, corpus: { ...corpus, sentences: corpora[i]! } })),
    };
  },
  corpus: async (file, options) => {
    const { result, corpora } = await inWorker({ kind: 'corpus', file, options });
    return { ...result, sentences: corpora[0]! };
  },
  texts: async (files, signal) => (await inWorker({ kind: 'texts', files: [...files] }, { signal })).result,
  vectors: (file, options) => readVectorsInWorker(file, options),
};

export function defaultReading(): Reading {
  return typeof Worker === 'undefined' ? readingHere : readingInWorkers;
}

interface Listening {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** The result of a task, with the sentences of its corpora. */
interface Answer<Kind extends ReaderTask['kind']> {
  result: ReaderResults[Kind];
  corpora: Corpus['sentences'][];
}

function inWorker<Kind extends ReaderTask['kind']>(
  task: Extract<ReaderTask, { kind: Kind }>,
  { signal, onProgress }: Listening = {},
): Promise<Answer<Kind>> {
  const name = workerName('reader');
  const worker = withReportedEnd(
    new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name }),
    name,
  );
  const unpackers: SentenceUnpacker[] = [];
  let cancel = () => {};
  const answer = new Promise<Answer<Kind>>((resolve, reject) => {
    cancel = () => reject(new StudioError('Cancelled', 'Cancelled.'));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      const reason = event.message || 'it could not be started';
      reject(new StudioError('Internal', `The reader of files stopped: ${reason}. Add the files one by one.`));
    };
    worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
      switch (data.kind) {
        case 'progress':
          onProgress?.(data.progress);
          return;
        case 'corpus':
          unpackers.push(new SentenceUnpacker());
          return;
        case 'sentences':
          unpackers.at(-1)!.add(data.batch);
          return;
        case 'failed':
          reject(deserializeError(data.error));
          return;
        case 'done':
          // The worker returns the result of a task of this kind.
          resolve({ result: data.result as ReaderResults[Kind], corpora: unpackers.map(({ sentences }) => sentences) });
          return;
        default:
          data satisfies never;
      }
    };
    worker.postMessage(task);
  });
  return answer.finally(() => {
    signal?.removeEventListener('abort', cancel);
    worker.terminate();
  });
}
