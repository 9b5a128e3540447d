import { choice, group, integer, number, onlyWith, toggle, type Field } from './field.ts';

const whenCharacters = onlyWith('charEncoder', 'cnn', 'lstm');

/**
 * Every setting of a run with its default, bounds and help. Forms, the command line's `--set`, the page's address and validation are
 * derived from this table.
 */
export const FIELDS = {
  ...group('Run', {
    seed: integer(
      'Seed',
      1,
      [0, 2 ** 31 - 1],
      'The same seed, data and device (SIMD) give the same weights, bit for bit.',
    ),
    epochs: integer('Epochs', 22, [1, 1000], 'Maximum number of passes over the training sentences.'),
    patience: integer('Patience', 0, [0, 1000], 'Stop after this many epochs without improvement of dev F1; 0: never.'),
    batchSize: integer('Batch size', 8, [1, 512], 'Sentences per step. The loss is their mean.'),
  }),
  ...group('Text', {
    scheme: choice(
      'Tag scheme',
      'BIOES',
      ['BIOES', 'BIO'],
      'Scheme that tags are converted to for training. Predictions use the scheme of your files.',
    ),
    minFrequency: integer(
      'Minimum frequency',
      1,
      [1, 1000],
      'Less frequent training words count as unknown, unless they have a pretrained vector.',
    ),
    lowercase: toggle('Lower-case words', true, 'Look words up in lower case. Characters keep their case.'),
    digitsToZero: toggle('Digits to zeros', true, 'Look words up with digits replaced by 0, for example 1996 as 0000.'),
    unknownReplacement: number(
      'Unknown replacement',
      0.5,
      [0, 1],
      'Probability that a word that occurs once in training is replaced by the unknown word. This trains the vector of the unknown word.',
    ),
    replaceKnownWords: toggle(
      'Replace words with vectors',
      false,
      'Off: unknown replacement skips words that have a pretrained vector, since they are not unknown when tagging.',
    ),
    wordDim: integer('Word dimensions', 100, [1, 4096], 'Used without pretrained vectors; otherwise theirs is used.'),
    fineTuneWords: toggle(
      'Fine-tune word vectors',
      true,
      'Off: word vectors keep their initial values, which are random for words without a pretrained vector.',
    ),
  }),
  ...group('Characters', {
    charEncoder: choice(
      'Character encoder',
      'cnn',
      ['cnn', 'lstm', 'none'],
      'Convolution of width 3 with max pooling (Ma & Hovy 2016), BiLSTM (Lample 2016), or none.',
    ),
    charDim: integer('Character dimensions', 50, [1, 256], 'Size of a character embedding.', whenCharacters),
    charFeatures: integer(
      'Character features',
      100,
      [1, 512],
      'Filters of the CNN, or outputs of both directions of the LSTM together.',
      whenCharacters,
    ),
  }),
  ...group('Features', {
    emissions: choice(
      'Emissions',
      'network',
      ['network', 'features'],
      'What scores the tags of a token: a recurrent network; or the sum of one weight for each active feature, such as its suffix or the word before it (feature CRF, Lafferty 2001), without vectors and in seconds.',
    ),
    featureFrequency: integer(
      'Feature frequency',
      1,
      [1, 1000],
      'Features that are active for fewer training tokens have no weight.',
      onlyWith('emissions', 'features'),
    ),
    listDim: integer('List dimensions', 5, [1, 64], 'With name lists: size of the embedding of each list.'),
    listDropout: number(
      'List dropout',
      0.3,
      [0, 0.95],
      'Probability that a training sentence has no matches of name lists, so that the model does not depend on them.',
    ),
    columnDim: integer('Column dimensions', 20, [1, 256], 'With columns: size of the embedding of each column.'),
    columnDropout: number(
      'Column dropout',
      0.25,
      [0, 0.95],
      'Probability that a training sentence lacks a column, since typed text has no columns.',
    ),
    encoder: toggle('Encoder', true, 'With an encoder: its features are an input of the model.'),
    encoderLayers: choice(
      'Encoder layers',
      'final',
      ['final', 'joined', 'mix'],
      'The final layer; all hidden states of the encoder, concatenated; or their weighted mean, whose weights are trained with the model.',
    ),
    encoderPooling: choice(
      'Encoder pooling',
      'first',
      ['first', 'mean'],
      'The features of a word are those of its first piece, or the mean of all its pieces.',
    ),
  }),
  ...group('Sequence', {
    cell: choice('Cell', 'lstm', ['lstm', 'gru', 'rnn'], 'The recurrent cell of the sentence encoder.'),
    hidden: integer('Hidden units', 200, [1, 1024], 'Per direction.'),
    layers: integer('Layers', 1, [1, 3], 'Recurrent layers.'),
    direction: choice(
      'Direction',
      'both',
      ['both', 'forward', 'backward'],
      'In one direction, a token sees only the words before it, or only those after it. Not faster.',
    ),
    attention: choice(
      'Attention',
      'none',
      ['none', 'sentence'],
      'sentence: after the recurrent layers, a word also attends to the other words of its sentence, up to 256 on each side (scaled dot-product, Vaswani 2017), added to its state.',
    ),
    pooling: choice(
      'Pooling',
      'max',
      ['last', 'mean', 'max', 'attention'],
      'For texts with one class each: how the states of the words become one vector. last: the last state of each direction; mean or max of all; or attention, a mean whose weights are learned (Yang et al. 2016).',
    ),
    context: choice(
      'Context',
      'sentence',
      ['sentence', 'document'],
      'document: a word also attends to its other occurrences in the document, in windows of 1,024 tokens.',
    ),
    consistency: number(
      'Consistency',
      0,
      [0, 10],
      'With documents, when tagging: weight of the tag probabilities of the other occurrences of a word, where its own tag is uncertain. 0: off.',
    ),
  }),
  ...group('Decoder', {
    decoder: choice('Decoder', 'crf', ['crf', 'softmax'], 'Linear-chain CRF, or softmax for each token independently.'),
    constraints: toggle(
      'Forbid illegal transitions',
      true,
      'Tag sequences that break the scheme have probability 0 in training and decoding.',
    ),
  }),
  ...group('Regularisation', {
    dropoutChar: number(
      'Character dropout',
      0,
      [0, 0.95],
      'On character embeddings: one mask per character of the alphabet and step.',
      whenCharacters,
    ),
    wordDropout: number(
      'Word dropout',
      0.1,
      [0, 0.95],
      'Probability that any word is replaced by the unknown word, which leaves only its characters and context.',
    ),
    dropoutInput: number(
      'Input dropout',
      0.5,
      [0, 0.95],
      'On word vectors and character features, before the first recurrent layer.',
    ),
    dropoutOutput: number('Output dropout', 0.5, [0, 0.95], 'After each recurrent layer.'),
    augmentation: choice(
      'Augmentation',
      'none',
      ['none', 'lowercase', 'capitals', 'mentions', 'all'],
      'Changed copies of the training sentences, each in half of the epochs: in lower case, in capitals, with other names of the same type, or all three in turn. For text unlike the training data: see the stress tests. Epochs take half as long again. Not with an encoder, nor when a model learns new types.',
    ),
    l2: number('L2', 0, [0, 1], 'L2 penalty, added to the gradient.'),
    weightDecay: number('Weight decay', 0.05, [0, 1], 'Decoupled from the gradient.', onlyWith('optimizer', 'adamw')),
    entityRatioWeight: number(
      'Entity ratio weight',
      0,
      [0, 1000],
      'For files that leave most words unknown, such as those that mark a few entities: weight of the penalty if the expected share of words in entities differs by more than 0.05 from the entity ratio (Effland & Collins 2021: 10). 0: no penalty.',
    ),
    entityRatio: number(
      'Entity ratio',
      0.15,
      [0, 1],
      'With an entity ratio weight: the expected share of words in entities.',
    ),
  }),
  ...group('Optimizer', {
    optimizer: choice(
      'Optimizer',
      'adamw',
      ['sgd', 'adam', 'adamw', 'rmsprop'],
      'Word vectors are updated lazily: only the rows used in a step.',
    ),
    learningRate: number('Learning rate', 0.002, [1e-7, 10], 'For the mean loss over the sentences of a step.'),
    momentum: number(
      'Momentum',
      0.9,
      [0, 0.999],
      'Share of the last update in the next.',
      onlyWith('optimizer', 'sgd'),
    ),
    nesterov: toggle('Nesterov momentum', false, 'Steps ahead along the momentum.', onlyWith('optimizer', 'sgd')),
    schedule: choice(
      'Learning-rate schedule',
      'linear',
      ['inverse', 'linear'],
      'inverse: rate / (1 + decay · n) in epoch n, counted from 0. linear: falls to 0 at the end of the last epoch.',
    ),
    decay: number('Learning-rate decay', 0.05, [0, 10], 'How fast the rate falls.', onlyWith('schedule', 'inverse')),
    wordRateSteps: integer(
      'Word-rate steps',
      4000,
      [0, 1_000_000],
      'After this many steps the learning rate of word vectors is multiplied by this number / step: in long runs they stay closer to the pretrained ones. 0: never.',
    ),
    averaging: number(
      'Weight averaging',
      1,
      [0, 10],
      'Use the average of the weights over about this many of the last epochs; 0: no averaging.',
    ),
    clipNorm: number('Gradient clipping', 5, [0, 1000], 'Maximum global norm of the gradient; 0: no clipping.'),
  }),
} satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;

