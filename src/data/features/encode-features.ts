import { FEATURE_KINDS, featureKinds, PLACES, type FeatureKind, type FeatureKindName } from '../vocabulary/features.ts';
import { hashedEntry, type Vocabulary } from '../vocabulary/vocabulary.ts';
import { NameMatcher } from './name-matches.ts';

/** A sentence to extract features from. */
export interface FeatureSource {
  tokens: readonly string[];
  /** Additional columns of the sentence by name, [T] each. */
  columns?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The features of one kind in a corpus. */
export interface EncodedFeatures extends FeatureKind {
  kind: FeatureKindName;
  /** [count] the row of each feature's default: outside of names, or without a value. */
  unknown: Int32Array;
  /** The distinct combinations of features, [count] rows each. */
  combinations: Int32Array[];
}

/** Converts sentences to features. Use one instance per corpus: it collects the distinct combinations. */
export class FeatureEncoder {
  /** In the order of `FEATURE_KINDS`. */
  readonly encoded: EncodedFeatures[];
  readonly #ids: Map<string, number>[];
  readonly #names: NameMatcher | undefined;
  readonly #columns: { name: string; first: number; rows: Map<string, number> }[];

  constructor({ features = {}, options }: Vocabulary) {
    const sizes = featureKinds(features);
    const entry = options.hashedWords === true ? hashedEntry : undefined;
    this.#names = features.lists && new NameMatcher(features.lists, entry);
    let row = 0;
    this.#columns = (features.columns ?? []).map(({ name, values }) => {
      const first = row;
      row += 1 + values.length;
      const written = new Map(values.map((value, i) => [value, first + 1 + i]));
      return { name, first, rows: written };
    });
    this.encoded = FEATURE_KINDS.flatMap((kind) => {
      const size = sizes[kind];
      return size === undefined ? [] : [{ kind, ...size, unknown: this.#unknown(kind, size.count), combinations: [] }];
    });
    this.#ids = this.encoded.map(() => new Map());
  }

  /** For each kind, [T] indices into its combinations. */
  of(sentence: FeatureSource): Int32Array[] {
    return this.encoded.map(({ kind, combinations }, i) => {
      const rows: ArrayLike<number>[] = kind === 'lists' ? this.#listRows(sentence) : this.#columnRows(sentence); // [count][T]
      return Int32Array.from(sentence.tokens, (_, t) => {
        const combination = Int32Array.from(rows, (ofFeature) => ofFeature[t]!);
        const name = combination.join();
        const known = this.#ids[i]!.get(name);
        if (known !== undefined) return known;
        this.#ids[i]!.set(name, combinations.length);
        return combinations.push(combination) - 1;
      });
    });
  }

  #unknown(kind: FeatureKindName, count: number): Int32Array {
    if (kind === 'columns') return Int32Array.from(this.#columns, ({ first }) => first);
    return Int32Array.from({ length: count }, (_, list) => PLACES * list);
  }

  #listRows({ tokens }: FeatureSource): Int32Array[] {
    return (this.#names?.places(tokens) ?? []).map((places, list) => places.map((place) => PLACES * list + place));
  }

  #columnRows({ tokens, columns }: FeatureSource): number[][] {
    return this.#columns.map(({ name, first, rows }) => {
      const values = columns?.[name];
      return tokens.map((_, t) => rows.get(values?.[t] ?? '') ?? first);
    });
  }
}
