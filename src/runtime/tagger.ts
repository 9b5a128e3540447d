import type { RunConfig } from '../config/schema.ts';
import type { Transitions } from '../crf/transitions.ts';
import { wordIndexFrom, type WordIndex } from '../data/vectors/word-index.ts';
import { tokenize, type TextToken } from '../data/text/tokenizer.ts';
import { Vocabulary, type VocabularyData } from '../data/vocabulary/vocabulary.ts';
import type { BundleConfig } from '../export/bundle-format.ts';
import { decodeVectors } from '../export/vectors-file.ts';
import type { ModelTags } from '../data/tags/training-tags.ts';
import { SentenceTagger } from '../tagging/sentence-tagger.ts';
import type { TaggedEntity, TaggedSentence } from '../tagging/tagged-text.ts';

const BATCH_SIZE = 32;

/** The part of onnxruntime-web or onnxruntime-node that is used. */
export interface Runtime {
  Tensor: new (type: 'int32', data: Int32Array, shape: readonly number[]) => unknown;
  InferenceSession: { create(model: Uint8Array, options: SessionOptions): Promise<Session> };
}
export interface Session {
  run(inputs: Record<string, unknown>): Promise<Record<string, { data: unknown }>>;
}
interface SessionOptions {
  externalData?: { path: string; data: Uint8Array }[];
  [option: string]: unknown;
}

/** Reads a file of the unpacked model by its name. */
export type ReadFile = (name: string) => Promise<Uint8Array>;

export interface Entity extends TaggedEntity {
  text: string;
}
export interface Sentence extends TaggedSentence {
  entities: Entity[];
}

/**
 * Runs a model trained with Tagsmith in ONNX Runtime: finds the entities in a text, with offsets and probabilities.
 *
 *     import * as ort from 'onnxruntime-web'; // or onnxruntime-node
 *     const read = async (name) => new Uint8Array(await (await fetch(`model/${name}`)).arrayBuffer());
 *     const tagger = await Tagger.load(ort, read);
 *     const sentences = await tagger.tag('Angela Merkel flew to Berlin.');
 */
export class Tagger {
  readonly #runtime: Runtime;
  readonly #session: Session;
  readonly #tags: ModelTags;
  readonly #vocabulary: Vocabulary;
  /** The words of vectors.bin. */
  readonly #vectorIndex: WordIndex;

