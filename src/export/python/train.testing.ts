import { FIELDS, type RunConfig } from '../../config/schema.ts';

const PEOPLE = ['Ada', 'Mio', 'Bell', 'Vale', 'Otto', 'Kim', 'Noor'];
const PLACES = ['Norrby', 'Weir', 'Oslo', 'Lima', 'Kyoto'];

/** Thirteen sentences of different lengths, so that of the batches of 4 the last one has a single sentence. */
export const TEXT = Array.from({ length: 13 }, (_, i) => {
  const person = PEOPLE[i % 7]!;
  const place = PLACES[i % 5]!;
  const words = [`${person} B-PER`, 'lives O', 'in O', `${place} B-LOC`, `Road${i} I-LOC`, `since O`, `${1990 + i} O`];
  return `${words.slice(0, 3 + (i % 5)).join('\n')}\n`;
}).join('\n');
export const DOCUMENTS = TEXT.split('\n\n')
  .map((sentence, i) => (i % 3 === 0 ? `-DOCSTART- O\n\n${sentence}` : sentence))
  .join('\n\n');

/** Settings that cover all uses of random numbers, and all kinds of updates. */
export const SETTINGS: Partial<RunConfig> = {
  batchSize: 4,
  epochs: 2,
  dropoutChar: 0.2,
  learningRate: 0.02,
  l2: 0.01,
  clipNorm: 1,
};

export const RECIPES: Record<string, Partial<RunConfig>> = {
  'AdamW, averaging, a slower rate for words after 3 steps': { wordRateSteps: 3 },
  'SGD, inverse schedule, no average': { optimizer: 'sgd', schedule: 'inverse', averaging: 0, learningRate: 0.1 },
  'LSTM of characters, two layers of GRU, softmax': { charEncoder: 'lstm', cell: 'gru', layers: 2, decoder: 'softmax' },
  documents: { context: 'document', dropoutOutput: 0.3 },
  'self-attention': { attention: 'sentence' },
  "Nesterov's momentum": { optimizer: 'sgd', nesterov: true, learningRate: 0.1 },
  'backward only, fixed words, Adam': { direction: 'backward', fineTuneWords: false, optimizer: 'adam', layers: 2 },
  ...Object.fromEntries(FIELDS.optimizer.choices.map((optimizer) => [optimizer, { optimizer }])),
};

/** The modules of train.py. */
export const IMPORTS = `
import json, sys
from tagger import Tagger
from tagsmith_torch.training.columns import read_corpus
from tagsmith_torch.training.corpus import Corpus
from tagsmith_torch.training.words import add_words
from tagsmith_torch.training.processes import Processes
from tagsmith_torch.training.run import Run
`;

/** Prints the loss and the parameters after each step. */
export const STEPS = `${IMPORTS}
def run(path, processes):
    tagger = Tagger.load(path)
    sentences = read_corpus("documents.conll" if tagger.model.context else "train.conll", tagger, None)
    add_words(tagger, sentences)
    run = Run(tagger, Corpus(tagger, sentences), Corpus(tagger, sentences), processes)
    losses, parameters, scores = [], [], []
    while not run.is_over():
        for loss in run.train_epoch():
            losses.append(loss.item())
            parameters.append({name: values.flatten().tolist() for name, values in run.model.named_parameters()})
        scores.append(run.evaluate())
    return {"losses": losses, "parameters": parameters, "scores": scores}

processes = Processes()
json.dump([run(path, processes) for path in sys.argv[1:]], sys.stdout)
processes.close()
`;
