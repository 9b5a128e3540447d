/** A list of names (gazetteer). Its feature of a token: where the token lies in a name of the list. */
export interface NameList {
  /** What the names are, or the file they are from. */
  name: string;
  /** As written, each once however it is spelled (`nameKey`); or hashes of the keys, where words are hashed. */
  names: string[];
  /** Characters of the longest key. */
  longest: number;
}

/** A column of the training file, such as parts of speech. Its feature of a token: its value there. */
export interface InputColumn {
  name: string;
  /** Those of the training file. A token without one of them has a feature of its own. */
  values: string[];
}

/** How a word gets its vector from those of its pieces. */
export type Pooling = 'first' | 'mean';

/**
 * An encoder whose features are inputs, by what decides them: they are equal where all but the name is. The encoder itself is a file of its
 * own.
 */
export interface EncoderIdentity {
  /** Of its file, for messages. */
  name: string;
  /** SHA-256 of the contents of its files. */
  hash: string;
  /** Names of the outputs whose vectors are joined. */
  layers: string[];
  pooling: Pooling;
  /** Numbers of a token, d. */
  width: number;
}

/** Inputs of a token besides its word and characters: tables of values, each value with an embedding; and the vectors of an encoder. */
export interface FeatureTables {
  lists?: NameList[];
  columns?: InputColumn[];
  encoder?: EncoderIdentity;
}

/** Names of the columns. */
export function columnNames({ columns = [] }: FeatureTables = {}): string[] {
  return columns.map(({ name }) => name);
}

/** What they are called. */
export function featureNames({ lists, columns }: FeatureTables = {}): string[] {
  return [...(lists ? ['name lists'] : []), ...(columns ? ['columns'] : [])];
}

/** A token outside of names, at the begin, inside, or the end of one, or a single-token name: rows of a list's embedding. */
export const PLACES = 5;

/** Features of one kind: how many each token has, and the rows of their embeddings, those of each feature after the other. */
export interface FeatureKind {
  count: number;
  rows: number;
}

export const FEATURE_KINDS = ['lists', 'columns'] as const;
export type FeatureKindName = (typeof FEATURE_KINDS)[number];

/** The sizes of features; a kind without any is missing. */
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
