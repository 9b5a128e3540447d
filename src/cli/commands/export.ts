import { dirname, join } from 'node:path';
import { EXPORT_ENDINGS, EXPORT_KINDS, exportFiles } from '../../export/export-files.ts';
import { SIZES } from '../../export/precision.ts';
import { toWrite } from '../../export/model-bundle.ts';
import { trainTiny } from '../runs/distill.ts';
import { defineCommand } from '../parsing/command.ts';
import {
  argument,
  flagName,
  oneOf,
  required,
  text,
  texts,
  toggle,
  under,
  whole,
  type ValuesOf,
} from '../parsing/flags.ts';
import { DEVICE, READING, THREADS } from '../parsing/shared-flags.ts';
import { UsageError } from '../parsing/usage.ts';
import { writeAtomically } from '../files.ts';
import { count } from '../format.ts';
import { readModelFile } from '../inputs/inputs.ts';
import type { Terminal } from '../terminal.ts';

const ARGS = { model: argument('MODEL') };

const STUDENT = {
  train: texts('FILE', 'the training data of the model. --train, --dev, --text and --teacher may be repeated'),
  dev: texts('FILE', 'data that selects the best epoch, and for its score; default: a tenth of the training sentences'),
  text: texts('FILE', 'more unlabelled text of the kind that the model will tag'),
  teacher: texts(
    'MODEL',
    'another model with the same tags, for example of another seed: their predictions are averaged',
  ),
  seed: whole('N', 'default: that of the model', 0),
  device: DEVICE,
  threads: THREADS,
  ...READING,
};

const FLAGS = {
  as: oneOf(
    EXPORT_KINDS,
    'zip',
    `zip (default): the model bundle, which the studio and the command line read
page: one HTML file that tags texts in a browser, from disk, offline
runtime: one JavaScript module with the model inside; its function load() opens it`,
  ),
  size: oneOf(
    SIZES,
    'exact',
    `exact (default): float32. half: float16. small: int8 with scales. The smaller ones may tag some tokens differently; the page's export dialog measures them.
tiny: a smaller model, trained in minutes to imitate this one on its training data`,
  ),
  private: toggle('store hashes in place of training words, and no frequencies'),
  documents: toggle(
    'a page also reads documents: Word, OpenDocument, Excel, mail, HTML, Markdown; not PDF (50 kB more)',
  ),
  out: required(text('FILE', 'the file to write')),
  ...under('For --size tiny:', STUDENT),
  ...under('For the model card (README.md), with which the unpacked zip can be uploaded to the Hugging Face Hub:', {
    license: text('ID', 'for example cc-by-4.0'),
    language: text('CODES', 'for example en, or de,fr'),
    dataset: text('ID', 'the training data on the Hub'),
    example: text('TEXT', 'a sentence to try the model on'),
  }),
};

type ExportOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'export',
  place: 9,
  summary: 'write a model as a page, a JavaScript module, or smaller',
  about: 'Writes a model in another form or size. MODEL is a model.zip or its folder.',
  args: ARGS,
  flags: FLAGS,
  check(values) {
    const { size, train } = values;
    if (values.documents && values.as !== 'page') throw new UsageError('--documents is for --as page.');
    if (size === 'tiny' && train.length === 0) {
      throw new UsageError('Expected --train FILE, the data of the model, for --size tiny.');
    }
    if (size === 'tiny') return values;
    const given = (Object.keys(STUDENT) as (keyof typeof STUDENT)[]).find((key) => isGiven(key, values[key]));
    if (given !== undefined) throw new UsageError(`${flagName(given)} is for --size tiny, which trains a model.`);
    return values;
  },
  trained: ({ size }) => (size === 'tiny' ? 'a model' : undefined),
  run: exportModel,
});

function isGiven(key: keyof typeof STUDENT, value: ExportOptions[keyof typeof STUDENT]): boolean {
  if (key === 'device') return value !== 'auto';
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}

/** @throws StudioError BadInput, BadModel, Cancelled */
async function exportModel(terminal: Terminal, options: ExportOptions, signal: AbortSignal): Promise<void> {
  const { model, as: kind, size, private: isPrivate, license, language, dataset, example, out } = options;
  const { documents: readsDocuments } = options;
  const isTiny = size === 'tiny';
  const bundle = isTiny
    ? await trainTiny(terminal, model, options, signal)
    : toWrite((await readModelFile(model)).bundle);
  const precision = isTiny ? 'small' : size;
  const card = { license, language, dataset, example };
  const ending = EXPORT_ENDINGS[kind];
  const path = out.endsWith(ending) ? out : `${out}${ending}`;
  const name = path.slice(path.lastIndexOf('/') + 1, -ending.length);
  for (const [file, bytes] of Object.entries(
    exportFiles(kind, name, bundle, { precision, isPrivate, readsDocuments, card }),
  )) {
    const target = join(dirname(path), file);
    await writeAtomically(target, bytes);
    terminal.note(`Wrote ${target}, ${count(bytes.length)} bytes.`);
  }
}
