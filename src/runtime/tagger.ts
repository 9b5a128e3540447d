import type { TaggedEntity, TaggedSentence, TaggedToken } from '../tagging/tagged-text.ts';
import { textAt } from '../data/corpora/json/values.ts';
import { classesOf, type ClassProbability } from '../tagging/texts/classes.ts';
import { checkColumns } from './columns.ts';
import { openEngine, sizeOf, type Engine, type Input, type TaggedBatch, type TokenSentence } from './engine.ts';
import { readSource, type ModelSource } from './model-files.ts';
import { openRemoteEngine } from './remote-engine.ts';
import { startOwnWorker } from './own-worker.ts';

/** Tokens per batch. A batch on the page's thread takes about 10 ms; a worker may take longer, and is faster with larger batches. */
const BATCH_TOKENS = { here: 384, worker: 2048 } as const;

/** A token with its tag. */
export type Token = TaggedToken;

export interface Entity extends TaggedEntity {
  text: string;
}

export interface Sentence extends TaggedSentence {
  entities: Entity[];
}

export interface TaggedRecord<Value> {
  /** The record as it was given. */
  record: Value;
  /** The entities of its texts, in the order of the fields. Offsets count in the text of the field. */
  entities: (Entity & { field: string })[];
}

export interface RecordOptions extends TagOptions {
  /** The field with the text of each record, or several; a dot leads into an object: `data.text`. */
  text: string | readonly string[];
}

export type { ClassProbability };

export interface ClassifiedRecord<Value> {
  /** The record as it was given. */
  record: Value;
  /** All classes, most probable first; none for a text without words. */
  classes: ClassProbability[];
}

export interface ClassifyOptions extends Pick<TagOptions, 'signal' | 'onProgress' | 'batchTokens'> {
  /** The field with the text of each record; a dot leads into an object: `data.text`. */
  text: string;
}

export interface LoadOptions {
  /**
   * Tag in a worker, so that the page's thread stays free. `true` starts one from the source of this module, which the page's content
   * security policy must allow (`worker-src blob:` and `'wasm-unsafe-eval'`). Or pass a worker that runs this module:
   * `new Worker(new URL('./tagger.mjs', import.meta.url), { type: 'module', name: 'tagsmith-tagger' })`.
   */
  worker?: boolean | Worker;
  signal?: AbortSignal;
  /** Called with the number of bytes loaded; `total` is undefined if the server does not send it. */
  onProgress?: (loaded: number, total: number | undefined) => void;
}

export interface TagOptions {
  /** Aborts between two batches. The call is then rejected with the reason of the signal. */
  signal?: AbortSignal;
  /** Called after each batch with the progress, in UTF-16 code units of the text, in sentences or in texts. */
  onProgress?: (done: number, total: number) => void;
  /** `false`: omit tokens from the results, which makes them smaller. Default: `true`. */
  tokens?: boolean;
  /** `false`: leave `otherReadings` empty, which is faster. Default: `true`. */
  otherReadings?: boolean;
  /** Approximate number of tokens per batch. The tagging thread is blocked for one batch at a time. */
  batchTokens?: number;
}

/**
 * A model trained with Tagsmith. It has no dependencies besides this module, and needs WebAssembly SIMD, but no threads and no
 * cross-origin isolation.
 *
 *     const tagger = await Tagger.load('model.zip');
 *     for await (const { entities } of tagger.stream(text)) console.log(entities);
 */
export class Tagger {
  readonly #engine: Engine;
  readonly #batchTokens: number;

  private constructor(engine: Engine, batchTokens: number) {
    this.#engine = engine;
    this.#batchTokens = batchTokens;
  }

  /** @throws Error if the file is not found, is not a model, or is damaged; the reason of `signal` */
  static async load(source: ModelSource, options: LoadOptions = {}): Promise<Tagger> {
    const files = await readSource(source, options);
    const { worker = false, signal } = options;
    if (worker === false) return new Tagger(await openEngine(files), BATCH_TOKENS.here);
    const engine = await openRemoteEngine(worker === true ? startOwnWorker() : worker, files);
    if (signal?.aborted) engine.close();
    signal?.throwIfAborted();
    return new Tagger(engine, BATCH_TOKENS.worker);
  }

  /**
   * `classes`: the model gives each text one class (`classify`); otherwise it tags words: as `entities`, or with
   * `labels` without a scheme.
   */
  get kind(): 'entities' | 'labels' | 'classes' {
    return this.#engine.summary.kind;
  }

  /** Entity types; all tags if they have no scheme; or all classes. */
  get types(): string[] {
    return this.#engine.summary.types;
  }

  /** Tags of the model, in its training scheme. */
  get tags(): string[] {
    return this.#engine.summary.tags;
  }

  /** Names of the columns that the model reads besides words, such as `pos`; usually none. Only `tagTokens` accepts their values. */
  get columns(): string[] {
    return this.#engine.summary.columns;
  }

  /** Training settings of the model. */
  get config(): Record<string, unknown> {
    return this.#engine.summary.config;
  }

  /** Splits a text into sentences and tags them. */
  async tag(text: string, options: TagOptions = {}): Promise<Sentence[]> {
    const sentences: Sentence[] = [];
    for await (const sentence of this.stream(text, options)) sentences.push(sentence);
    return sentences;
  }

