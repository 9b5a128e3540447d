import type { FeatureTables } from '../vocabulary/features.ts';
import { hashedEntry, type Vocabulary } from '../vocabulary/vocabulary.ts';
import { characterForm, type WordNormalization } from '../vocabulary/word-keys.ts';
import type { FeatureSource } from './encode-features.ts';
import { NameMatcher, PLACE } from './name-matches.ts';

// The features of a feature CRF: each is on or off for a token, and has a name such as `suffix=burg`. A name without an offset is of the
// token itself; `word[-1]=in` is of the token before it. The templates are those of CRFsuite's tutorials (Okazaki 2007) and of Ratinov &
// Roth 2009 §3.1, without parts of speech. `tagsmith_torch/indicators.py` has the same; a test compares them.

/** The feature of every token, which is the first of a vocabulary: its weights are those of the tags alone. */
export const BIAS = 'bias';

/** Lengths of prefixes and suffixes, in code points. */
const AFFIXES = [1, 2, 3, 4];

/** Code points of a shape; the rest of a longer word is left out. */
const MOST_SHAPE = 12;

/** In place of a word that is left out, so that no name contains it. */
const IN_NO_LIST = '\0';

/** In place of the words before and after a sentence. */
const [BEFORE, AFTER] = ['<s>', '</s>'];

const PLACE_NAMES = Object.fromEntries(Object.entries(PLACE).map(([name, place]) => [place, name]));

/** The capitals, letters and digits of a word: `Xxxxxx-ddd` for `Boeing-747`. */
export function shapeOf(form: string): string {
  let shape = '';
  for (const character of [...form].slice(0, MOST_SHAPE)) shape += kindOf(character);
  return shape;
}

/** A shape with one character for each run: `Xx-d`. */
export function shortShape(form: string): string {
  let shape = '';
  for (const character of form) {
    const kind = kindOf(character);
    if (!shape.endsWith(kind)) shape += kind;
  }
  return shape;
}

/** By character: regular expressions take most of the time otherwise. */
const kinds = new Map<string, string>();

function kindOf(character: string): string {
  const known = kinds.get(character);
  if (known !== undefined) return known;
  const kind = computeKind(character);
  kinds.set(character, kind);
  return kind;
}

function computeKind(character: string): string {
  if (/\p{Lu}|\p{Lt}/u.test(character)) return 'X';
  if (/\p{L}/u.test(character)) return 'x';
  return /\p{Nd}/u.test(character) ? 'd' : character;
}

/** Properties of a word that are features of it. */
function flagsOf(form: string): string[] {
  const isUpper = /\p{Lu}/u.test(form);
  const isLower = /\p{Ll}/u.test(form);
  const flags = {
    initial: /^\p{Lu}/u.test(form),
    capitals: isUpper && !isLower,
    inner: isLower && /[^]\p{Lu}/u.test(form),
    digits: /\p{Nd}/u.test(form),
    number: /^[\p{Nd}.,:/-]*\p{Nd}[\p{Nd}.,:/-]*$/u.test(form),
    hyphen: form.includes('-'),
    abbreviation: /^(?:\p{Lu}\.)+$/u.test(form),
    punctuation: !/[\p{L}\p{Nd}]/u.test(form),
  };
  return Object.entries(flags).flatMap(([name, isOn]) => (isOn ? [`is=${name}`] : []));
}

/** The features of a word by itself. */
function ownIndicators(form: string): string[] {
  const characters = [...form];
  const affixes = AFFIXES.filter((length) => length < characters.length).flatMap((length) => [
    `prefix=${characters.slice(0, length).join('')}`,
    `suffix=${characters.slice(-length).join('')}`,
  ]);
  return [
    BIAS,
    `word=${form}`,
    `lower=${form.toLowerCase()}`,
    `shape=${shapeOf(form)}`,
    `short=${shortShape(form)}`,
    ...affixes,
    ...flagsOf(form),
  ];
}

/** The features of a word for a token at another offset. */
function neighbourIndicators(form: string, { lower, short, flags }: Joined, offset: number): string[] {
  const at = offset > 0 ? `[+${offset}]` : `[${offset}]`;
  const both = [`lower${at}=${lower}`, `short${at}=${short}`];
  if (Math.abs(offset) > 1) return both;
  const characters = [...form];
  return [
    ...both,
    `word${at}=${form}`,
    ...(characters.length > 3 ? [`suffix${at}=${characters.slice(-3).join('')}`] : []),
    ...flags.map((flag) => flag.replace('=', `${at}=`)),
  ];
}

