/** What is done here, in its order. */
export const STEPS: readonly string[] = [
  'Add text in which names or terms are marked already: a training file, and a dev file if there is one.',
  'Press Train, and watch F1: how well the model does on dev, which it does not learn from.',
  'Try a sentence, score a test file, tag a text, and export the model.',
];

/** The field's terms that the page uses. */
export const TERMS: readonly { term: string; means: string }[] = [
  { term: 'Entity', means: 'words that are marked together, as of one type: a person, a disease' },
  { term: 'Token', means: 'a word, a number or a punctuation mark' },
  {
    term: 'Train, dev, test',
    means: 'what the model learns from; what tells its best epoch; what tells how good it is',
  },
  { term: 'Epoch', means: 'once through all training sentences' },
  { term: 'Loss', means: 'how far the model is from the marks in the file: it falls while the model learns' },
  {
    term: 'Precision, recall',
    means: 'the share of what it marks that is right; the share of what it should mark that it finds',
  },
  { term: 'F1', means: 'the harmonic mean of the two' },
  { term: 'Support', means: 'how many entities there are in the file' },
  { term: 'BIO, BIOES', means: 'ways to write on each token where an entity begins and ends' },
  { term: 'Vectors', means: 'what words mean, as numbers, learnt before from much more text' },
  { term: 'Seed', means: 'what chance begins from: on one device, the same seed makes the same model' },
];
