/**
 * Location of a model:
 *
 * - the address of the exported zip, or of the folder it was unpacked to, ending with a slash. In Node a string is a path;
 * - the bytes of the zip, a Blob or File of it, or the response of `fetch`;
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
  /** Called after each batch with the progress, in UTF-16 code units of the text or in sentences. */
  onProgress?: (done: number, total: number) => void;
  /** `false`: omit tokens from the results, which makes them smaller. Default: `true`. */
  tokens?: boolean;
  /** `false`: leave `otherReadings` empty, which is faster. Default: `true`. */
  otherReadings?: boolean;
  /** Approximate number of tokens per batch. The tagging thread is blocked for one batch at a time. */
  batchTokens?: number;
}

/** Offsets are half-open and count UTF-16 code units, as JavaScript strings do. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /** Tag, in the style of the training file. */
  tag: string;
  /** Marginal probability of this tag. */
  probability: number;
}

export interface Entity {
  type: string;
  text: string;
  start: number;
  end: number;
  /** First and last token, inclusive. */
  first: number;
  last: number;
  /** Probability that exactly these tokens are an entity of this type. */
  probability: number;
}

/** A tokenised sentence. */
export interface TokenSentence {
  tokens: readonly string[];
  /** Values of the model's columns (`Tagger.columns`), such as parts of speech, by name: one per token. Omitted columns are unknown. */
  columns?: Readonly<Record<string, readonly string[]>>;
}

/** An alternative, less probable reading of an ambiguous sentence. */
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
 * A model trained with Tagsmith. It has no dependencies besides this module, and needs WebAssembly SIMD, but no threads and no
 * cross-origin isolation.
 *
 *     const tagger = await Tagger.load('model.zip');
 *     for await (const { entities } of tagger.stream(text)) console.log(entities);
 */
export class Tagger {
  private constructor();

  /** @throws Error if the file is not found, is not a model, or is damaged; the reason of `signal` */
  static load(source: ModelSource, options?: LoadOptions): Promise<Tagger>;
  /** @deprecated ONNX Runtime is no longer needed: use `Tagger.load(read)`. */
  static load(runtime: unknown, read: (name: string) => Promise<Uint8Array>): Promise<Tagger>;

  /** Entity types, or all tags if they have no scheme. */
  readonly types: string[];
  /** Tags of the model, in its training scheme. */
  readonly tags: string[];
  /** Names of the columns that the model reads besides words, such as `pos`; usually none. Only `tagTokens` accepts their values. */
  readonly columns: string[];
  /** Training settings of the model. */
  readonly config: Record<string, unknown>;

  /** Splits a text into sentences and tags them. */
  tag(text: string, options?: TagOptions): Promise<Sentence[]>;
  /** Like `tag`, but yields each sentence once it is tagged. */
  stream(text: string, options?: TagOptions): AsyncGenerator<Sentence, void>;
  /**
   * Tags tokenised sentences: one tag per token, in the style of the training file. A model with context `document` treats the sentences
   * of a call as one document, like a text.
   *
   *     await tagger.tagTokens([{ tokens: ['we', 'met', 'Marlo'], columns: { pos: ['PRP', 'VBD', 'NNP'] } }]);
   *
   * @throws Error if the model does not read a column, or a column does not have one value per token
   */
  tagTokens(sentences: readonly (readonly string[] | TokenSentence)[], options?: TagOptions): Promise<string[][]>;
  /** Terminates the worker, if there is one. */
  close(): void;
}
