/** A list of names (gazetteer). Its feature is the position of a token within a name of the list. */
export interface NameList {
  /** Type of the names, or the name of their file. */
  name: string;
  /** Names as written, without duplicates by `nameKey`; or hashes of the keys if words are hashed. */
  names: string[];
  /** Length of the longest key, in characters. */
  longest: number;
}

/** A column of the training file, such as parts of speech. Its feature is the value of a token. */
export interface InputColumn {
  name: string;
  /** Values in the training file. All other values share one separate feature. */
  values: string[];
}

/** How the vectors of a word's pieces are combined into its vector. */
export type Pooling = 'first' | 'mean';

/**
 * Identifies an encoder whose features are inputs. Encoders that are equal in everything but the name have the same features. The encoder
 * itself is a separate file.
 */
export interface EncoderIdentity {
  /** Name of its file, for messages. */
  name: string;
  /** SHA-256 of the contents of its files. */
  hash: string;
  /** Names of the outputs whose vectors are concatenated. */
  layers: string[];
  pooling: Pooling;
  /** Features per token, d. */
  width: number;
}

/** Inputs of a token besides its word and characters: values with embeddings, and the vectors of an encoder. */
export interface FeatureTables {
  lists?: NameList[];
  columns?: InputColumn[];
  encoder?: EncoderIdentity;
  /** [Vi] names of the features that have weights (`data/features/indicators.ts`), or their hashes; for feature CRFs only. */
  indicators?: string[];
}

/** Names of the columns. */
export function columnNames({ columns = [] }: FeatureTables = {}): string[] {
  return columns.map(({ name }) => name);
}

/** Display names of the kinds of features. */
export function featureNames({ lists, columns }: FeatureTables = {}): string[] {
  return [...(lists ? ['name lists'] : []), ...(columns ? ['columns'] : [])];
}

/** Number of rows of a list's embedding: outside of names, first, inner or last token of a name, or single-token name. */
export const PLACES = 5;

/** Features of one kind: the number per token, and the total rows of their embeddings, concatenated. */
export interface FeatureKind {
  count: number;
  rows: number;
}

export const FEATURE_KINDS = ['lists', 'columns'] as const;
export type FeatureKindName = (typeof FEATURE_KINDS)[number];

/** Sizes of the kinds of features; unused kinds are omitted. */
export function featureKinds({ lists = [], columns = [] }: FeatureTables = {}): Partial<
  Record<FeatureKindName, FeatureKind>
> {
  return {
    ...(lists.length > 0 && { lists: { count: lists.length, rows: PLACES * lists.length } }),
    ...(columns.length > 0 && {
      columns: { count: columns.length, rows: columns.reduce((sum, { values }) => sum + 1 + values.length, 0) },
    }),
  };
}
