import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import type { Case } from './exported-models.ts';

// Models of texts with one class, and texts that every program for exported models must classify as the studio does.

const WORDS = ['good', 'fine', 'dull', 'bad'];
const CLASSES = ['pos', 'neg', 'so so'];
const CORPUS = readCorpus(
  'reviews.csv',
  new TextEncoder().encode(
    `text,label\n${WORDS.map((word, i) => `"A ${word} film. Was it?",${CLASSES[i % 3]}\n`.repeat(3)).join('')}`,
  ),
);

export const TEXTS = [
  'A good film. I saw it twice — in Oslo!',
  '',
  'dull',
  ' \n',
  'Fine',
  `It was ${'very '.repeat(60)}long.`,
];

const SETTINGS: Record<string, Omit<Case, 'corpus'>> = {
  ...Object.fromEntries(
    (['last', 'mean', 'max', 'attention'] as const).flatMap((pooling) =>
      (['both', 'forward', 'backward'] as const).map((direction) => [
        `${pooling}, ${direction}`,
        { settings: { pooling, direction } },
      ]),
    ),
  ),
  'last, GRU of two layers, self-attention': {
    settings: { pooling: 'last', cell: 'gru', layers: 2, attention: 'sentence' },
  },
  'attention, RNN, hashed words': { settings: { pooling: 'attention', cell: 'rnn' }, bundle: { isPrivate: true } },
  'max, half precision': { settings: { pooling: 'max' }, bundle: { precision: 'half' } },
};

export const CLASS_CASES: Record<string, Case> = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, choice]) => [name, { ...choice, corpus: CORPUS }]),
);
