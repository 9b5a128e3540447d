import type { Sentence, TagStyle } from '../../data/corpus.ts';
import type { NameList } from '../../data/vocabulary/features.ts';
import type { TrainingEntities } from '../seen.ts';

/** What a stress test may use. */
export interface StressContext {
  /** Tag style of the sentences. */
  style: TagStyle;
  /** The training sentences, if they are known. */
  train: readonly Sentence[] | undefined;
  /** What was seen in training; undefined if it is not known. */
  seen: TrainingEntities | undefined;
  /** Lists of names by entity type. */
  lists: readonly NameList[];
  seed: number;
}

/** A file as a stress test changes it. */
export interface StressedFile {
  /** In place of the sentences, one for each. */
  sentences: readonly Sentence[];
  /** Whether an entity counts, by its words; default: all do. */
  counts?: (words: readonly string[]) => boolean;
}

/** A change of a file under which a model should do as well as before. */
export interface StressTest {
  id: string;
  /** In tables. */
  label: string;
  /** What is changed, in one sentence. */
  about: string;
  /** The value of the setting `augmentation` that trains on such text; undefined: there is none. */
  augmentation?: 'lowercase' | 'capitals' | 'mentions';
  /** Undefined if it needs what the context lacks. */
  change: (sentences: readonly Sentence[], context: StressContext) => StressedFile | undefined;
}

/** Sentences with each token changed. Tags stay. */
export function eachToken(
  sentences: readonly Sentence[],
  change: (token: string, sentence: number, t: number) => string,
): Sentence[] {
  return sentences.map((sentence, s) => ({
    ...sentence,
    tokens: sentence.tokens.map((token, t) => change(token, s, t) || token), // never empty
  }));
}
