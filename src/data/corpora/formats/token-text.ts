import { groupBy } from '../../../lib/group-by.ts';
import type { TokenSentence, WrittenTokenSpan } from '../records/record.ts';
import { DISCONTINUOUS } from '../records/spans.ts';
import type { XmlElement } from '../xml.ts';

/** How a kind of XML writes tokens and entities. */
export interface Dialect {
  /** What its files begin with. */
  head: RegExp;
  /** Elements that are read as a whole. */
  parts: RegExp;
  /** Elements without which a file is not annotated. */
  layer: RegExp;
  read: (part: XmlElement, text: TokenText) => void;
}

/** Channels of KPWr with phrases, in place of names. */
const PHRASES = /^chunk_/;
const WITHOUT_PHRASES = 'phrases (chunk_np and the like) beside names, which were not read';

const BEYOND = 'entities that go beyond a sentence, or whose tokens are not in the file: they were left out';

interface Token {
  text: string;
  at: number;
  /** As the file has it, if tokens have tags in place of entities. */
  tag?: string;
  id?: string;
  /** What its sentence is, to tell it from others. */
  sentence?: XmlElement | string | undefined;
}

/** Collects the tokens of a file, its sentences and its entities. */
export class TokenText {
  readonly #tokens: Token[] = [];
  readonly #places = new Map<string, readonly number[]>(); // of tokens, and of terms with several
  readonly #starts = new Set([0]);
  readonly #spans: WrittenTokenSpan[] = [];
  #covered: unknown;
  readonly #notes = new Set<string>();

  /** Adds a token. Returns its number. */
  add(token: Token): number {
    const at = this.#tokens.length;
    if (token.sentence !== this.#tokens.at(-1)?.sentence) this.#starts.add(at);
    if (token.id !== undefined) this.#places.set(token.id, [at]);
    this.#tokens.push({ ...token, text: token.text.trim() });
    return at;
  }

  /** Gives several tokens an id. */
  name(id: string, tokens: readonly string[]): void {
    this.#places.set(id, this.#placesOf(tokens));
  }

  /** Starts a sentence at a token that is known by its id. */
  startAt(id = ''): void {
    this.#starts.add(this.#places.get(id)?.[0] ?? 0);
  }

  /** Adds an entity. @param ids of its tokens */
  mark(type: string | undefined, ids: readonly string[]): void {
    if (type !== undefined && ids.length > 0) this.markPlaces(type, this.#placesOf(ids));
  }

  markPlaces(type: string, places: readonly number[]): void {
    const [start, last] = [places[0], places.at(-1)];
    if (start === undefined || last === undefined) this.#notes.add(BEYOND);
    else {
      if (places.length < last + 1 - start) this.#notes.add(DISCONTINUOUS);
      this.#spans.push({ start, end: last + 1, type });
    }
  }

  /** Adds an entity of one token, or adds the token to the last entity. @param key equal for the tokens of an entity */
  cover(at: number, type: string, key: unknown): void {
    const last = this.#spans.at(-1);
    if (key === this.#covered && last?.end === at) last.end++;
    else this.#spans.push({ start: at, end: at + 1, type });
    this.#covered = key;
  }

  /** Tells a choice that was made. */
  note(note: string): void {
    this.#notes.add(note);
  }

  /** Offset of a token without a text. */
  get emptyAt(): number | undefined {
    return this.#tokens.find(({ text }) => text === '')?.at;
  }

  /** @param isTagged whether tokens without tags have all their entities */
  content(isTagged: boolean): { sentences: TokenSentence[]; notes: string[] } {
    const cuts = [...this.#starts].filter((at) => at < this.#tokens.length).toSorted((a, b) => a - b);
    const sentenceOf = cuts.flatMap((from, s) => this.#tokens.slice(from, cuts[s + 1]).map(() => s)); // by token
    const isInOne = ({ start, end }: WrittenTokenSpan) => sentenceOf[start] === sentenceOf[end - 1];
    const areNames = this.#spans.some(({ type }) => !PHRASES.test(type));
    const spans = this.#spans.filter(({ type }) => !areNames || !PHRASES.test(type));
    if (spans.length < this.#spans.length) this.#notes.add(WITHOUT_PHRASES);
    if (!spans.every(isInOne)) this.#notes.add(BEYOND);
    const bySentence = groupBy(spans.filter(isInOne), ({ start }) => sentenceOf[start]!);
    const sentences = cuts.map((from, s): TokenSentence => {
      const written = this.#tokens.slice(from, cuts[s + 1]);
      const tokens = written.map(({ text }) => text);
      const tags = written.flatMap(({ tag }) => tag ?? []);
      if (tags.length > 0) return { tokens, tags };
      const own = (bySentence.get(s) ?? []).map(({ start, end, type }) => ({ start: start - from, end: end - from, type })); // prettier-ignore
      return { tokens, ...(isTagged && { spans: own }) };
    });
    return { sentences, notes: [...this.#notes] };
  }

  #placesOf(ids: readonly string[]): number[] {
    return ids.flatMap((id) => this.#places.get(id) ?? []).toSorted((a, b) => a - b);
  }
}
