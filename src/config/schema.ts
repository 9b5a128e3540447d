/**
 * Every setting of a run, once: its default, bounds and help. Forms, the command line's `--set`, the address of the page and
 * validation all read this table.
 */

export type NumberField = {
  type: 'number' | 'integer';
  default: number;
  min: number;
  max: number;
  group: Group;
  label: string;
  help: string;
};
type ChoiceField<V extends string> = {
  type: 'choice';
  default: V;
  choices: readonly V[];
  group: Group;
  label: string;
  help: string;
};
type SwitchField = { type: 'switch'; default: boolean; group: Group; label: string; help: string };
export type Field = NumberField | ChoiceField<string> | SwitchField;

export type Group = 'Run' | 'Text' | 'Characters' | 'Sequence' | 'Decoder' | 'Regularisation' | 'Optimizer';

const integer = (group: Group, label: string, value: number, min: number, max: number, help: string) =>
  ({ type: 'integer', default: value, min, max, group, label, help }) as const;
const number = (group: Group, label: string, value: number, min: number, max: number, help: string) =>
  ({ type: 'number', default: value, min, max, group, label, help }) as const;
const toggle = (group: Group, label: string, value: boolean, help: string) =>
  ({ type: 'switch', default: value, group, label, help }) as const;
const choice = <const V extends string>(
  group: Group,
  label: string,
  value: NoInfer<V>,
  choices: readonly V[],
  help: string,
) => ({ type: 'choice', default: value as V, choices, group, label, help }) as const;