  /** Like `tag`, but yields each sentence once it is tagged. */
  async *stream(text: string, options: TagOptions = {}): AsyncGenerator<Sentence, void> {
    for await (const { sentences } of this.#tagged(text, options)) {
      for (const sentence of sentences) {
        const entities = sentence.entities.map((entity) => ({ ...entity, text: text.slice(entity.start, entity.end) }));
        yield { ...sentence, entities };
      }
    }
  }

  /**
   * Tags the texts of records, such as the rows of a table. Each record is a document. Yields all records in their order, also those
   * without a text.
   *
   *     for await (const { record, entities } of tagger.tagRecords(rows, { text: 'comment' })) console.log(record.id, entities);
   */
  async *tagRecords<Value extends object>(
    records: readonly Value[],
    { text, ...options }: RecordOptions,
  ): AsyncGenerator<TaggedRecord<Value>, void> {
    const fields = typeof text === 'string' ? [text] : text;
    const texts = records.flatMap((record) => fields.map((field) => textAt(record as Record<string, unknown>, field)));
    let entities: TaggedRecord<Value>['entities'] = [];
    let at = 0;
    for await (const batch of this.#tagged({ texts }, options)) {
      for (const [s, sentence] of batch.sentences.entries()) {
        const own = batch.texts![s]!;
        for (; at < Math.floor(own / fields.length); at++, entities = []) yield { record: records[at]!, entities };
        for (const entity of sentence.entities) {
          entities.push({
            ...entity,
            text: texts[own]!.slice(entity.start, entity.end),
            field: fields[own % fields.length]!,
          });
        }
      }
    }
    for (; at < records.length; at++, entities = []) yield { record: records[at]!, entities };
  }

  /**
   * Tags tokenised sentences: one tag per token, in the style of the training file. A model with context `document` treats the sentences
   * of a call as one document, like a text.
   *
   *     await tagger.tagTokens([{ tokens: ['we', 'met', 'Marlo'], columns: { pos: ['PRP', 'VBD', 'NNP'] } }]);
   *
   * @throws Error if the model does not read a column, or a column does not have one value per token
   */
  async tagTokens(
    sentences: readonly (readonly string[] | TokenSentence)[],
    options: TagOptions = {},
  ): Promise<string[][]> {
    const input = sentences.map((sentence) => ('tokens' in sentence ? sentence : { tokens: sentence }));
    checkColumns(input, this.columns);
    const tags: string[][] = [];
    for await (const { sentences: tagged } of this.#tagged(input, {
      ...options,
      tokens: true,
      otherReadings: false,
    })) {
      for (const { tokens } of tagged) tags.push(tokens.map(({ tag }) => tag));
    }
    return tags;
  }

  /**
   * The classes of a text with their probabilities, most probable first; none for a text without words.
   *
   * @throws Error if the model tags words
   */
  async classify(text: string, options: Omit<ClassifyOptions, 'text'> = {}): Promise<ClassProbability[]> {
    const records = this.classifyRecords([{ text }], { ...options, text: 'text' });
    for await (const { classes } of records) return classes;
    return [];
  }

  /**
   * Classifies the texts of records, such as the rows of a table. Yields all records in their order, also those
   * without a text.
   *
   *     for await (const { record, classes } of tagger.classifyRecords(rows, { text: 'review' }))
   *       console.log(record.id, classes[0]);
   *
   * @throws Error if the model tags words
   */
  async *classifyRecords<Value extends object>(
    records: readonly Value[],
    { text, ...options }: ClassifyOptions,
  ): AsyncGenerator<ClassifiedRecord<Value>, void> {
    if (this.kind !== 'classes') throw new Error('This model tags words: call tag, tagRecords or tagTokens.');
    const texts = records.map((record) => textAt(record as Record<string, unknown>, text));
    let at = 0;
    for await (const batch of this.#batches({ texts }, { ...options, tokens: false })) {
      for (const [s, sentence] of batch.sentences.entries()) {
        const own = batch.texts![s]!;
        while (at < own) yield { record: records[at++]!, classes: [] };
        yield { record: records[at++]!, classes: classesOf(sentence) };
      }
    }
    while (at < records.length) yield { record: records[at++]!, classes: [] };
  }

  /** Terminates the worker, if there is one. */
  close(): void {
    this.#engine.close();
  }

  #tagged(input: Input, options: TagOptions): AsyncGenerator<TaggedBatch, void> {
    if (this.kind === 'classes') throw new Error('This model gives each text one class: call classify.');
    return this.#batches(input, options);
  }

  async *#batches(input: Input, options: TagOptions): AsyncGenerator<TaggedBatch, void> {
    const { signal, onProgress, tokens = true, otherReadings = true, batchTokens = this.#batchTokens } = options;
    signal?.throwIfAborted();
    for await (const batch of this.#engine.batches(input, {
      tokens: batchTokens,
      wanted: { tokens, otherReadings },
    })) {
      signal?.throwIfAborted();
      onProgress?.(batch.done, batch.total);
      yield batch;
    }
    onProgress?.(sizeOf(input), sizeOf(input));
  }
}