/** What other tokens see of a word. */
interface Joined {
  lower: string;
  short: string;
  flags: readonly string[];
}

/** The id of a feature by its name; -1 for one without weights. */
type IdOf = (name: string) => number;

/** The features that are active at each token of a sentence. */
export interface ActiveIndicators {
  /** [T+1] */
  offsets: Int32Array;
  /** Ids: those of token t are `rows[offsets[t]..offsets[t+1])`, each once. */
  rows: Int32Array;
}

const OFFSETS = [-2, -1, 1, 2];

/** Finds the active features of tokens. The features of a word alone are computed once per form. */
class Extractor {
  readonly #idOf: IdOf;
  readonly #options: WordNormalization;
  readonly #names: NameMatcher | undefined;
  readonly #lists: readonly string[];
  readonly #columns: readonly string[];
  readonly #own = new Map<string, readonly number[]>();
  readonly #ofHidden = new Map<string, readonly number[]>();
  readonly #neighbours = new Map<number, Map<string, readonly number[]>>(OFFSETS.map((offset) => [offset, new Map()]));
  readonly #joined = new Map<string, Joined>();
  readonly #pairs = {
    '-1..0': new Map<string, Map<string, readonly number[]>>(),
    '0..+1': new Map<string, Map<string, readonly number[]>>(),
  };

  constructor(idOf: IdOf, options: WordNormalization, tables: FeatureTables, entry?: (key: string) => string) {
    const { lists, columns = [] } = tables;
    this.#idOf = idOf;
    this.#options = options;
    this.#names = lists && new NameMatcher(lists, entry);
    this.#lists = (lists ?? []).map(({ name }) => name);
    this.#columns = columns.map(({ name }) => name);
  }

  of(sentence: FeatureSource, hidden?: number): ActiveIndicators {
    const forms = sentence.tokens.map((token) => characterForm(token, this.#options));
    const ofTables = this.#tableIndicators(sentence, hidden);
    const offsets = new Int32Array(forms.length + 1);
    const rows: number[] = [];
    for (const [t, form] of forms.entries()) {
      const own =
        t === hidden ? this.#idsOf(this.#ofHidden, '', () => [BIAS]) : this.#idsOf(this.#own, form, ownIndicators);
      rows.push(...own);
      for (const offset of OFFSETS) {
        if (t + offset === hidden) continue;
        const neighbour = forms[t + offset] ?? (offset < 0 ? BEFORE : AFTER);
        rows.push(
          ...this.#idsOf(this.#neighbours.get(offset)!, neighbour, (word) =>
            neighbourIndicators(word, this.#joinedOf(word), offset),
          ),
        );
      }
      this.#pushJoined(rows, forms, t, hidden);
      for (const name of ofTables[t]!) this.#push(rows, name);
      offsets[t + 1] = rows.length;
    }
    return { offsets, rows: Int32Array.from(rows) };
  }

  #idsOf(known: Map<string, readonly number[]>, form: string, namesOf: (form: string) => string[]): readonly number[] {
    const found = known.get(form);
    if (found !== undefined) return found;
    const ids = [...new Set(namesOf(form))].map(this.#idOf).filter((id) => id >= 0);
    known.set(form, ids);
    return ids;
  }

  #joinedOf(form: string): Joined {
    const known = this.#joined.get(form);
    if (known !== undefined) return known;
    const made = { lower: form.toLowerCase(), short: shortShape(form), flags: flagsOf(form) };
    this.#joined.set(form, made);
    return made;
  }

  /** Features of a word together with its neighbours. Those of a pair are computed once. */
  #pushJoined(rows: number[], forms: readonly string[], t: number, hidden: number | undefined): void {
    const [before, own, after] = [forms[t - 1] ?? BEFORE, forms[t]!, forms[t + 1] ?? AFTER];
    const isHidden = (...offsets: number[]) => hidden !== undefined && offsets.some((offset) => t + offset === hidden);
    if (!isHidden(-1, 0)) rows.push(...this.#idsOfPair('-1..0', before, own));
    if (!isHidden(0, 1)) rows.push(...this.#idsOfPair('0..+1', own, after));
    const [left, middle, right] = [this.#joinedOf(before), this.#joinedOf(own), this.#joinedOf(after)];
    if (!isHidden(-1, 1)) this.#push(rows, `lower[-1,+1]=${left.lower} ${right.lower}`);
    if (!isHidden(-1, 0, 1)) this.#push(rows, `short[-1..+1]=${left.short} ${middle.short} ${right.short}`);
  }

  #idsOfPair(at: '-1..0' | '0..+1', left: string, right: string): readonly number[] {
    let ofLeft = this.#pairs[at].get(left);
    if (ofLeft === undefined) this.#pairs[at].set(left, (ofLeft = new Map<string, readonly number[]>()));
    return this.#idsOf(ofLeft, right, () => {
      const [a, b] = [this.#joinedOf(left), this.#joinedOf(right)];
      return [`lower[${at}]=${a.lower} ${b.lower}`, `short[${at}]=${a.short} ${b.short}`];
    });
  }

  #push(rows: number[], name: string): void {
    const id = this.#idOf(name);
    if (id >= 0) rows.push(id);
  }

  /** [T] features of name lists and columns. */
  #tableIndicators({ tokens, columns }: FeatureSource, hidden: number | undefined): string[][] {
    const found: string[][] = tokens.map(() => []);
    const add = (t: number, offset: string, feature: string) => found[t]?.push(feature.replace('=', `${offset}=`));
    const everyWay = (t: number, feature: string) => {
      add(t, '', feature);
      add(t + 1, '[-1]', feature);
      add(t - 1, '[+1]', feature);
    };
    const shown = tokens.map((token, t) => (t === hidden ? IN_NO_LIST : token));
    for (const [list, places] of (this.#names?.places(shown) ?? []).entries()) {
      places.forEach((place, t) => {
        if (place !== PLACE.outside) everyWay(t, `list ${this.#lists[list]}=${PLACE_NAMES[place]}`);
      });
    }
    for (const name of this.#columns) {
      columns?.[name]?.forEach((value, t) => {
        if (t !== hidden) everyWay(t, `column ${name}=${value}`);
      });
    }
    return found;
  }
}

