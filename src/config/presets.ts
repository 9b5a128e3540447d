import { DEFAULT_CONFIG, type RunConfig } from './schema.ts';

/** A recipe named after its source. */
export interface Preset {
  id: string;
  name: string;
  /** Where the recipe comes from and how it differs from its source: a sentence, shown below the choice of presets. */
  source: string;
  config: RunConfig;
}

/** Defaults of the published recipes, independent of the defaults of this studio. */
const PUBLISHED: RunConfig = {
  ...DEFAULT_CONFIG,
  patience: 0,
  unknownReplacement: 0,
  replaceKnownWords: true,
  wordDropout: 0,
  digitsToZero: true,
  charDim: 30,
  charFeatures: 30,
  weightDecay: 0,
  schedule: 'inverse',
  wordRateSteps: 0,
  averaging: 0,
};

/** SGD as in Ma & Hovy 2016, §3. */
const MA_HOVY_SGD = {
  optimizer: 'sgd',
  learningRate: 0.015,
  momentum: 0.9,
  decay: 0.05,
  clipNorm: 5,
} satisfies Partial<RunConfig>;

const DOCUMENTS: RunConfig = { ...DEFAULT_CONFIG, context: 'document', consistency: 2.5 };

/** Chosen on the dev parts of CoNLL-2003 and of the sample. */
const FEATURES: RunConfig = {
  ...DEFAULT_CONFIG,
  emissions: 'features',
  charEncoder: 'none',
  encoder: false,
  epochs: 8,
  batchSize: 16,
  learningRate: 0.01,
  l2: 1e-4,
  weightDecay: 0,
  clipNorm: 0,
};

const published = (id: string, name: string, source: string, recipe: Partial<RunConfig>): Preset => ({
  id,
  name,
  source,
  config: { ...PUBLISHED, ...recipe },
});

export const PRESETS: readonly Preset[] = [
  {
    id: 'tagsmith',
    name: 'Tagsmith',
    source:
      'This studio. The best preset for single sentences on CoNLL-2003, a tenth of it, WikiGold and BC5CDR; chosen on train and dev only.',
    config: DEFAULT_CONFIG,
  },
  {
    id: 'tagsmith-documents',
    name: 'Tagsmith, documents',
    source:
      'This studio. The default, with attention to the other occurrences of a word in its document. For files with documents.',
    config: DOCUMENTS,
  },
  {
    id: 'tagsmith-documents-fast',
    name: 'Tagsmith, documents, fast',
    source:
      'This studio. Tagsmith, documents with 7 epochs instead of 22: a good first model, with slightly lower scores.',
    config: { ...DOCUMENTS, epochs: 7 },
  },
  {
    id: 'tagsmith-quick',
    name: 'Tagsmith, quick',
    source: 'This studio. The default with fewer units, in a quarter of the time; it scores no lower on the sample.',
    config: {
      ...DEFAULT_CONFIG,
      epochs: 15,
      wordDropout: 0,
      charDim: 30,
      charFeatures: 30,
      hidden: 100,
      learningRate: 0.003,
    },
  },
  {
    id: 'feature-crf',
    name: 'Feature CRF',
    source:
      'This studio. Hand-made features in place of a network (Lafferty 2001; features after CRFsuite and Ratinov & Roth 2009). Needs no vectors, trains in seconds.',
    config: FEATURES,
  },
  published(
    'ma-hovy',
    'Ma & Hovy 2016',
    'End-to-end Sequence Labeling via Bi-directional LSTM-CNNs-CRF (arXiv 1603.01354), table 1 and §3.',
    {
      epochs: 50,
      batchSize: 10,
      digitsToZero: false,
      hidden: 200,
      dropoutChar: 0.5,
      dropoutInput: 0.5,
      dropoutOutput: 0.5,
      ...MA_HOVY_SGD,
    },
  ),
  published(
    'huang',
    'Huang 2015',
    'Bidirectional LSTM-CRF Models for Sequence Tagging (arXiv 1508.01991), §4: SGD 0.1, 300 units, batches of 100, no characters; without its hand-made spelling and context features and its name lists.',
    {
      epochs: 50,
      batchSize: 100,
      scheme: 'BIO',
      charEncoder: 'none',
      hidden: 300,
      dropoutInput: 0,
      dropoutOutput: 0,
      optimizer: 'sgd',
      learningRate: 0.1,
      momentum: 0,
      decay: 0,
      clipNorm: 0,
    },
  ),
  published(
    'lample',
    'Lample 2016',
    'Neural Architectures for Named Entity Recognition (arXiv 1603.01360), §5 and GitHub glample/tagger: a character LSTM of 25 units, 100 units, dropout of the inputs, single sentences, SGD 0.01.',
    {
      epochs: 100,
      batchSize: 1,
      digitsToZero: false,
      unknownReplacement: 0.5,
      charEncoder: 'lstm',
      charDim: 25,
      charFeatures: 50,
      hidden: 100,
      dropoutInput: 0.5,
      dropoutOutput: 0,
      optimizer: 'sgd',
      learningRate: 0.01,
      momentum: 0,
      decay: 0,
      clipNorm: 5,
    },
  ),
  published(
    'reference-script',
    'Reference script',
    'A Python script that this studio is based on, without a published source: 25-d characters, 256 hidden units.',
    {
      epochs: 50,
      batchSize: 10,
      charDim: 25,
      charFeatures: 30,
      hidden: 256,
      unknownReplacement: 0.5,
      dropoutInput: 0.5,
      dropoutOutput: 0.5,
      ...MA_HOVY_SGD,
    },
  ),
  published(
    'tutorial-notebook',
    'Tutorial notebook',
    'GitHub jayavardhanr/End-to-end-Sequence-Labeling-via-Bi-directional-LSTM-CNNs-CRF-Tutorial: 25 character filters, 200 hidden units, single sentences; without its dropout after the LSTM.',
    {
      epochs: 50,
      batchSize: 1,
      charDim: 25,
      charFeatures: 25,
      hidden: 200,
      digitsToZero: true,
      dropoutInput: 0.5,
      dropoutOutput: 0,
      ...MA_HOVY_SGD,
    },
  ),
  published(
    'adam-notebook',
    'Adam notebook',
    'GitHub KhopSun/NLP_Contest3_NER, notebook M4_CharCNN_BiLSTM_CRF: Adam at 1e-3, batch size 32, minimum frequency 2, dropout after the LSTM only.',
    {
      epochs: 20,
      patience: 3,
      batchSize: 32,
      minFrequency: 2,
      charDim: 25,
      charFeatures: 30,
      hidden: 256,
      dropoutInput: 0,
      dropoutOutput: 0.5,
      optimizer: 'adam',
      learningRate: 0.001,
      decay: 0,
      clipNorm: 5,
    },
  ),
  published(
    'ncrfpp',
    'NCRF++',
    'Yang & Zhang 2018 (GitHub jiesutd/NCRFpp), demo.train.config. Its loss is the sum over a batch of 10, so its rate of 0.015 is 0.15 for the mean; its hidden_dim of 200 is 100 per direction.',
    {
      epochs: 100,
      batchSize: 10,
      charDim: 30,
      charFeatures: 50,
      hidden: 100,
      dropoutChar: 0.5,
      dropoutInput: 0.5,
      dropoutOutput: 0.5,
      l2: 1e-8,
      optimizer: 'sgd',
      learningRate: 0.15,
      momentum: 0,
      decay: 0.05,
      clipNorm: 0,
    },
  ),
];

export function presetById(id: string): Preset | undefined {
  return PRESETS.find((preset) => preset.id === id);
}