type Widen<F> = F extends { type: 'choice'; choices: readonly (infer V)[] }
  ? V
  : F extends { type: 'switch' }
    ? boolean
    : number;

/** The configuration of a run: plain, flat, serialisable. */
export type RunConfig = { [Name in FieldName]: Widen<(typeof FIELDS)[Name]> };

/** Settings that determine parameters, vocabulary or tags: fixed once a model exists. The others only affect its training. */
export const ARCHITECTURE_FIELDS = [
  'scheme',
  'minFrequency',
  'lowercase',
  'digitsToZero',
  'wordDim',
  'charEncoder',
  'charDim',
  'charFeatures',
  'listDim',
  'columnDim',
  'emissions',
  'featureFrequency',
  'encoder',
  'encoderLayers',
  'encoderPooling',
  'cell',
  'hidden',
  'layers',
  'direction',
  'attention',
  'pooling',
  'context',
  'decoder',
] as const satisfies readonly FieldName[];

/** Input of code that creates parameters or vocabulary, so that using a setting missing from the list is a type error. */
export type Architecture = Pick<RunConfig, (typeof ARCHITECTURE_FIELDS)[number]>;

export function architectureOf(config: Architecture): Architecture {
  return Object.fromEntries(ARCHITECTURE_FIELDS.map((name) => [name, config[name]])) as Architecture;
}

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export const DEFAULT_CONFIG = Object.fromEntries(FIELD_NAMES.map((name) => [name, FIELDS[name].default])) as RunConfig;

/** The known settings of a file; missing ones get their defaults. Values are not checked. */
export function withDefaults(settings: Readonly<Record<string, unknown>>): RunConfig {
  const found = new Map(Object.entries(settings)); // not the settings themselves, which may have a prototype
  return Object.fromEntries(
    FIELD_NAMES.map((name) => [name, found.has(name) ? found.get(name) : DEFAULT_CONFIG[name]]),
  ) as RunConfig;
}
