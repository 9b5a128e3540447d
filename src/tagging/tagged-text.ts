import type { TypedToken } from '../data/text/tokenizer.ts';
import type { Milliseconds } from '../lib/units.ts';

/** One typed text: sentences, tokens with character offsets, entities with probability. Plain data. */
export interface TaggedText {
  sentences: TaggedSentence[];
  milliseconds: Milliseconds;
}

export interface TaggedSentence {
  tokens: TaggedToken[];
  entities: TaggedEntity[];
  /** What else it may say, where the tagger is not sure: the likeliest first. */
  otherReadings: Reading[];
}

/** A sentence to tag, and the text that its offsets count in. */
export interface TextSentence {
  text: string;
  tokens: TypedToken[];
}

/** Some sentences of a long text, and the same tagged. */
export interface TaggedChunk {
  sentences: readonly TextSentence[];
  tagged: readonly TaggedSentence[];
}

/** All entities of a sentence, read otherwise. */
export interface Reading {
  entities: Pick<TaggedEntity, 'type' | 'start' | 'end'>[];
  /** Of the paths of tags that say this. */
  probability: number;
}

/** Offsets count UTF-16 code units of the text, half-open; people are told code points (`src/lib/code-points.ts`). */
export interface TaggedToken {
  text: string;
  start: number;
  end: number;
  /** As the training file writes tags. */
  tag: string;
  /** Of this tag here, whatever the other tokens have. */
  probability: number;
}

/** Tokens [first, last], both included. */
export interface TaggedEntity {
  type: string;
  start: number;
  end: number;
  first: number;
  last: number;
  /** That exactly these tokens are an entity of this type. */
  probability: number;
}
