import { Tokenizer } from '@huggingface/tokenizers';
import isSafeExpression from 'safe-regex2';
import { StudioError } from '../lib/errors.ts';

/** Longer words, such as web addresses, are truncated. */
const MAX_WORD_PIECES = 100;

/** Ids are below this; the largest vocabularies of encoders have about 250,000 pieces. */
const MAX_IDS = 2 ** 20;

interface TokenizerJson {
  model: { unk_token?: string | null; unk_id?: number | null };
  pre_tokenizer?: unknown;
}

/**
 * Splits words into the pieces of an encoder. The library does not report offsets, so each distinct word is encoded separately, without
 * special tokens, and pieces need no alignment with words.
 */
export class WordPieces {
  readonly #tokenizer: Tokenizer;
  readonly #cache = new Map<string, Int32Array>();
  readonly #prefix: string;
  readonly #unknown: number;
  /** Special tokens around a sentence, such as [CLS] and [SEP]. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** One more than the highest id. */
  readonly size: number;
  readonly padding: number;

  /**
   * @param json of tokenizer.json
   * @param config of tokenizer_config.json, if there is one
   * @throws StudioError BadInput
   */
  constructor(json: unknown, config: object = {}) {
    if (!isTokenizer(json)) {
      throw new StudioError(
        'BadInput',
        'tokenizer.json has no "model" with a vocabulary. Expected the file of that name that Hugging Face tokenizers save: tokenizer.save_pretrained(folder) writes it.',
      );
    }
    requireBounded(json);
    try {
      this.#tokenizer = new Tokenizer(json, config);
      const ids = [...this.#tokenizer.get_vocab().values()];
      this.size = ids.reduce((most, id) => Math.max(most, id + 1), 0);
      // In a byte-level vocabulary, words include the preceding space; without it, a piece continues another word.
      this.#prefix = JSON.stringify(json.pre_tokenizer ?? null).includes('"ByteLevel"') ? ' ' : '';
      const { unk_token: name, unk_id: id } = json.model;
      this.padding = this.#firstOf('[PAD]', '<pad>') ?? 0;
      this.#unknown =
        id ?? (typeof name === 'string' ? this.#tokenizer.token_to_id(name) : undefined) ?? this.#firstOf('<unk>') ?? 0;
      const probe = this.#encode('a', false);
      const whole = this.#encode('a', true);
      const at = whole.findIndex((_, i) => probe.every((piece, j) => whole[i + j] === piece));
      this.before = whole.slice(0, at);
      this.after = whole.slice(at + probe.length);
      const outside = [this.padding, this.#unknown, ...this.before, ...this.after].find(
        (id) => !(id >= 0 && id < this.size),
      );
      if (outside !== undefined) throw new Error(`the id ${outside} is of no piece`);
    } catch (error) {
      if (error instanceof StudioError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw unusable(reason, error);
    }
  }

  /** Ids of the pieces of a word, at least one. */
  of(word: string): Int32Array {
    let pieces = this.#cache.get(word);
    if (pieces === undefined) {
      const ids = this.#encode(word, false).slice(0, MAX_WORD_PIECES);
      // Some words, such as a zero-width space, have no pieces.
      pieces = Int32Array.from(ids.length > 0 ? ids : [this.#unknown]);
      this.#cache.set(word, pieces);
    }
    return pieces;
  }

  #encode(word: string, special: boolean): number[] {
    const text = this.#prefix + word;
    return this.#tokenizer.encode(text, { add_special_tokens: special }).ids;
  }

  #firstOf(...names: string[]): number | undefined {
    for (const name of names) {
      const id = this.#tokenizer.token_to_id(name);
      if (id !== undefined) return id;
    }
    return undefined;
  }
}

/**
 * Refuses what the library would take without end: ids for which it makes tables, and expressions that may go on for ever.
 *
 * @throws StudioError BadInput
 */
function requireBounded(json: unknown): void {
  const open: [key: string, value: unknown][] = [['', json]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [key, value] = next;
    const isId = /^(id|ids|unk_id|type_id|vocab)$/.test(key);
    if (typeof value === 'number' && isId && !(Number.isInteger(value) && value >= 0 && value < MAX_IDS))
      throw unusable(`${value} is no id of a piece`);
    if (typeof value === 'string' && key === 'Regex' && !isSafeExpression(value))
      throw unusable(`the expression ${value.slice(0, 40)} may take without end`);
    if (typeof value !== 'object' || value === null) continue;
    // The pieces of a vocabulary are names, of a Unigram model [piece, score].
    const isNamed = key !== 'vocab' && !Array.isArray(value);
    if (key === 'vocab' && Array.isArray(value)) continue;
    for (const [name, part] of Object.entries(value)) open.push([isNamed ? name : key, part]);
  }
}

function unusable(reason: string, cause?: unknown): StudioError {
  return new StudioError('BadInput', `tokenizer.json cannot be used: ${reason}.`, { cause });
}

function isTokenizer(json: unknown): json is TokenizerJson {
  return (
    typeof json === 'object' &&
    json !== null &&
    'model' in json &&
    typeof json.model === 'object' &&
    json.model !== null
  );
}
