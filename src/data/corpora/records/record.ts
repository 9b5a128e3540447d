import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import type { TextToken } from '../../text/tokenizer.ts';
import type { JsonObject } from '../json/values.ts';
import type { Instruction } from './instructions.ts';
import type { TaggedFields } from './layers.ts';

/**
 * Tools written in Python count code points, those in JavaScript and Java UTF-16 code units, some in C, Go or Rust bytes of UTF-8. Words are
 * those between white space.
 */
export type OffsetUnit = 'code points' | 'UTF-16 units' | 'bytes' | 'words';

/** A span `[start, end)` of characters, as written in the file. */
export interface WrittenSpan {
  start: number;
  end: number;
  type: string;
  unit: OffsetUnit;
  /** The text of the span, if the file repeats it: it decides where the offsets are ambiguous. */
  text?: string;
}

/** What the texts of entities without offsets leave open, each once. */
export interface QuotedEntities {
  /** They do not occur in the text. */
  missing: string[];
  /** They occur more often than they are listed, or with several types. */
  open: string[];
  /** Fields whose lists have words of the text, but whose names are no types. */
  skipped: string[];
  /** What may be no type: a field of an answer, or a word of the text. */
  doubt?: string;
}

export interface AnnotatedText {
  text: string;
  /** If the entities have no offsets. */
  quoted?: QuotedEntities;
  /** Undefined if the text is not annotated. */
  spans: WrittenSpan[] | undefined;
  /**
   * Path of the `spans` array in the record, as member names and indices. Undefined if there is none, or if it is not written in a way
   * that `json/corrected-spans.ts` can change.
   */
  path?: readonly (string | number)[];
  /** The sentences of tokens that the file gives; they cover the text. */
  sentences?: readonly TextToken[][];
  /** Choices that the reader made. */
  notes?: readonly string[];
}

/** A span of tokens, as written in the file. */
export interface WrittenTokenSpan {
  start: number;
  end: number;
  type: string;
}

/** A sentence of given tokens, with a tag for each, or with spans. */
export interface TokenSentence {
  tokens: string[];
  tags?: string[];
  spans?: WrittenTokenSpan[];
  /** The types that the sentence annotates; default: all. */
  types?: readonly string[];
}

/** What a record contains. */
export type RecordContent = ({ texts: readonly AnnotatedText[] } | TokenSentences) & {
  /** Whether these are entities at all, unless a scheme is given. */
  question?: ReadingQuestion;
};

export interface TokenSentences {
  sentences: readonly TokenSentence[];
  /** Whether `end` of the spans is their last token, as the kind of record defines it; undefined: it is not defined. */
  areEndsInclusive?: boolean | undefined;
  /** Whether the spans are brackets around words, which count no tokens. */
  areSlots?: true;
  /** Choices that the reader made. */
  notes?: readonly string[];
}

/** A way to write a sentence or a text as a JSON object. */
export interface RecordKind {
  /** The tools that write it. */
  title: string;
  /** Undefined if the record is not of this kind, an error message if it is malformed. */
  read: (record: JsonObject, options: RecordOptions) => RecordContent | string | undefined;
}

/** The fields with a text and its spans, under names of the user's own. */
export interface SpanFields {
  text: string;
  spans: string;
}

/** The fields with a list of the texts of entities, and one of their types. */
export interface ListFields {
  texts: string;
  types: string;
  /** A type, if they may be no types. */
  doubt?: string;
}

export interface RecordOptions extends Pick<CorpusOptions, 'occurrences' | 'tagField'> {
  /** The person whose annotation is read, if a text has several. Default: the first annotation. */
  annotator?: string;
  /** The fields with a text and its spans, if they have other than usual names. */
  spanFields?: SpanFields;
  listFields?: ListFields;
  /** The fields with words and tags, if they have other than usual names or forms. */
  taggedFields?: TaggedFields;
  /** The field that lists entities in some objects: where it is empty, there are none. */
  entityField?: string;
  /** What prompts have around their texts. */
  instruction?: Instruction;
  /** Types that may be none: their words are no entities. */
  noTypes?: ReadonlySet<string> | undefined;
  /** The field whose texts have marked entities. */
  markedField?: string;
  /** Label Studio: the field of the data that has the text, where spans do not tell. */
  dataField?: string;
}
