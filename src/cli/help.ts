import { ABLATION, ABLATION_NOTE } from '../config/ablation.ts';
import { PRESETS } from '../config/presets.ts';
import { FIELD_NAMES, FIELDS, type Field } from '../config/schema.ts';
import type { CommandName } from './usage.ts';

/** The text of `--help`. */
export function helpText(command: CommandName | undefined): string {
  return command === undefined ? MAIN : HELP[command]();
}

const MAIN = `Tagsmith trains taggers for named entities: char-CNN, BiLSTM, CRF.

  tagsmith train --train FILE --out DIR [options]   train a model
  tagsmith ablate --train FILE [options]            compare models: with and without a CRF, characters, vectors
  tagsmith evaluate MODEL FILE [options]            score a model on a file with tags
  tagsmith tag MODEL [FILE] [options]               tag text

  tagsmith COMMAND --help                           the options of a command
  tagsmith --version

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted. With DEBUG=1 errors come with their stack.
`;

const DEVICE = `  --device auto|simd|webgpu
                     simd: WebAssembly on the processor. webgpu needs the optional npm package webgpu.
                     auto (default): a hardware GPU if there is one, else simd`;

const TAG_COLUMN = `  --tag-column N     the column of the tags, from 0; default: the last`;

const HELP: Record<CommandName, () => string> = {
  train: () => `tagsmith train --train FILE --out DIR [options]

Trains a model. Corpora are CoNLL columns, CoNLL-U, CSV or JSON lines, in any tag scheme, or texts with spans as doccano,
Label Studio and spaCy write them.

  --train FILE       training data; as --dev and --test, may be repeated: the files are read as one
  --dev FILE         decides on the best epoch; without it a tenth of the training data is set aside
  --test FILE        scored at the end
  --embeddings FILE  word vectors: GloVe, word2vec or fastText text, plain, .gz or .zip; without it
                     word vectors are learnt from the training data alone
  --preset NAME      the recipe to start from, see below; default: tagsmith, which is for large corpora
  --set NAME=VALUE   changes a setting, see below; may be repeated
  --seed N           the same as --set seed=N
  --seeds N          trains N times, with the seeds S, S + 1, …: mean and standard deviation of every score; the
                     model that is best on dev is written
  --epochs N         the same as --set epochs=N
  --out DIR          gets model.zip and metrics.json; while a single run is under way, its checkpoint
  --resume           goes on from the checkpoint in DIR, with the files and settings of its run; the epochs
                     before it are told again
  --force            replaces what is in DIR
${TAG_COLUMN}
${DEVICE}
  --threads N        of simd; default: as many as there are cores, up to 8
  --json             one line of JSON an epoch on standard output, and one with the test scores

Ctrl-C stops after the current step and writes the best model so far. A run of one seed that was stopped, or broke down,
loses what came after its last whole epoch: --resume takes it up there, and it comes to what it would have come to.

Presets:
${PRESETS.map(({ id, source }) => `  ${id.padEnd(18)} ${source}`).join('\n')}

Settings, with the defaults of the preset tagsmith:
${FIELD_NAMES.map((name) => settingLine(name, FIELDS[name])).join('\n')}
`,
  ablate: () => `tagsmith ablate --train FILE [options]

Trains the models of the classic ablation, one after the other, on the same data, with the settings of one recipe: scores on dev
(and test), predicted sequences that break the scheme, parameters, time. Rows of data, where they are asked for, are the learning
curve: the recipe on a part of the training sentences.
${ABLATION_NOTE}

  --only ROW,ROW     some of the rows below; default: those of the model
  --seeds N          each row N times, with the seeds S, S + 1, …: mean ± standard deviation
  --out DIR          gets ablation.json and ablation.md
  --force            replaces the ablation in DIR
  --json             one line of JSON a run on standard output, and one with all rows
  --train, --dev, --test, --embeddings, --preset, --set, --seed, --epochs, --tag-column, --device, --threads:
                     as for tagsmith train

Rows:
${ABLATION.map(({ id, label, vectors }) => `  ${id.padEnd(18)} ${label}${vectors ? '' : ' (with --embeddings only)'}`).join('\n')}

Ctrl-C stops after the current step and writes the rows so far.
`,
  evaluate: () => `tagsmith evaluate MODEL FILE [options]

Scores a model on a file with tags, by conlleval's rules. MODEL is a model.zip, or the folder that has it.

  --errors OUT       writes what is wrong, each error with its line and sentence: OUT.csv, or OUT.jsonl
${TAG_COLUMN}
${DEVICE}
  --json             one object: precision, recall, f1, byType, relaxedF1, tokenAccuracy
`,
  tag: () => `tagsmith tag MODEL [FILE] [options]

Tags text from FILE, or from standard input. MODEL is a model.zip, or the folder that has it.

  --input auto|text|lines|conll
                     auto (default): conll where the last column is tags of a scheme, or the format is another than
                     columns; else text
                     text: plain text, split into sentences and tokens
                     lines: one sentence a line, split into tokens
                     conll: tokens as they are: CoNLL columns, CoNLL-U or JSON lines
  --format conll|jsonl|csv
                     conll (default): a token and its tag a line; of a corpus the file itself with one more column
                     jsonl: an object a sentence with its tokens, entities and their probabilities
                     csv: a row an entity: sentence (from 1), type, text, start, end, probability
                     Offsets are characters (Unicode code points) of the whole input, for --input lines of the line, of
                     a corpus of the tokens joined by spaces
  --least-sure N     only the N sentences that the model is least sure of, the least sure first, as CoNLL: to be corrected,
                     and trained on. A sentence is as sure as its least probable tag
${DEVICE}
`,
};

function settingLine(name: string, field: Field): string {
  const values =
    field.type === 'choice'
      ? field.choices.join('|')
      : field.type === 'switch'
        ? 'true|false'
        : `${field.min} to ${field.max}`;
  return `  ${`${name}=${String(field.default)}`.padEnd(24)} ${field.help} (${values})`;
}
