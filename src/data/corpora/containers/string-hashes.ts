/**
 * spaCy's numbers of words that name its own symbols, from spacy/symbols.pxd: attributes, parts of speech, types of entities and dependency
 * labels. All other words have hashes.
 */
const SYMBOLS = new Map(
  (
    [
      [
        64,
        'ID ORTH LOWER NORM SHAPE PREFIX SUFFIX LENGTH CLUSTER LEMMA POS TAG DEP ENT_IOB ENT_TYPE HEAD SENT_START SPACY PROB LANG',
      ],
      [84, 'ADJ ADP ADV AUX CONJ CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X EOL SPACE'],
      [380, 'PERSON NORP FACILITY ORG GPE LOC PRODUCT EVENT WORK_OF_ART LANGUAGE LAW'],
      [391, 'DATE TIME PERCENT MONEY QUANTITY ORDINAL CARDINAL'],
      [
        398,
        'acomp advcl advmod agent amod appos attr aux auxpass cc ccomp complm conj cop csubj csubjpass dep det dobj expl',
      ],
      [
        418,
        'hmod hyph infmod intj iobj mark meta neg nmod nn npadvmod nsubj nsubjpass num number oprd obj obl parataxis',
      ],
      [437, 'partmod pcomp pobj poss possessive preconj prep prt punct quantmod rcmod root xcomp acl'],
    ] as const
  ).flatMap(([first, names]) => names.split(' ').map((name, i): [string, bigint] => [name, BigInt(first + i)])),
);

const MASK = (1n << 64n) - 1n;
const MULTIPLIER = 0xc6a4a7935bd1e995n;
const SHIFT = 47n;
const SEED = 1n;

/** The number of a word in spaCy's StringStore: of its symbol, or MurmurHash64A (Austin Appleby, public domain) of its UTF-8 with seed 1. */
export function hashString(text: string): bigint {
  if (text === '') return 0n;
  const symbol = SYMBOLS.get(text);
  if (symbol !== undefined) return symbol;
  const bytes = new TextEncoder().encode(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length - (bytes.length % 8);
  let hash = SEED ^ ((BigInt(bytes.length) * MULTIPLIER) & MASK);
  for (let at = 0; at < whole; at += 8) {
    let block = (view.getBigUint64(at, true) * MULTIPLIER) & MASK;
    block ^= block >> SHIFT;
    hash = ((hash ^ ((block * MULTIPLIER) & MASK)) * MULTIPLIER) & MASK;
  }
  if (whole < bytes.length) {
    for (let at = bytes.length - 1; at >= whole; at--) hash ^= BigInt(bytes[at]!) << BigInt(8 * (at - whole));
    hash = (hash * MULTIPLIER) & MASK;
  }
  hash ^= hash >> SHIFT;
  hash = (hash * MULTIPLIER) & MASK;
  return hash ^ (hash >> SHIFT);
}
