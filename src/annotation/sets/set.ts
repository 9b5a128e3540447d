import type { Span } from '../../data/corpus.ts';
import type { TokenOffsets } from '../../data/corpora/json/entities.ts';
import type { JsonObject } from '../../data/corpora/json/values.ts';
import type { Rule } from '../rules/rule.ts';
import { colourSlots } from './type-colours.ts';

/** A text that is annotated by a person, sentence by sentence. Immutable: an action gives a new set (`reduce`). */
export interface AnnotationSet {
  name: string;
  types: readonly SpanType[];
  /** Annotation guidelines: what counts as a span of which type. */
  guidelines: string;
  /** Label open sentences before there is a model. */
  rules: readonly Rule[];
  /** Where the texts are from a table or JSON lines; in document order. */
  records: readonly SourceRecord[];
  /** In document order. */
  sentences: readonly AnnotatedSentence[];
}

/** A record of a table or of JSON lines: a document of the set. It is exported as it was, with its annotation. */
export interface SourceRecord {
  file: string;
  document: number;
  kind: 'table' | 'json';
  /** What its id field contains, or its number from 1. */
  id: string;
  /** All its fields in their order, without earlier annotation. */
  value: JsonObject;
  /** The fields with the texts that are annotated; those of nested objects with a dot. */
  textFields: readonly string[];
}

/** A type of spans. */
export interface SpanType {
  /** Unique in the set, not empty. */
  name: string;
  /** Slot in the page's palette. */
  colour: number;
  /** Shortcut key, `1` to `9`, unique in the set; undefined if it has none. */
  key: string | undefined;
}

export interface AnnotatedSentence {
  /** Index in `AnnotationSet.sentences`. It changes only when sentences before it are merged or split. */
  id: number;
  text: string;
  /** [T] */
  tokens: readonly string[];
  /** [T] */
  offsets: readonly TokenOffsets[];
  /** Decided by a person. In order, not overlapping. */
  spans: readonly Span[];
  /** Suggestions that the user has refused. They are not suggested again. */
  refused: readonly Span[];
  state: SentenceState;
  source: SentenceSource;
  /** Imported predictions of another program. In order, not overlapping. */
  predicted?: readonly PredictedSpan[];
}

export interface PredictedSpan extends Span {
  /** In [0, 1]; undefined if the file has none. */
  probability: number | undefined;
}

/** `accepted`: all entities are marked, so it may be trained on. `skipped`: unusable. `flagged`: to be discussed. */
export type SentenceState = (typeof STATES)[number];

export const STATES = ['open', 'accepted', 'skipped', 'flagged'] as const;

export interface SentenceSource {
  file: string;
  /** 1-based line on which the sentence starts. */
  line: number;
  /** 0-based index of the document in the set. The sentences of a document are consecutive. */
  document: number;
  /** Index of the text in its record; undefined: 0. */
  field?: number;
  /** Where the sentence starts in its text, UTF-16; undefined: the file has tokens only. */
  start?: number;
}

/** A sentence before it is part of a set. */
export type NewSentence = Omit<AnnotatedSentence, 'id' | 'refused'> & Partial<Pick<AnnotatedSentence, 'refused'>>;

/** User actions on a set. Actions are stored in this form, so new fields must be optional. */
export type Action =
  /** Appends sentences and records; `document` is 0-based within the action. */
  | { kind: 'import'; sentences: readonly NewSentence[]; records?: readonly SourceRecord[] }
  | { kind: 'edit'; edits: readonly SentenceEdit[] }
  /** Merges a sentence with the next one of its text. */
  | { kind: 'merge'; id: number }
  /** Splits a sentence before its token `at`, which is not within a span. */
  | { kind: 'split'; id: number; at: number }
  /** Replaces the types. `renamed`: new names by old names; spans of removed types are removed. */
  | { kind: 'types'; types: readonly SpanType[]; renamed?: Readonly<Record<string, string>> }
  | { kind: 'describe'; name?: string; guidelines?: string }
  /** Replaces the rules; adds their types. */
  | { kind: 'rules'; rules: readonly Rule[] };

/** The changed fields of a sentence. */
export interface SentenceEdit {
  id: number;
  spans?: readonly Span[];
  refused?: readonly Span[];
  state?: SentenceState;
  /** Offsets of new tokens, if the text was split again; `spans` and `refused` then refer to the new tokens. */
  offsets?: readonly TokenOffsets[];
  /** In a set of a project: the edits of other writers that this one was made in knowledge of, by id. */
  over?: readonly string[];
  /** In a set of a project: the edit takes over what others have annotated, so it is not one of this writer's own. */
  isAdopted?: boolean;
}

/** Keys of types, in the order in which they are assigned. */
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export const DEFAULT_TYPES: readonly SpanType[] = spanTypes(['PER', 'ORG', 'LOC', 'MISC']);

/** The types of a new set if none are given: the usual ones, if they include all that were found, or else those. */
export function typesFor(found: readonly string[], usual = DEFAULT_TYPES): readonly SpanType[] {
  const isUsual = found.every((type) => usual.some(({ name }) => name === type));
  return isUsual ? usual : spanTypes([...new Set(found)]);
}

/** Creates types with the first free keys in order, and with the same colours as the types of a trained model. */
export function spanTypes(names: readonly string[], known: readonly SpanType[] = []): SpanType[] {
  const types = [...known];
  const colours = colourSlots([...known.map(({ name }) => name), ...names.toSorted()], known);
  for (const name of names) {
    if (types.some((type) => type.name === name)) continue;
    const key = KEYS.find((free) => types.every((type) => type.key !== free));
    types.push({ name, colour: colours.get(name)!, key });
  }
  return types;
}

export function emptySet(name: string, types: readonly SpanType[] = DEFAULT_TYPES): AnnotationSet {
  return { name, types, guidelines: '', rules: [], records: [], sentences: [] };
}

/** The number of documents, those of records without sentences included. */
export function documentsIn({
  sentences,
  records,
}: {
  sentences: readonly Pick<NewSentence, 'source'>[];
  records: readonly Pick<SourceRecord, 'document'>[];
}): number {
  return Math.max(sentences.at(-1)?.source.document ?? -1, records.at(-1)?.document ?? -1) + 1;
}