export const FIELDS = {
  seed: integer(
    'Run',
    'Seed',
    1,
    0,
    2 ** 31 - 1,
    'The same seed, data and device (SIMD) give the same weights, bit for bit.',
  ),
  epochs: integer('Run', 'Epochs', 22, 1, 1000, 'Passes over the training sentences, at most.'),
  patience: integer('Run', 'Patience', 0, 0, 1000, 'Stop after this many epochs without a better dev F1; 0: never.'),
  batchSize: integer('Run', 'Batch size', 8, 1, 512, 'Sentences a step. The loss is their mean.'),

  scheme: choice(
    'Text',
    'Tag scheme',
    'BIOES',
    ['BIOES', 'BIO'],
    'What the tags are converted to for training. Exports give your own scheme back.',
  ),
  minFrequency: integer(
    'Text',
    'Minimum frequency',
    1,
    1,
    1000,
    'Rarer training words are unknown words, unless the vectors know them.',
  ),
  lowercase: toggle(
    'Text',
    'Lower-case words',
    true,
    'Look words up in lower case. Characters always keep their case.',
  ),
  digitsToZero: toggle('Text', 'Digits to zeros', true, 'Look words up with every digit as 0: 1996 as 0000.'),
  unknownReplacement: number(
    'Text',
    'Unknown replacement',
    0.5,
    0,
    1,
    'The probability that a word seen once in training is replaced by the unknown word, so that this is learnt.',
  ),
  replaceKnownWords: toggle(
    'Text',
    'Replace words with vectors',
    false,
    'Off: unknown replacement spares rare words that have a vector, which are not unknown when tagging.',
  ),
  wordDim: integer('Text', 'Word dimensions', 100, 1, 4096, 'Used where no vectors are loaded; else theirs.'),
  fineTuneWords: toggle(
    'Text',
    'Fine-tune word vectors',
    true,
    'Off: the word table stays as it was filled, with random rows for words that have no vector.',
  ),

  charEncoder: choice(
    'Characters',
    'Character encoder',
    'cnn',
    ['cnn', 'lstm', 'none'],
    'Width-3 convolution and maximum (Ma & Hovy 2016), BiLSTM (Lample 2016), or none.',
  ),
  charDim: integer('Characters', 'Character dimensions', 50, 1, 256, 'Size of a character embedding.'),
  charFeatures: integer(
    'Characters',
    'Character features',
    100,
    1,
    512,
    'Filters of the CNN; outputs of both directions together for the LSTM.',
  ),

  cell: choice('Sequence', 'Cell', 'lstm', ['lstm', 'gru', 'rnn'], 'The recurrent cell of the sentence encoder.'),
  hidden: integer('Sequence', 'Hidden units', 200, 1, 1024, 'Per direction.'),
  layers: integer('Sequence', 'Layers', 1, 1, 3, 'Bidirectional layers.'),

  decoder: choice('Decoder', 'Decoder', 'crf', ['crf', 'softmax'], 'Linear-chain CRF, or each token on its own.'),
  constraints: toggle(
    'Decoder',
    'Forbid illegal transitions',
    true,
    'Tag sequences that break the scheme get no probability, in training and decoding.',
  ),

  dropoutChar: number(
    'Regularisation',
    'Character dropout',
    0,
    0,
    0.95,
    'On character embeddings: a mask for each character of the alphabet and step.',
  ),
  wordDropout: number(
    'Regularisation',
    'Word dropout',
    0.1,
    0,
    0.95,
    'The probability that any word is replaced by the unknown word: its characters and its neighbours have to do.',
  ),
  dropoutInput: number(
    'Regularisation',
    'Input dropout',
    0.5,
    0,
    0.95,
    'On word vector and character features, before the first layer.',
  ),
  dropoutOutput: number('Regularisation', 'Output dropout', 0.5, 0, 0.95, 'After each recurrent layer.'),
  l2: number('Regularisation', 'L2', 0, 0, 1, 'Added to the gradient.'),
  weightDecay: number('Regularisation', 'Weight decay', 0.05, 0, 1, 'Decoupled (AdamW only).'),

  optimizer: choice(
    'Optimizer',
    'Optimizer',
    'adamw',
    ['sgd', 'adam', 'adamw'],
    'Word vectors are updated lazily: only the rows of a step.',
  ),
  learningRate: number(
    'Optimizer',
    'Learning rate',
    0.002,
    1e-7,
    10,
    'For the mean loss over the sentences of a step.',
  ),
  momentum: number('Optimizer', 'Momentum', 0.9, 0, 0.999, 'SGD only.'),
  schedule: choice(
    'Optimizer',
    'Learning-rate schedule',
    'linear',
    ['inverse', 'linear'],
    'inverse: rate / (1 + decay · n) in epoch n, from 0. linear: falls to 0 at the end of the last epoch.',
  ),
  decay: number('Optimizer', 'Learning-rate decay', 0.05, 0, 10, 'For the inverse schedule.'),
  averaging: number(
    'Optimizer',
    'Weight averaging',
    1,
    0,
    10,
    'Scored and kept is the average of the weights over about this many of the last epochs; 0: the weights themselves.',
  ),
  clipNorm: number(
    'Optimizer',
    'Gradient clipping',
    5,
    0,
    1000,
    'The largest global norm of the gradient; 0: no clipping.',
  ),
} satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;

type Widen<F> = F extends { type: 'choice'; choices: readonly (infer V)[] }
  ? V
  : F extends { type: 'switch' }
    ? boolean
    : number;

/** The configuration of a run: plain, flat, serialisable. */
export type RunConfig = { [Name in FieldName]: Widen<(typeof FIELDS)[Name]> };

/** What a model is made of: fixed once it exists. The other settings say how it is trained. */
export const ARCHITECTURE_FIELDS = [
  'scheme',
  'minFrequency',
  'lowercase',
  'digitsToZero',
  'wordDim',
  'charEncoder',
  'charDim',
  'charFeatures',
  'cell',
  'hidden',
  'layers',
  'decoder',
] as const satisfies readonly FieldName[];

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export const DEFAULT_CONFIG = Object.fromEntries(FIELD_NAMES.map((name) => [name, FIELDS[name].default])) as RunConfig;
