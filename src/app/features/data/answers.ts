import type { CorpusOptions } from '../../../data/corpus.ts';
import { LEGACY_ENCODINGS } from '../../../data/encodings.ts';

type Words = { [Part in keyof CorpusOptions]?: (value: NonNullable<CorpusOptions[Part]>) => string };

/** What is answered to the reader of a file and has no control of its own on the card, in words. */
const IN_WORDS: Words = {
  encoding: (encoding) => LEGACY_ENCODINGS[encoding],
  spansFrom: (first) => `spans count from ${first}`,
  spanEnds: (ends) => `the end of a span is ${ends}`,
  occurrences: (which) => `entities without offsets: ${which}`,
  tagField: (field) => `tags in ${field}`,
  labelNames: (names) => `label names ${names.join(', ')}`,
  annotator: (person) => `annotated by ${person}`,
  classField: (field) => `classes in ${field}`,
  acceptLosses: () => 'without the lines that cannot be read',
};

export interface Answers {
  inWords: string;
  /** The settings that forget them, so that the reader asks or detects again. */
  forgotten: CorpusOptions;
}

/** What was answered about a file; undefined: nothing. */
export function answersIn(settings: CorpusOptions): Answers | undefined {
  const parts = (Object.keys(IN_WORDS) as (keyof Words)[]).filter((part) => settings[part] !== undefined);
  if (parts.length === 0) return undefined;
  return {
    inWords: parts.map((part) => IN_WORDS[part]!(settings[part] as never)).join('; '),
    forgotten: Object.fromEntries(parts.map((part) => [part, undefined])),
  };
}
