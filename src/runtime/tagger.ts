import type { TaggedEntity, TaggedSentence } from '../tagging/tagged-text.ts';
import { checkColumns } from './columns.ts';
import { openEngine, type Engine, type Input, type TokenSentence } from './engine.ts';
import { readSource, type ModelSource, type ReadFile } from './model-files.ts';
import { RemoteEngine } from './remote-engine.ts';
import { startOwnWorker } from './own-worker.ts';

/** Tokens per batch. A batch on the page's thread takes about 10 ms; a worker may take longer, and is faster with larger batches. */
const BATCH_TOKENS = { here: 384, worker: 2048 } as const;

export interface Entity extends TaggedEntity {
  text: string;
}
export interface Sentence extends TaggedSentence {
  entities: Entity[];
}

export interface LoadOptions {
  worker?: boolean | Worker;
  signal?: AbortSignal;
  onProgress?: (loaded: number, total: number | undefined) => void;
}

export interface TagOptions {
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
  tokens?: boolean;
  otherReadings?: boolean;
  batchTokens?: number;
}

/**
 * Runs a model trained with Tagsmith: finds the entities in a text, with offsets and probabilities.
 *
 *     import { Tagger } from './tagger.mjs';
 *     const tagger = await Tagger.load('model.zip');
 *     const sentences = await tagger.tag('Angela Merkel flew to Berlin.');
 *
 * declarations.d.ts documents it.
 */
export class Tagger {
  readonly #engine: Engine;
  readonly #batchTokens: number;

  private constructor(engine: Engine, batchTokens: number) {
    this.#engine = engine;
    this.#batchTokens = batchTokens;
  }

  /** @param first the model; in programs for earlier versions the module of ONNX Runtime, which is no longer needed */
  static async load(first: unknown, second: LoadOptions | ReadFile = {}): Promise<Tagger> {
    const [source, options] = typeof second === 'function' ? [second, {}] : [first as ModelSource, second];
    const files = await readSource(source, options);
    const { worker = false, signal } = options;
    if (worker === false) return new Tagger(await openEngine(files), BATCH_TOKENS.here);
    const engine = await RemoteEngine.open(worker === true ? startOwnWorker() : worker, files);
    if (signal?.aborted) engine.close();
    signal?.throwIfAborted();
    return new Tagger(engine, BATCH_TOKENS.worker);
  }

  get types(): string[] {
    return this.#engine.summary.types;
  }

  get tags(): string[] {
    return this.#engine.summary.tags;
  }

  get columns(): string[] {
    return this.#engine.summary.columns;
  }

  get config(): Record<string, unknown> {
    return this.#engine.summary.config;
  }

  async tag(text: string, options: TagOptions = {}): Promise<Sentence[]> {
    const sentences: Sentence[] = [];
    for await (const sentence of this.stream(text, options)) sentences.push(sentence);
    return sentences;
  }

  async *stream(text: string, options: TagOptions = {}): AsyncGenerator<Sentence, void> {
    for await (const sentences of this.#batches(text, options)) {
      for (const sentence of sentences) {
        const entities = sentence.entities.map((entity) => ({ ...entity, text: text.slice(entity.start, entity.end) }));
        yield { ...sentence, entities };
      }
    }
  }

  async tagTokens(
    sentences: readonly (readonly string[] | TokenSentence)[],
    options: TagOptions = {},
  ): Promise<string[][]> {
    const input = sentences.map((sentence) => ('tokens' in sentence ? sentence : { tokens: sentence }));
    checkColumns(input, this.columns);
    const tags: string[][] = [];
    for await (const tagged of this.#batches(input, { ...options, tokens: true, otherReadings: false })) {
      for (const { tokens } of tagged) tags.push(tokens.map(({ tag }) => tag));
    }
    return tags;
  }

  close(): void {
    this.#engine.close();
  }

  async *#batches(input: Input, options: TagOptions): AsyncGenerator<TaggedSentence[], void> {
    const { signal, onProgress, tokens = true, otherReadings = true, batchTokens = this.#batchTokens } = options;
    signal?.throwIfAborted();
    for await (const { sentences, done, total } of this.#engine.batches(input, {
      tokens: batchTokens,
      wanted: { tokens, otherReadings },
    })) {
      signal?.throwIfAborted();
      onProgress?.(done, total);
      yield sentences;
    }
    onProgress?.(input.length, input.length);
  }
}
