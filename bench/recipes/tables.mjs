// The tables: each row is a run of `tagsmith train` with these options.

/** @typedef {{ label: string, args: string[] }} Row */
/** @typedef {{ about: string, corpus: import('./corpora.mjs').CorpusName, rows: Row[] }} Table */

/** @param {string} label @param {string[]} settings `key=value` */
const changed = (label, ...settings) => ({
  label,
  args: ['--preset', 'tagsmith', ...settings.flatMap((setting) => ['--set', setting])],
});

/** @param {string} id @param {string[]} more options */
const preset = (id, ...more) => ({ label: id, args: ['--preset', id, ...more] });

/** One seed each; recipes with many epochs are shortened to the number that their papers report as sufficient. */
const presets = [
  preset('tagsmith'),
  preset('tagsmith-quick'),
  preset('ma-hovy', '--epochs', '25'),
  preset('huang', '--epochs', '25'),
  preset('lample', '--epochs', '25'),
  preset('reference-script', '--epochs', '25'),
  preset('tutorial-notebook', '--epochs', '25'),
  preset('adam-notebook'),
  preset('ncrfpp', '--epochs', '25'),
];

/** Three seeds each of the fast preset for documents, without and with one change. */
const candidates = [
  { label: 'default', settings: [] },
  { label: 'self-attention', settings: ['attention=sentence'] },
  { label: 'two layers', settings: ['layers=2'] },
  { label: 'other names', settings: ['augmentation=mentions'] },
].flatMap(({ label, settings }) =>
  [1, 2, 3].map((seed) => ({
    label: `${label} ${seed}`,
    args: ['--preset', 'tagsmith-documents-fast', ...[`seed=${seed}`, ...settings].flatMap((one) => ['--set', one])],
  })),
);

/** @type {Record<string, Table>} */
export const TABLES = {
  default: { about: 'The default preset, five seeds.', corpus: 'conll2003', rows: [1, 2, 3, 4, 5].map((seed) => changed(`seed ${seed}`, `seed=${seed}`)) }, // prettier-ignore
  recipe: {
    about: 'The default preset, and one change at a time, on a tenth of CoNLL-2003.',
    corpus: 'conll2003-tenth',
    rows: [
      changed('default'),
      changed('words with vectors replaced, too', 'replaceKnownWords=true'),
      changed('no unknown replacement', 'unknownReplacement=0'),
      changed('no word dropout', 'wordDropout=0'),
      changed('digits kept', 'digitsToZero=false'),
      changed('rate 1e-3', 'learningRate=0.001'),
      changed('rate 3e-3', 'learningRate=0.003'),
      changed('batches of 16', 'batchSize=16'),
      changed('batches of 4', 'batchSize=4'),
      changed('no weight averaging', 'averaging=0'),
      changed('no weight decay', 'optimizer=adam', 'weightDecay=0'),
      changed('characters of 30 dimensions, 30 features', 'charDim=30', 'charFeatures=30'),
      changed('case kept in the look-up', 'lowercase=false'),
      changed('100 units', 'hidden=100'),
      changed('SGD 0.015, momentum 0.9, batch 10', 'optimizer=sgd', 'learningRate=0.015', 'batchSize=10'),
    ],
  },
  presets: { about: 'Every preset on CoNLL-2003.', corpus: 'conll2003', rows: presets },
  published: { about: 'Published recipes, all their epochs.', corpus: 'conll2003', rows: [preset('ma-hovy'), preset('ncrfpp')] }, // prettier-ignore
  tenth: { about: 'Every preset on a tenth of CoNLL-2003.', corpus: 'conll2003-tenth', rows: presets },
  wikigold: { about: 'Every preset on WikiGold.', corpus: 'wikigold', rows: presets },
  'wikigold-seeds': {
    about: 'Our presets on WikiGold and the others that were near them with seed 1, five seeds each.',
    corpus: 'wikigold',
    rows: presets
      .filter(({ label }) => ['tagsmith', 'adam-notebook', 'tutorial-notebook'].includes(label))
      .flatMap(({ label, args }) => [1, 2, 3, 4, 5].map((seed) => ({ label: `${label} ${seed}`, args: [...args, '--set', `seed=${seed}`] }))), // prettier-ignore
  },
  bc5cdr: { about: 'Every preset on BC5CDR.', corpus: 'bc5cdr', rows: presets },
  candidates: { about: 'Changes of the preset for documents, on CoNLL-2003.', corpus: 'conll2003', rows: candidates },
  'candidates-bc5cdr': { about: 'Changes of the preset for documents, on BC5CDR.', corpus: 'bc5cdr', rows: candidates },
};
