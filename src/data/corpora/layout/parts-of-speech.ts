/** Tags of Universal Dependencies and of the Penn Treebank, without those that are also usual words or marks. */
const PARTS_OF_SPEECH: ReadonlySet<string> = new Set(
  'ADJ ADP ADV AUX CCONJ CONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB -LRB- -RRB-'.split(
    ' ',
  ),
);
const MARKS = /^[^\p{L}\p{N}]+$/u;

/** Whether values are parts of speech, so that they are no words: they all have such a name, or are marks. */
export function arePartsOfSpeech(values: ReadonlyMap<string, number>): boolean {
  const names = [...values.keys()].filter((value) => !MARKS.test(value) || PARTS_OF_SPEECH.has(value));
  return names.length > 0 && names.every((name) => PARTS_OF_SPEECH.has(name));
}
