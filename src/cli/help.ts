import { ABLATION, ABLATION_NOTE } from '../config/ablation.ts';
import { PRESETS } from '../config/presets.ts';
import type { Field } from '../config/field.ts';
import { DEFAULT_CONFIG, FIELD_NAMES, FIELDS } from '../config/schema.ts';
import { FOLDS } from '../runs/folds.ts';
import { defaultRanges, rangeText } from '../search/ranges.ts';
import { STUDIO_PORT } from './studio.ts';
import { FINDINGS, NEEDED, SEARCH_MINUTES } from './options.ts';
import type { CommandName } from './usage.ts';

/** The text of `--help`. */
export function helpText(command: CommandName | undefined): string {
  return command === undefined ? MAIN : HELP[command]();
}

const MAIN = `Tagsmith trains named-entity taggers: character CNN, BiLSTM, CRF.

  tagsmith train --train FILE --out DIR [options]   train a model
  tagsmith ablate --train FILE [options]            compare models with and without a CRF, characters, vectors
  tagsmith search --train FILE [options]            find a recipe for your data within a time budget
  tagsmith evaluate MODEL FILE [options]            score a model on a tagged file
  tagsmith tag MODEL [FILE…] [options]              tag text, files and folders
  tagsmith check FILE [options]                     list labels that are probably wrong
  tagsmith agree FILE FILE [options]                compare two annotations of the same text
  tagsmith export MODEL --out FILE [options]        write a model as a page, a JavaScript module, or smaller
  tagsmith studio [--port N]                        serve the studio to a browser on this computer
  tagsmith completions bash|zsh|fish                print a completion script for your shell

  tagsmith COMMAND --help                           show the options of a command
  tagsmith --version

Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted. DEBUG=1 prints the stack of an error.
`;

const DEVICE = `  --device auto|simd|webgpu
                     simd: WebAssembly on the CPU. webgpu: needs the optional npm package webgpu.
                     auto (default): a hardware GPU if there is one, else simd`;

const TAG_COLUMN = `  --tag-column N     column of the tags, counted from 0; default: the last`;

