import type { BatchOptions, Engine, Input, ModelSummary, TaggedBatch } from './engine.ts';
import type { ModelFiles } from './model-files.ts';
import type { Answer, Question } from './worker-protocol.ts';

interface Waiting {
  resolve: (answer: Exclude<Answer, { error: string }>) => void;
  reject: (error: Error) => void;
}

/** The engine in a worker, which sends its results batch by batch. It computes the next batch while the caller uses the current one. */
export class RemoteEngine implements Engine {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #summary: ModelSummary = { types: [], tags: [], columns: [], config: {} };
  #lastId = 0;
  #failure: Error | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data);
    };
    worker.onerror = ({ message }) => {
      this.#fail(new Error(`Tagsmith: the worker failed${message ? `: ${message}` : ' to start'}.`));
    };
  }

  static async open(worker: Worker, files: ModelFiles): Promise<RemoteEngine> {
    const engine = new RemoteEngine(worker);
    try {
      const { summary } = await engine.#ask({ kind: 'open', files });
      if (summary !== undefined) engine.#summary = summary;
      return engine;
    } catch (error) {
      engine.close();
      throw error;
    }
  }

  get summary(): ModelSummary {
    return this.#summary;
  }

  async *batches(input: Input, options: BatchOptions): AsyncGenerator<TaggedBatch, void> {
    const run = ++this.#lastId;
    this.#ask({ kind: 'start', run, input, options }).catch(() => undefined); // a failure here also rejects `next`
    let isDone = false;
    try {
      for (let next = this.#ask({ kind: 'next', run }); ;) {
        const { batch } = await next;
        if (batch === undefined) {
          isDone = true;
          return;
        }
        next = this.#ask({ kind: 'next', run });
        next.catch(() => undefined); // reported when it is awaited, which the caller may never do
        yield batch;
      }
    } finally {
      if (!isDone && this.#failure === undefined) await this.#ask({ kind: 'stop', run });
    }
  }

  close(): void {
    this.#worker.terminate();
    this.#fail(new Error('Tagsmith: the tagger is closed.'));
  }

  #ask(question: Question): Promise<Exclude<Answer, { error: string }>> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...question, id });
    });
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
  }
}
