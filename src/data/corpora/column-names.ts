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

/**
 * Where all columns have the usual names of columns, the token among them; or where token, tag and sentence have: the others,
 * features of the token mostly, may then be called anything.
 */
export function namedColumns(columns: readonly string[]): NamedColumns | undefined {
  const find = (kind: RegExp) => {
    const index = columns.findLastIndex((name) => kind.test(name));
    return index < 0 ? undefined : index;
  };
  const [token, tag, sentence] = [find(WORD), find(TAG), find(SENTENCE)];
  if (token === undefined || columns.length < 2) return undefined;
  const areUsual = columns.every((name) => [WORD, TAG, SENTENCE, OTHER].some((kind) => kind.test(name)));
  return areUsual || (tag !== undefined && sentence !== undefined) ? { token, tag, sentence } : undefined;
}
