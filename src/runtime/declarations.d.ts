/**
 * Where a model is:
 *
 * - the address of the exported zip, or of the folder it was unpacked to, ending with a slash. In Node a string is a path;
 * - the bytes of the zip, a Blob or File of it, or the answer of `fetch`;
 * - a function that reads a file of the unpacked model by its name.
 */
export type ModelSource =
  | string
  | URL
  | ArrayBuffer
  | Uint8Array
  | Blob
  | Response
  | ((name: string) => Promise<Uint8Array>);

export interface LoadOptions {
  /**
   * Tag in a worker, so that the page's thread stays free. `true` starts one from this module's own source, which a page's policy must
   * allow (`worker-src blob:` and `'wasm-unsafe-eval'`). Or pass one that runs this module:
   * `new Worker(new URL('./tagger.mjs', import.meta.url), { type: 'module', name: 'tagsmith-tagger' })`.
   */
  worker?: boolean | Worker;
  signal?: AbortSignal;
  /** Bytes that have been loaded; `total` is undefined where the server does not say. */
  onProgress?: (loaded: number, total: number | undefined) => void;
}

export interface TagOptions {
  /** Stops between two batches. The call then fails with the reason of the signal. */
  signal?: AbortSignal;
  /** Called after each batch: how much is done, in UTF-16 code units of the text or in sentences. */
  onProgress?: (done: number, total: number) => void;
  /** `false`: leave the tokens out of the results, which makes them smaller. Default: `true`. */
  tokens?: boolean;
  /** `false`: leave `otherReadings` empty, which saves the time to look for them. Default: `true`. */
  otherReadings?: boolean;
  /** Tokens of a batch, about. The thread that tags is busy for one batch at a time. */
  batchTokens?: number;
}

/** Offsets are half-open and count UTF-16 code units, as JavaScript strings do. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /** In the style of the training file. */
  tag: string;
  /** Of this tag, all readings of the sentence taken together. */
  probability: number;
}

export interface Entity {
  type: string;
  text: string;
  start: number;
  end: number;
  /** First and last token, both included. */
  first: number;
  last: number;
  /** That exactly these tokens are an entity of this type. */
  probability: number;
}

/** A tokenised sentence. */
export interface TokenSentence {
  tokens: readonly string[];
  /** Values of columns of the model (`Tagger.columns`), such as parts of speech, by name: one per token. A column that is left out is unknown. */
  columns?: Readonly<Record<string, readonly string[]>>;
}

/** A less probable reading of an ambiguous sentence. */
export interface Reading {
  entities: { type: string; start: number; end: number }[];
  probability: number;
}

export interface Sentence {
  tokens: Token[];
  entities: Entity[];
  /** Most probable first. */
  otherReadings: Reading[];
}

/**
 * A model trained with Tagsmith. It needs nothing but this module: WebAssembly with SIMD on one thread, without cross-origin isolation.
 *
 *     const tagger = await Tagger.load('model.zip');
 *     for await (const { entities } of tagger.stream(text)) console.log(entities);
 */
export class Tagger {
  private constructor();

  /** @throws Error if the model is not found, is not one, or is damaged; the reason of `signal` */
  static load(source: ModelSource, options?: LoadOptions): Promise<Tagger>;
  /** @deprecated ONNX Runtime is not needed any more: `Tagger.load(read)`. */
  static load(runtime: unknown, read: (name: string) => Promise<Uint8Array>): Promise<Tagger>;

  /** Entity types, or all tags where they have no scheme. */
  readonly types: string[];
  /** Of the model, in the scheme that it was trained in. */
  readonly tags: string[];
  /** Names of the columns that the model reads besides words, such as `pos`; usually none. Only `tagTokens` takes their values. */
  readonly columns: string[];
  /** The settings that it was trained with. */
  readonly config: Record<string, unknown>;

  /** Splits a text into sentences and tags them. */
  tag(text: string, options?: TagOptions): Promise<Sentence[]>;
  /** The same, sentence by sentence, as they are tagged. */
  stream(text: string, options?: TagOptions): AsyncGenerator<Sentence, void>;
  /**
   * Tags tokenised sentences: one tag for each token, in the style of the training file. A model with context `document` reads the
   * sentences of a call as one document, as it does a text.
   *
   *     await tagger.tagTokens([{ tokens: ['we', 'met', 'Marlo'], columns: { pos: ['PRP', 'VBD', 'NNP'] } }]);
   *
   * @throws Error if the model does not read a column, or a column has not one value per token
   */
  tagTokens(sentences: readonly (readonly string[] | TokenSentence)[], options?: TagOptions): Promise<string[][]>;
  /** Ends the worker, if there is one. */
  close(): void;
}
