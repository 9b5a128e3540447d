/** The fields of an object with a word and its vector, and of an object with the words and all vectors. */
const WORD = /^(word|token|term|key|name|text|form|id)$/i;
const VECTOR = /^(vector|vec|embedding|emb|values?)s?$/i;
export const WORDS = /^(words|vocab|vocabulary|index_to_key|keys|tokens)$/i;
export const VECTORS = /^(vectors|embeddings|matrix|weights|values)$/i;

export function isWordField(name: string): boolean {
  return WORD.test(name);
}

export function isVectorField(name: string): boolean {
  return VECTOR.test(name);
}

const STRING = String.raw`"(?:[^"\\]|\\.){0,200}"`;
const NUMBER = String.raw`-?\d{1,30}(?:\.\d{1,60})?(?:[eE][-+]?\d{1,5})?`;
/** Five numbers or more, of which one of the first has a fraction: integers may be tags. */
const LIST = String.raw`\[\s*(?=[^\]]{0,300}[.eE])${NUMBER}(?:\s*,\s*${NUMBER}){4}`;

/** `{"word": [0.1, …], "another": [0.2, …` */
const DICTIONARY = new RegExp(
  String.raw`^\{\s*${STRING}\s*:\s*${LIST}[^\]]*\]\s*(?:\}|,\s*${STRING}\s*:\s*\[\s*${NUMBER})`,
);
/** Fields of annotations, which texts and tokens may have beside vectors. */
const ANNOTATED = /"(?:ner|(?:ner_?)?(?:tags?|labels?)|entities|spans|annotations)"\s{0,9}:/i;
/** The start of a string in a field, and of one with a space. */
const FIELD = /:\s{0,9}"/g;
const FIELD_OF_TEXT = /:\s{0,9}"[^"\s]{1,60}\s/g;
/** Share of strings with a space from which the objects are texts: few words have one. */
const MOST_TEXTS = 0.5;
/** Fields of a text, which may have lists of numbers beside them: scores, times. */
const OF_TEXT = /"(?:tokens|text|words|sentence)"\s*:\s*(?:"|\[\s*")/i;
/** `{"word": "…", "vector": [0.1, …]`, in a list or alone, or with the vector first. */
const OBJECT = new RegExp(
  String.raw`^(?:\[\s*)?\{\s*((?:${STRING}\s*:\s*(?:${STRING}|${NUMBER})\s*,\s*){1,4})(${STRING})\s*:\s*${LIST}`,
);
const OF_STRING = new RegExp(String.raw`(${STRING})\s*:\s*"`, 'g');
const OBJECT_OF_VECTOR = new RegExp(
  String.raw`^(?:\[\s*)?\{\s*(${STRING})\s*:\s*${LIST}[^\]]*\]\s*,\s*(${STRING})\s*:\s*${STRING}`,
);
/** `"words": [` and `"vectors": [[0.1, …`, in either order. */
const ROWS = new RegExp(String.raw`(${STRING})\s*:\s*\[\s*${LIST}`);
const FIELD_OF_WORDS = new RegExp(String.raw`"(?:${WORDS.source.slice(2, -2)})"\s{0,9}:\s{0,9}\[`, 'gi');
const FIRST = new RegExp(String.raw`^\{\s*(${STRING})\s*:\s*\[`);

/** Whether a text is JSON with vectors of words. @param beginning of the file */
export function isVectorJson(beginning: string): boolean {
  const head = beginning.trimStart();
  if (head[0] !== '[' && head[0] !== '{') return false;
  const named = (field: string | undefined, is: RegExp) => field !== undefined && is.test(field.slice(1, -1));
  const [, fields = '', vectorField] = OBJECT.exec(head) ?? [];
  if (named(vectorField, VECTOR))
    return [...fields.matchAll(OF_STRING)].some(([, field]) => named(field, WORD)) && !areTexts(head);
  const [, firstField, secondField] = OBJECT_OF_VECTOR.exec(head) ?? [];
  if (named(firstField, VECTOR)) return named(secondField, WORD) && !areTexts(head);
  if (DICTIONARY.test(head)) return !OF_TEXT.test(head);
  const [, rowsField] = ROWS.exec(head) ?? [];
  const [, first] = FIRST.exec(head) ?? [];
  const areSentences = ANNOTATED.test(head) || [...head.matchAll(FIELD_OF_WORDS)].length > 1;
  return named(rowsField, VECTORS) && (named(first, WORDS) || named(first, VECTORS)) && !areSentences;
}

/** Whether objects with vectors are annotated, or have texts rather than words. */
function areTexts(head: string): boolean {
  const [strings, texts] = [FIELD, FIELD_OF_TEXT].map((field) => head.match(field)?.length ?? 0);
  return ANNOTATED.test(head) || texts! >= MOST_TEXTS * strings!;
}
