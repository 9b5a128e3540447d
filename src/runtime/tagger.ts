import type { RunConfig } from '../config/schema.ts';
import type { Transitions } from '../crf/transitions.ts';
import { wordIndexFrom, type WordIndex } from '../data/vectors/word-index.ts';
import { tokenize, type TypedToken } from '../data/text/tokenizer.ts';
import { Vocabulary, type VocabularyData } from '../data/vocabulary/vocabulary.ts';
import type { BundleConfig } from '../export/bundle-format.ts';
import { decodeVectors } from '../export/vectors-file.ts';
import type { ModelTags } from '../data/tags/training-tags.ts';
import { SentenceTagger } from '../tagging/sentence-tagger.ts';
import type { TaggedEntity, TaggedSentence } from '../tagging/tagged-text.ts';

/** Sentences that are tagged together. */
const SENTENCES = 32;

/** What is used of onnxruntime-web, or of onnxruntime-node. */
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

/** A file of the unpacked model, by its name. */
export type ReadFile = (name: string) => Promise<Uint8Array>;

export interface Entity extends TaggedEntity {
  text: string;
}
export interface Sentence extends TaggedSentence {
  entities: Entity[];
}

/**
 * A model that was trained with Tagsmith, run by ONNX Runtime: text in, entities out, each with its place and probability.
 *
 *     import * as ort from 'onnxruntime-web'; // or onnxruntime-node
 *     const read = async (name) => new Uint8Array(await (await fetch(`model/${name}`)).arrayBuffer());
 *     const tagger = await Tagger.load(ort, read);
 *     const sentences = await tagger.tag('Angela Merkel flew to Berlin.');
 */
export class Tagger {
  readonly #runtime: Runtime;
  readonly #session: Session;
  readonly #about: ModelTags;
  readonly #vocabulary: Vocabulary;
  /** Words of vectors.bin. */
  readonly #further: WordIndex;

  private constructor(
    runtime: Runtime,
    session: Session,
    about: BundleConfig,
    vocabulary: Vocabulary,
    further: WordIndex,
  ) {
    this.#runtime = runtime;
    this.#session = session;
    this.#about = { config: { scheme: about.config['scheme'] as RunConfig['scheme'] }, style: about.style, vocabulary };
    this.#vocabulary = vocabulary;
    this.#further = further;
  }

  /**
   * @param runtime the module of ONNX Runtime
   * @param session of model.onnx, where it is to have options; else one is made of what `read` gives
   */
  static async load(runtime: Runtime, read: ReadFile, session?: Session): Promise<Tagger> {
    const json = async (name: string): Promise<unknown> => JSON.parse(new TextDecoder().decode(await read(name)));
    const about = (await json('config.json')) as BundleConfig;
    if (about.format !== 'tagsmith-model' || about.version !== 1) {
      throw new Error(`config.json is of ${about.format} ${about.version}; this file reads tagsmith-model 1`);
    }
    const vocabulary = new Vocabulary((await json('vocabulary.json')) as VocabularyData);
    const vectors = about.vectors && (await read('vectors.bin'));
    const { words = 0, dimensions = 0 } = about.vectors ?? {};
    const hashes = (vectors && decodeVectors(vectors, words, dimensions)?.hashes) ?? [];
    return new Tagger(
      runtime,
      session ?? (await openSession(runtime, read, vectors)),
      about,
      vocabulary,
      wordIndexFrom(hashes),
    );
  }

  /** The sentences of a text. Offsets are those of JavaScript's strings. */
  async tag(text: string): Promise<Sentence[]> {
    const tagged = await this.#tagAll(tokenize(text));
    return tagged.map((sentence) => ({
      ...sentence,
      entities: sentence.entities.map((entity) => ({ ...entity, text: text.slice(entity.start, entity.end) })),
    }));
  }

  /** A tag for each token, spelled as in the files that the model was trained on. */
  async tagTokens(sentences: readonly (readonly string[])[]): Promise<string[][]> {
    const tagged = await this.#tagAll(sentences.map((tokens) => tokens.map((text) => ({ text, start: 0, end: 0 }))));
    return tagged.map(({ tokens }) => tokens.map(({ tag }) => tag));
  }

  async #tagAll(sentences: readonly (readonly TypedToken[])[]): Promise<TaggedSentence[]> {
    const tagged: TaggedSentence[] = sentences.map(() => ({ tokens: [], entities: [], otherReadings: [] }));
    const order = sentences.map((_, i) => i).filter((i) => sentences[i]!.length > 0);
    order.sort((i, j) => sentences[i]!.length - sentences[j]!.length); // together with others of their length
    const tags = this.#vocabulary.tags.length; // K
    for (let first = 0; first < order.length; first += SENTENCES) {
      const chosen = order.slice(first, first + SENTENCES);
      const outputs = await this.#session.run(this.#inputs(chosen.map((i) => sentences[i]!)));
      const values = (name: string) => outputs[name]!.data as Float32Array;
      const scores: Transitions<Float32Array> = {
        transitions: values('transitions'),
        start: values('start'),
        end: values('end'),
      };
      const tagger = new SentenceTagger(this.#about, scores);
      const emissions = values('emissions'); // [B, T, K]
      const row = emissions.length / chosen.length;
      chosen.forEach((i, b) => {
        const tokens = sentences[i]!;
        tagged[i] = tagger.tag(tokens, emissions.subarray(b * row, b * row + tokens.length * tags));
      });
    }
    return tagged;
  }

  /** The inputs of model.onnx: B sentences, T tokens of the longest, L characters of the longest word. */
  #inputs(sentences: readonly (readonly TypedToken[])[]): Record<string, unknown> {
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

  /** The rows of vectors.bin follow the word table's. */
  #wordRow(form: string): number {
    const row = this.#vocabulary.wordRow(form);
    const further = row > 0 ? -1 : this.#further.findKey(this.#vocabulary.key(form));
    return further < 0 ? row : this.#vocabulary.words.length + further;
  }
}

async function openSession(runtime: Runtime, read: ReadFile, vectors: Uint8Array | undefined): Promise<Session> {
  const externalData = [{ path: 'model.safetensors', data: await read('model.safetensors') }];
  if (vectors) externalData.push({ path: 'vectors.bin', data: vectors });
  return runtime.InferenceSession.create(await read('model.onnx'), { externalData });
}