const HELP: Record<CommandName, () => string> = {
  train: () => `tagsmith train --train FILE --out DIR [options]

Trains a model. Corpora are CoNLL columns, CoNLL-U, CSV or JSON lines in any tag scheme, or texts with spans in the
formats of doccano, Label Studio and spaCy.

  --train FILE       training data. --train, --dev and --test may be repeated: the files are read as one corpus
  --dev FILE         data that selects the best epoch; default: a tenth of the training data is held out
  --test FILE        data to score at the end
  --embeddings FILE  word vectors: GloVe, word2vec or fastText text, plain, .gz or .zip; default: word vectors
                     are learned from the training data alone
  --gazetteer FILE   names whose occurrences are an input of the model: one per line, or a .csv with names and their
                     types. May be repeated. The lists become part of the model
  --columns NAMES    further columns of the corpora that are inputs of the model, such as pos,chunk: names of a
                     header, of CoNLL-U, of CoNLL-2003 or of JSON fields (pos means pos_tags, too), or numbers from 0.
                     Text without them can still be tagged
  --weights FILE     train less on the sentences of this file, as written by tagsmith check --weights: each is
                     skipped in some epochs
  --encoder DIR      a transformer whose features are an input: a folder with encoder.onnx or model.onnx and its
                     tokenizer.json. They are computed once and cached for later runs. The encoder is not part of
                     the model
  --config FILE      the settings, and the number of seeds, of a saved recipe, a metrics.json or a model (zip or
                     folder); the options below override them. If the file has fingerprints of its data, reports
                     whether the data are the same
  --preset NAME      the preset to start from, see below; default: tagsmith-documents if the training files have
                     documents of more than one sentence, as in the page (a file that marks none is one document),
                     else tagsmith. --set context=… also selects one of the two
  --set NAME=VALUE   set a setting, see below; may be repeated
  --seed N           same as --set seed=N
  --seeds N          train N times with the seeds S, S + 1, …; report mean and standard deviation of every score,
                     and write the model that is best on dev
  --epochs N         same as --set epochs=N
  --out DIR          folder for model.zip and metrics.json, and, during a single run, its checkpoint
  --resume           resume the unfinished run in DIR, with the same files and settings; its earlier epochs are
                     printed again
  --force            overwrite what is in DIR
${TAG_COLUMN}
${DEVICE}
  --threads N        threads of simd; default: one per core, up to 8
  --json             print one line of JSON per epoch, and one with the test scores

Ctrl-C stops after the current step and writes the best model so far. A single run that was stopped or killed can be
resumed after its last complete epoch with --resume; the result is the same as without the interruption.

Presets:
${PRESETS.map(({ id, source }) => `  ${id.padEnd(18)} ${source}`).join('\n')}

Settings, with the defaults of the preset tagsmith:
${FIELD_NAMES.map((name) => settingLine(name, FIELDS[name])).join('\n')}
`,
  ablate: () => `tagsmith ablate --train FILE [options]

Trains the models of the classic ablation one after the other, on the same data and with the settings of one recipe.
Reports scores on dev (and test), invalid predicted sequences, parameters and time. The data-* rows are a learning
curve: the recipe trained on a part of the training sentences.
${ABLATION_NOTE}

  --only ROW,ROW     rows to train, see below; default: those that change the model
  --seeds N          train each row N times with the seeds S, S + 1, …; report mean ± standard deviation
  --out DIR          folder for ablation.json and ablation.md
  --force            overwrite the ablation in DIR
  --json             print one line of JSON per run, and one with all rows
  --preset NAME      the preset to start from; default: tagsmith, even if the files have documents
  --train, --dev, --test, --embeddings, --config, --set, --seed, --epochs, --tag-column, --device, --threads:
                     as for tagsmith train

Rows:
${ABLATION.map(({ id, label, needs }) => `  ${id.padEnd(18)} ${label}${needs ? ` (needs ${NEEDED[needs]})` : ''}`).join('\n')}

Ctrl-C stops after the current step and writes the rows so far.
`,
  search: () => `tagsmith search --train FILE [options]

Searches for a better recipe within a time budget: samples recipes from ranges of settings, trains many of them
briefly (fewer epochs, fewer sentences) and the best thirds longer (Hyperband), then trains the best one and the
starting recipe with more seeds. The best one is reported as better only if those seeds show it; otherwise the
result is undecided. Prints a line per training, the recipes, and which settings mattered.

  --train FILE, --dev FILE, --embeddings FILE, --gazetteer FILE, --columns NAMES, --encoder DIR
                     as for tagsmith train; --vectors is the same as --embeddings
  --budget MINUTES   time for the whole search, in minutes; default: ${SEARCH_MINUTES}
  --from PRESET      the preset to start from; default: tagsmith. Settings that are not varied are kept
  --config FILE, --set NAME=VALUE, --seed N, --epochs N
                     change the starting recipe, as for tagsmith train. Its epochs are those of a full training
  --vary NAME=RANGE  vary this setting and only the settings named this way; may be repeated. RANGE: 0.0005..0.01,
                     or 8,16,32. Default:
${Object.entries(defaultRanges(DEFAULT_CONFIG))
  .map(([name, range]) => `                       ${name}=${rangeText(range)}`)
  .join('\n')}
  --out DIR          folder for search.json (all trials), recipe.json (the best recipe, for --config), and model.zip
                     and metrics.json of its full training
  --resume           resume the unfinished search in DIR, with the same files and options
  --force            overwrite what is in DIR
${TAG_COLUMN}
${DEVICE}
  --threads N        threads of simd; default: one per core, up to 8
  --json             print one line of JSON per training, and one with the outcome

Ctrl-C stops after the current step and writes what was found. A search that was stopped or killed resumes with
--resume: an unfinished training is repeated, and the rest is the same as without the interruption.
`,
  evaluate: () => `tagsmith evaluate MODEL FILE [options]

Scores a model on a tagged file with the rules of conlleval: by type, by the length of the entity and of its
sentence, and, with --train, by what was seen in training. MODEL is a model.zip or its folder.

  --train FILE       the training data of the model; may be repeated. An entity is seen if the training data has an
                     entity of the same words, partly if it has one of the words, vectors if one of the words has a
                     vector, else unknown. Case is ignored, digits are not
  --encoder DIR      the encoder that the model was trained with, if any
  --errors OUT       write every error with its line and sentence to OUT, a .csv or .jsonl file
${TAG_COLUMN}
${DEVICE}
  --json             print one object: precision, recall, f1, byType, relaxedF1, tokenAccuracy, invalidSequences,
                     seen (with --train), entityLength, sentenceLength
`,
  check: () => `tagsmith check FILE [options]

Lists the labels of a tagged file that are probably wrong, most doubtful first, with both readings and their
probabilities. The labels of each part of the file are predicted by a model that was trained on the other parts.

  --embeddings FILE  word vectors, as for tagsmith train; the findings are much better with them
  --folds N          number of parts; default: ${FOLDS}
  --limit N          list at most N; default: ${FINDINGS}
  --weights OUT      write a weight for each sentence with doubtful labels to OUT, for tagsmith train --weights
${TAG_COLUMN}
${DEVICE}
  --threads N        threads of simd; default: one per core, up to 8
  --json             print one line of JSON for each: line, sentence, kind (type, boundary, missed or spurious),
                     labelled and suggested, each with entity (null: none) and probability, doubt (log-odds), tokens
`,
  agree: () => `tagsmith agree FILE FILE [options]

Compares two annotations of the same sentences: F1 by type (the same in both directions) and every difference, with
its line in the first file.

${TAG_COLUMN}
  --json             print one object: f1, both, first, second, byType, differences
`,
  tag: () => `tagsmith tag MODEL [FILE…] [options]

Tags files or standard input (also as -). In a folder, all text files are tagged, by their extensions, including
subfolders. MODEL is a model.zip or its folder. With --input lines, standard input is tagged line by line as it
arrives.

  --input auto|text|lines|conll
                     auto (default): conll if the last column has tags of a known scheme or the file is in another
                     corpus format, else text
                     text: plain text, split into sentences and tokens
                     lines: one sentence per line, split into tokens
                     conll: sentences that are already tokenised: CoNLL columns, CoNLL-U or JSON lines
  --format conll|jsonl|csv
                     conll (default): one token and its tag per line; a corpus gets one more column
                     jsonl: one object per sentence with its tokens, entities and their probabilities
                     csv: one row per entity: sentence (from 1), type, text, start, end, probability
                     Offsets count Unicode code points: in the whole text; with --input lines in the line; in a
                     corpus in the tokens joined by spaces. With several files, JSON lines have a field file, and
                     CSV a column file
  --out DIR          write one result file per input file to DIR
  --encoder DIR      the encoder that the model was trained with, if any
  --least-sure N     write only the N sentences with the lowest confidence, lowest first, as CoNLL, to be corrected
                     and trained on. The confidence of a sentence is that of its least probable tag
${DEVICE}
`,
  export: () => `tagsmith export MODEL --out FILE [options]

Writes a model in another form or size. MODEL is a model.zip or its folder.

  --as zip|page|runtime
                     zip (default): the model bundle, which the studio and the command line read
                     page: one HTML file that tags texts in a browser, from disk, offline
                     runtime: one JavaScript module with the model inside; its function load() opens it
  --size exact|half|small|tiny
                     exact (default): float32. half: float16. small: int8 with scales. The smaller ones may tag some
                     tokens differently; the page's export dialog measures them.
                     tiny: a smaller model, trained in minutes to imitate this one on its training data
  --private          store hashes in place of training words, and no frequencies

For --size tiny:
  --train FILE       the training data of the model. --train, --dev, --text and --teacher may be repeated
  --dev FILE         data that selects the best epoch, and for its score; default: a tenth of the training sentences
  --text FILE        more unlabelled text of the kind that the model will tag
  --teacher MODEL    another model with the same tags, for example of another seed: their predictions are averaged
  --seed N           default: that of the model
${DEVICE}
  --threads N        threads of simd; default: one per core, up to 8
${TAG_COLUMN}

For the model card (README.md), with which the unpacked zip can be uploaded to the Hugging Face Hub:
  --license ID       for example cc-by-4.0
  --language CODES   for example en, or de,fr
  --dataset ID       the training data on the Hub
  --example TEXT     a sentence to try the model on
`,
  completions: () => `tagsmith completions bash|zsh|fish

Prints a script that completes commands, options, their values and files. To enable it permanently:

  bash               eval "$(tagsmith completions bash)" in ~/.bashrc
  zsh                eval "$(tagsmith completions zsh)" in ~/.zshrc, after compinit
  fish               tagsmith completions fish > ~/.config/fish/completions/tagsmith.fish
`,
  studio: () => `tagsmith studio [--port N]

Serves the studio to browsers on this computer, with the headers that threads need, and prints its address. Press
Ctrl-C to stop it.

  --port N           default: ${STUDIO_PORT}, or the next free port. The browser stores runs per address: use the same
                     port to find them again
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
