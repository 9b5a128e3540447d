import type { Corpus, CorpusOptions } from '../../data/corpus.ts';
import { SentenceUnpacker } from '../../data/corpora/sentence-batches.ts';
import type { VectorsRead } from '../../data/vectors/read-vectors.ts';
import { Vocabulary } from '../../data/vocabulary/vocabulary.ts';
import { StudioError } from '../../lib/errors.ts';
import { Client, type Listeners } from '../../lib/rpc.ts';
import { startWorker } from '../../lib/worker-life.ts';
import type { Progress, TextsToAnnotate } from '../wire/payloads.ts';
import type { ReadFiles, ReadModel } from './read-files.ts';
import type { VectorsFileOptions } from './read-vectors-file.ts';
import type { ReaderEvents, ReaderRequests } from './reader-handlers.ts';
import { readVectorsInWorker } from './remote-vectors.ts';
import type { TextSource } from './texts-to-annotate.ts';

/** Reads files. All methods throw StudioError Cancelled as soon as the signal is aborted. */
export interface Reading {
  /** Recognises and reads files of any kind (`readFiles`). */
  files(
    files: readonly File[],
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
    isRunning?: boolean,
  ): Promise<ReadFiles>;
  /** @throws StudioError BadInput */
  corpus(file: File, options: CorpusOptions): Promise<Corpus>;
  /** Reads text to annotate (`readTexts`). */
  texts(sources: readonly TextSource[], signal: AbortSignal): Promise<TextsToAnnotate>;
  /** Reads word vectors (`readVectors`). @throws StudioError BadVectors */
  vectors(file: File, options: VectorsFileOptions): Promise<VectorsRead>;
}

/** Reads in the caller's thread, for environments without workers, such as Node. Elsewhere the readers are not loaded into it. */
export const readingHere: Reading = {
  files: async (files, signal, onProgress, isRunning) =>
    (await import('./read-files.ts')).readFiles(files, { signal, onProgress, isRunning }),
  corpus: async (file, options) => {
    const { readCorpus } = await import('../../data/corpora/read-corpus.ts');
    return readCorpus(file.name, new Uint8Array(await file.arrayBuffer()), options);
  },
  texts: async (sources, signal) => (await import('./texts-to-annotate.ts')).readTexts(sources, signal),
  vectors: async (file, options) => (await import('./read-vectors-file.ts')).readVectorsFile(file, options),
};

/**
 * Reads in a worker per request, so that reading does not delay a run, a request ends as soon as it is cancelled, and all its memory is
 * freed at the end. Sentences arrive in batches that take the caller's thread a few milliseconds each. Vectors that are kept remain in
 * their worker.
 */
export const readingInWorkers: Reading = {
  files: async (files, signal, onProgress, isRunning) => {
    const { result, corpora } = await inWorker('files', { files, isRunning }, { signal, onProgress });
    return {
      ...result,
      corpora: result.corpora.map((one, i) => ({ ...one, corpus: { ...one.corpus, sentences: corpora[i]! } })),
      models: result.models.map(withVocabulary),
    };
  },
  corpus: async (file, options) => {
    const { result, corpora } = await inWorker('corpus', { file, options });
    return { ...result, sentences: corpora[0]! };
  },
  texts: async (sources, signal) => (await inWorker('texts', sources, { signal })).result,
  vectors: (file, options) => readVectorsInWorker(file, options),
};

export function defaultReading(): Reading {
  return typeof Worker === 'undefined' ? readingHere : readingInWorkers;
}

/** The copy of a vocabulary from a worker has its lists only. */
function withVocabulary({ name, bundle }: ReadModel): ReadModel {
  return { name, bundle: { ...bundle, vocabulary: new Vocabulary(bundle.vocabulary) } };
}

interface Listening {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** @returns the result, and the sentences of its corpora */
async function inWorker<Name extends keyof ReaderRequests>(
  name: Name,
  params: ReaderRequests[Name][0],
  { signal, onProgress }: Listening = {},
): Promise<{ result: ReaderRequests[Name][1]; corpora: Corpus['sentences'][] }> {
  const worker = startWorker(
    'reader',
    (id) => new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name: id }),
  );
  const unpackers: SentenceUnpacker[] = [];
  const listeners: Listeners<ReaderEvents> = {
    progress: (progress) => onProgress?.(progress),
    corpus: () => unpackers.push(new SentenceUnpacker()),
    sentences: (batch) => unpackers.at(-1)!.add(batch),
  };
  const client = new Client<ReaderRequests, ReaderEvents>(
    worker,
    listeners,
    (reason) => new StudioError('Internal', `The reader of files stopped: ${reason}. Add the files one by one.`),
  );
  try {
    const result = await client.begin(name, params, signal);
    return { result, corpora: unpackers.map(({ sentences }) => sentences) };
  } finally {
    worker.terminate();
  }
}
