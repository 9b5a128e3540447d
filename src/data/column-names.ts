const WORD = /^(words?|tokens?|forms?|text)$/i;
const TAG = /^(tags?|labels?|ner|ner[_ -]?tags?|ne|entity|entities|iob|bio)$/i;
const SENTENCE = /^(sentence|sent)[_ -]?(#|id|no|num|number|idx|index)?$/i;
const OTHER = /^(|#|id|idx|index|no|lemma|pos|upos|xpos|pos[_ -]?tags?|chunks?|chunk[_ -]?tags?)$/i;

/** Which column holds what, from 0, as the first line of the file says. */
export interface NamedColumns {
  token: number;
  tag: number | undefined;
  /** Numbers or names of sentences, in the rows of all tokens or of the first alone. */
  sentence: number | undefined;
}

/** Where all columns have the usual names of columns, the token among them. */
export function namedColumns(columns: readonly string[]): NamedColumns | undefined {
  if (columns.length < 2 || !columns.every((name) => [WORD, TAG, SENTENCE, OTHER].some((kind) => kind.test(name)))) {
    return undefined;
  }
  const find = (kind: RegExp) => {
    const index = columns.findLastIndex((name) => kind.test(name));
    return index < 0 ? undefined : index;
  };
  const token = find(WORD);
  return token === undefined ? undefined : { token, tag: find(TAG), sentence: find(SENTENCE) };
}