  private constructor(
    runtime: Runtime,
    session: Session,
    bundle: BundleConfig,
    vocabulary: Vocabulary,
    vectorIndex: WordIndex,
  ) {
    this.#runtime = runtime;
    this.#session = session;
    this.#tags = {
      config: { scheme: bundle.config['scheme'] as RunConfig['scheme'] },
      style: bundle.style,
      vocabulary,
    };
    this.#vocabulary = vocabulary;
    this.#vectorIndex = vectorIndex;
  }

  /**
   * Loads a model.
   *
   * @param runtime the module of ONNX Runtime
   * @param session of model.onnx, to set its options; default: created from the files that `read` returns
   * @throws Error if the files are not of a supported version
   */
  static async load(runtime: Runtime, read: ReadFile, session?: Session): Promise<Tagger> {
    const json = async (name: string): Promise<unknown> => JSON.parse(new TextDecoder().decode(await read(name)));
    const bundle = (await json('config.json')) as BundleConfig;
    if (bundle.format !== 'tagsmith-model' || bundle.version !== 1) {
      throw new Error(`config.json is ${bundle.format} ${bundle.version}, expected tagsmith-model 1`);
    }
    const vocabulary = new Vocabulary((await json('vocabulary.json')) as VocabularyData);
    const vectors = bundle.vectors && (await read('vectors.bin'));
    const { words = 0, dimensions = 0 } = bundle.vectors ?? {};
    const hashes = (vectors && decodeVectors(vectors, words, dimensions)?.hashes) ?? [];
    return new Tagger(
      runtime,
      session ?? (await openSession(runtime, read, vectors)),
      bundle,
      vocabulary,
      wordIndexFrom(hashes),
    );
  }

  /** Splits a text into sentences and tags them. Offsets count UTF-16 code units, as JavaScript strings do. */
  async tag(text: string): Promise<Sentence[]> {
    const tagged = await this.#tagAll(tokenize(text));
    return tagged.map((sentence) => ({
      ...sentence,
      entities: sentence.entities.map((entity) => ({ ...entity, text: text.slice(entity.start, entity.end) })),
    }));
  }

  /** Tags tokenised sentences. @returns one tag per token, in the style of the training file */
  async tagTokens(sentences: readonly (readonly string[])[]): Promise<string[][]> {
    const tagged = await this.#tagAll(sentences.map((tokens) => tokens.map((text) => ({ text, start: 0, end: 0 }))));
    return tagged.map(({ tokens }) => tokens.map(({ tag }) => tag));
  }

  async #tagAll(sentences: readonly (readonly TextToken[])[]): Promise<TaggedSentence[]> {
    const tagged: TaggedSentence[] = sentences.map(() => ({ tokens: [], entities: [], otherReadings: [] }));
    const order = sentences.map((_, i) => i).filter((i) => sentences[i]!.length > 0);
    order.sort((i, j) => sentences[i]!.length - sentences[j]!.length); // batches of similar length
    const tags = this.#vocabulary.tags.length; // K
    for (let first = 0; first < order.length; first += BATCH_SIZE) {
      const chosen = order.slice(first, first + BATCH_SIZE);
      const outputs = await this.#session.run(this.#inputs(chosen.map((i) => sentences[i]!)));
      const values = (name: string) => outputs[name]!.data as Float32Array;
      const scores: Transitions<Float32Array> = {
        transitions: values('transitions'),
        start: values('start'),
        end: values('end'),
      };
      const tagger = new SentenceTagger(this.#tags, scores);
      const emissions = values('emissions'); // [B, T, K]
      const row = emissions.length / chosen.length;
      chosen.forEach((i, b) => {
        const tokens = sentences[i]!;
        tagged[i] = tagger.tag(tokens, emissions.subarray(b * row, b * row + tokens.length * tags));
      });
    }
    return tagged;
  }

  /** The padded inputs of model.onnx: B sentences, T tokens of the longest, L characters of the longest word. */
  #inputs(sentences: readonly (readonly TextToken[])[]): Record<string, unknown> {
    const B = sentences.length;
    const T = Math.max(...sentences.map(({ length }) => length));
    const ids = sentences.map((tokens) => tokens.map(({ text }) => this.#vocabulary.characterIdsOf(text)));
    const L = Math.max(...ids.flat().map(({ length }) => length));
    const words = new Int32Array(B * T);
    const characters = new Int32Array(B * T * L);
    const wordLengths = new Int32Array(B * T).fill(1);
    sentences.forEach((tokens, b) =>
      tokens.forEach(({ text }, t) => {
        const at = b * T + t;
        words[at] = this.#wordRow(text);
        characters.set(ids[b]![t]!, at * L);
        wordLengths[at] = ids[b]![t]!.length;
      }),
    );
    const tensor = (data: Int32Array, shape: number[]) => new this.#runtime.Tensor('int32', data, shape);
    return {
      word_ids: tensor(words, [B, T]),
      character_ids: tensor(characters, [B, T, L]),
      word_lengths: tensor(wordLengths, [B, T]),
      lengths: tensor(
        Int32Array.from(sentences, ({ length }) => length),
        [B],
      ),
    };
  }

  /** The row of a word: in the word table, or after it in vectors.bin. */
  #wordRow(form: string): number {
    const row = this.#vocabulary.wordRow(form);
    const extra = row > 0 ? -1 : this.#vectorIndex.findKey(this.#vocabulary.key(form));
    return extra < 0 ? row : this.#vocabulary.words.length + extra;
  }
}

async function openSession(runtime: Runtime, read: ReadFile, vectors: Uint8Array | undefined): Promise<Session> {
  const externalData = [{ path: 'model.safetensors', data: await read('model.safetensors') }];
  if (vectors) externalData.push({ path: 'vectors.bin', data: vectors });
  return runtime.InferenceSession.create(await read('model.onnx'), { externalData });
}