/** By names, of which there may be hundreds of thousands: a model is asked again for every typed sentence. */
const knownIds = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function idsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const known = knownIds.get(names);
  if (known !== undefined) return known;
  const ids = new Map(names.map((name, id) => [name, id]));
  knownIds.set(names, ids);
  return ids;
}

/** Converts sentences to the ids of their active features. Use one instance for many sentences. */
export class IndicatorEncoder {
  readonly #extractor: Extractor;

  constructor({ features = {}, options }: Pick<Vocabulary, 'features' | 'options'>) {
    const entry = options.hashedWords === true ? hashedEntry : (key: string) => key;
    const ids = idsOf(features.indicators ?? []);
    this.#extractor = new Extractor(
      (name) => ids.get(entry(name)) ?? -1,
      options,
      features,
      options.hashedWords === true ? hashedEntry : undefined,
    );
  }

  /** @param hidden a token that is left out: no feature reads it */
  of(sentence: FeatureSource, hidden?: number): ActiveIndicators {
    return this.#extractor.of(sentence, hidden);
  }
}

/**
 * The features of training sentences, by descending frequency; ties are in the order of their first occurrence.
 *
 * @param minFrequency tokens for which a feature must be active
 */
export function indicatorNames(
  train: Iterable<FeatureSource>,
  options: WordNormalization,
  tables: FeatureTables,
  minFrequency: number,
): string[] {
  const ids = new Map<string, number>();
  const extractor = new Extractor(
    (name) => {
      const known = ids.get(name);
      if (known !== undefined) return known;
      ids.set(name, ids.size);
      return ids.size - 1;
    },
    options,
    tables,
  );
  let counts = new Int32Array(1024);
  for (const sentence of train) {
    for (const row of extractor.of(sentence).rows) {
      if (row >= counts.length) counts = grown(counts, 2 * row);
      counts[row]!++;
    }
  }
  const names = [...ids.keys()];
  const kept = Int32Array.from(names.keys()).filter((id) => counts[id]! >= minFrequency);
  kept.sort((a, b) => counts[b]! - counts[a]! || a - b);
  return Array.from(kept, (id) => names[id]!);
}

function grown(counts: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(counts);
  return copy;
}
