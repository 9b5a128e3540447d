import type { TextToken } from '../data/text/tokenizer.ts';
import type { Milliseconds } from '../lib/units.ts';

/** A tagged text. Plain data. */
export interface TaggedText {
  sentences: TaggedSentence[];
  /** Letters of the text that are unknown to the model, in order of first occurrence. */
  unknownLetters: string[];
  /** How the text would be written like the training text, where one of them joins words or composes letters and the other does not. */
  otherSpelling?: OtherSpelling | undefined;
  milliseconds: Milliseconds;
}

/** A text that is not written like the training text of a model. */
export interface OtherSpelling {
  /** The text as the training text would have it, as far as the model knows its words. */
  text: string;
  /** What differs, with an example, for people. */
  reason: string;
  /** What makes this text of the other, for a button. */
  offer: string;
}

export interface TaggedSentence {
  tokens: TaggedToken[];
  entities: TaggedEntity[];
  /** Less probable readings of an ambiguous sentence, most probable first. */
  otherReadings: Reading[];
}

/** A sentence to tag, and the text that its offsets refer to. */
export interface TextSentence {
  text: string;
  tokens: TextToken[];
  /** Code points of the file before the text, which is a part of it; default: 0. */
  before?: number;
  /** Number of its document, ascending; default: all in one document. */
  document?: number | undefined;
  /** The id of the record with the text. */
  record?: string;
  /** Where it is in its document, for people: `page 2`. */
  place?: string | undefined;
  /** Columns of its file by name, [T] each. */
  columns?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Consecutive sentences of a long text, before and after tagging. */
export interface TaggedChunk {
  sentences: readonly TextSentence[];
  tagged: readonly TaggedSentence[];
}

/** An alternative set of entities for a sentence. */
export interface Reading {
  entities: Pick<TaggedEntity, 'type' | 'start' | 'end'>[];
  /** Sum of the probabilities of the paths with these entities. */
  probability: number;
}

/** Offsets are half-open and count UTF-16 code units, as JavaScript strings do; files and the page show code points. */
export interface TaggedToken {
  text: string;
  start: number;
  end: number;
  /** Tag, in the style of the training file. */
  tag: string;
  /** Marginal probability of this tag. */
  probability: number;
}

/** An entity: tokens `first` to `last`, inclusive. Offsets as in `TaggedToken`. Without a scheme, a token whose type is its tag. */
export interface TaggedEntity {
  type: string;
  start: number;
  end: number;
  first: number;
  last: number;
  /** Probability that exactly these tokens are an entity of this type, calibrated if the model is. */
  probability: number;
  /** Whether that is below the threshold of the model. Undefined: it has none. */
  review?: boolean;
}
