/** How to use the page. */
export const STEPS: readonly string[] = [
  'Add text in which names or terms are already marked: a training file, and a dev file if you have one.',
  'Press Train, and watch F1: how well the model does on dev, which it does not learn from.',
  'Try a sentence, score a test file, tag a text, and export the model.',
];

/** Technical terms that the page uses. */
export const TERMS: readonly { term: string; means: string }[] = [
  { term: 'Entity', means: 'words that are marked together, with a type: a person, a disease' },
  { term: 'Token', means: 'a word, a number or a punctuation mark' },
  {
    term: 'Train, dev, test',
    means:
      'the data that the model learns from; the data that selects its best epoch; the data that shows how good it is',
  },
  { term: 'Epoch', means: 'one pass through all training sentences' },
  { term: 'Loss', means: 'how far the model is from the marks in the file: it falls while the model learns' },
  {
    term: 'Precision, recall',
    means: 'the share of the entities it finds that are right; the share of the marked entities that it finds',
  },
  { term: 'F1', means: 'the harmonic mean of the two' },
  { term: 'Support', means: 'the number of entities in the file' },
  { term: 'BIO, BIOES', means: 'ways to write on each token where an entity begins and ends' },
  {
    term: 'CRF',
    means: 'the last layer: it scores the tags of a whole sentence together, not each token alone',
  },
  {
    term: 'Transition matrix',
    means: 'the score that the CRF has learned for each tag after each other tag: high if this step is likely',
  },
  { term: 'Vectors', means: 'the meanings of words as numbers, learned from much more text' },
  { term: 'Seed', means: 'where random choices start: on one device, the same seed gives the same model' },
];
