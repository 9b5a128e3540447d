import { ABLATION, ablationRows, DEFAULT_ROWS, type AblationNeed, type AblationRow } from '../config/ablation.ts';
import { FOLDS } from '../runs/folds.ts';
import { EXPORT_KINDS } from '../export/export-files.ts';
import { SIZES } from '../export/precision.ts';
import { COMMAND_OPTIONS } from './command-options.ts';
import { parseConfig, type ConfigArguments } from './config-arguments.ts';
import {
  TAG_INPUTS,
  TAG_FORMATS,
  FINDINGS,
  type StudyOptions,
  type TrainOptions,
  type AblateOptions,
  type EvaluateOptions,
  type TagOptions,
  type CheckOptions,
  type ExportOptions,
  type AgreeOptions,
  type StudioOptions,
  NEEDED,
  SHELLS,
  type CompletionsOptions,
  type Command,
} from './options.ts';
import { oneOf, parse, parseColumns, parseCount, parseDevice, parseTagColumn, required } from './parse-options.ts';
import { parseSearch } from './search-arguments.ts';
import { COMMAND_NAMES, COMMANDS, UsageError } from './usage.ts';

/** @throws UsageError */
export function parseCommandLine(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === '--version') return { name: 'version' };
  if (first === '--help' || first === '-h') return { name: 'help', of: undefined };
  if (first === undefined) throw new UsageError(`Expected a command: ${COMMANDS}.`);
  const name = COMMAND_NAMES.find((command) => command === first);
  if (name === undefined) throw new UsageError(`Unknown command ${first}: expected ${COMMANDS}.`);
  if (rest.includes('--help') || rest.includes('-h')) return { name: 'help', of: name };
  switch (name) {
    case 'train':
      return { name, options: parseTrain(rest) };
    case 'ablate':
      return { name, options: parseAblate(rest) };
    case 'search':
      return { name, options: parseSearch(rest) };
    case 'evaluate':
      return { name, options: parseEvaluate(rest) };
    case 'tag':
      return { name, options: parseTag(rest) };
    case 'check':
      return { name, options: parseCheck(rest) };
    case 'agree':
      return { name, options: parseAgree(rest) };
    case 'export':
      return { name, options: parseExport(rest) };
    case 'studio':
      return { name, options: parseStudio(rest) };
    case 'completions':
      return { name, options: parseCompletions(rest) };
    default:
      return name satisfies never;
  }
}

function parseTrain(args: string[]): TrainOptions {
  const { values } = parse('train', args, COMMAND_OPTIONS.train, 0);
  const { resume, out, weights } = values;
  const options = studyOptions('train', values);
  if (resume && options.seeds > 1) throw new UsageError('--resume continues a single run: remove --seeds.', 'train');
  return { ...options, out: required('train', '--out DIR', out), resume, weights };
}

function parseAblate(args: string[]): AblateOptions {
  const { values } = parse('ablate', args, COMMAND_OPTIONS.ablate, 0);
  const options = studyOptions('ablate', values);
  return {
    ...options,
    rows: parseRows(values.only, {
      vectors: options.embeddings !== undefined,
      encoder: options.encoder !== undefined,
      documents: options.config.context === 'document',
    }),
    out: values.out,
  };
}

interface StudyArguments extends ConfigArguments {
  train?: string[] | undefined;
  dev?: string[] | undefined;
  test?: string[] | undefined;
  embeddings?: string | undefined;
  gazetteer?: string[] | undefined;
  columns?: string | undefined;
  encoder?: string | undefined;
  seeds?: string | undefined;
  device?: string | undefined;
  threads?: string | undefined;
  'tag-column'?: string | undefined;
  json: boolean;
  force: boolean;
}

function studyOptions(command: 'train' | 'ablate', values: StudyArguments): StudyOptions {
  if (values.config !== undefined && values.preset !== undefined) {
    throw new UsageError('--config has all settings: remove --preset.', command);
  }
  const settings = parseConfig(command, values);
  return {
    train: required(command, '--train FILE', values.train),
    dev: values.dev ?? [],
    test: values.test ?? [],
    embeddings: values.embeddings,
    gazetteers: values.gazetteer ?? [],
    inputColumns: parseColumns(values.columns),
    encoder: values.encoder,
    ...settings,
    seeds: parseCount(command, '--seeds', values.seeds) ?? settings.recipe?.seeds ?? 1,
    device: parseDevice(command, values.device),
    threads: parseCount(command, '--threads', values.threads),
    tagColumn: parseTagColumn(command, values['tag-column']),
    json: values.json,
    force: values.force,
  };
}

/** The requested rows, in the order of the table. */
function parseRows(only: string | undefined, has: Record<AblationNeed, boolean>): AblationRow[] {
  const rows = ablationRows((Object.keys(has) as AblationNeed[]).filter((need) => has[need]));
  if (only === undefined) return rows.filter(({ id }) => DEFAULT_ROWS.includes(id));
  const requested = only.split(',');
  const unknown = requested.find((id) => rows.every((row) => row.id !== id));
  if (unknown === undefined) return rows.filter(({ id }) => requested.includes(id));
  const need = ABLATION.find(({ id }) => id === unknown)?.needs;
  const problem = need ? `row ${unknown} needs ${NEEDED[need]}` : `unknown row ${unknown}`;
  throw new UsageError(`--only: ${problem}: expected some of ${rows.map(({ id }) => id).join(',')}.`, 'ablate');
}

function parseEvaluate(args: string[]): EvaluateOptions {
  const {
    values,
    positionals: [model, file],
  } = parse('evaluate', args, COMMAND_OPTIONS.evaluate, 2);
  return {
    model: required('evaluate', 'MODEL', model),
    encoder: values.encoder,
    file: required('evaluate', 'FILE', file),
    device: parseDevice('evaluate', values.device),
    tagColumn: parseTagColumn('evaluate', values['tag-column']),
    json: values.json,
    errors: parseErrorsFile(values.errors),
    train: values.train ?? [],
  };
}

/** The file extension determines the format. */
function parseErrorsFile(path: string | undefined): string | undefined {
  if (path === undefined || /\.(csv|jsonl)$/.test(path)) return path;
  throw new UsageError(`--errors is ${path}: expected a name ending in .csv or .jsonl.`, 'evaluate');
}

function parseTag(args: string[]): TagOptions {
  const {
    values,
    positionals: [model, ...files],
  } = parse('tag', args, COMMAND_OPTIONS.tag, Infinity);
  const leastSure = parseCount('tag', '--least-sure', values['least-sure']);
  const format = oneOf('tag', '--format', TAG_FORMATS, values.format ?? 'conll');
  if (leastSure !== undefined && format !== 'conll') {
    throw new UsageError(`--least-sure writes conll only: remove --format ${format}.`, 'tag');
  }
  if (values.out !== undefined && (leastSure !== undefined || files.length === 0)) {
    const reason =
      leastSure === undefined ? 'name the files to tag' : 'remove --least-sure, which lists sentences of all files';
    throw new UsageError(`--out writes a file for each file: ${reason}.`, 'tag');
  }
  return {
    model: required('tag', 'MODEL', model),
    encoder: values.encoder,
    files,
    out: values.out,
    input: oneOf('tag', '--input', TAG_INPUTS, values.input ?? 'auto'),
    format,
    leastSure,
    device: parseDevice('tag', values.device),
  };
}

function parseCheck(args: string[]): CheckOptions {
  const {
    values,
    positionals: [file],
  } = parse('check', args, COMMAND_OPTIONS.check, 1);
  const folds = parseCount('check', '--folds', values.folds) ?? FOLDS;
  if (folds < 2) throw new UsageError('--folds is 1: expected a whole number of at least 2.', 'check');
  return {
    file: required('check', 'FILE', file),
    embeddings: values.embeddings,
    folds,
    limit: parseCount('check', '--limit', values.limit) ?? FINDINGS,
    weights: values.weights,
    device: parseDevice('check', values.device),
    threads: parseCount('check', '--threads', values.threads),
    tagColumn: parseTagColumn('check', values['tag-column']),
    json: values.json,
  };
}

function parseExport(args: string[]): ExportOptions {
  const {
    values,
    positionals: [model],
  } = parse('export', args, COMMAND_OPTIONS.export, 1);
  return {
    model: required('export', 'MODEL', model),
    kind: oneOf('export', '--as', EXPORT_KINDS, values.as ?? 'zip'),
    size: parseSize(values),
    isPrivate: values.private,
    card: { license: values.license, language: values.language, dataset: values.dataset, example: values.example },
    out: required('export', '--out FILE', values.out),
  };
}

const OF_STUDENTS = ['train', 'dev', 'text', 'teacher', 'seed', 'device', 'threads', 'tag-column'] as const;

type SizeArguments = Partial<Record<'train' | 'dev' | 'text' | 'teacher', string[]>> &
  Partial<Record<'size' | 'seed' | 'device' | 'threads' | 'tag-column', string>>;

function parseSize(values: SizeArguments): ExportOptions['size'] {
  const size = oneOf('export', '--size', SIZES, values.size ?? 'exact');
  if (size !== 'tiny') {
    const given = OF_STUDENTS.find((option) => values[option] !== undefined);
    if (given !== undefined) throw new UsageError(`--${given} is for --size tiny, which trains a model.`, 'export');
    return size;
  }
  if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) {
    throw new UsageError(`--seed is ${values.seed}: expected a whole number of at least 0.`, 'export');
  }
  return {
    train: required('export', '--train FILE, the data of the model, for --size tiny', values.train),
    dev: values.dev ?? [],
    texts: values.text ?? [],
    teachers: values.teacher ?? [],
    seed: values.seed === undefined ? undefined : Number(values.seed),
    device: parseDevice('export', values.device),
    threads: parseCount('export', '--threads', values.threads),
    tagColumn: parseTagColumn('export', values['tag-column']),
  };
}

function parseAgree(args: string[]): AgreeOptions {
  const {
    values,
    positionals: [first, second],
  } = parse('agree', args, COMMAND_OPTIONS.agree, 2);
  return {
    first: required('agree', 'FILE', first),
    second: required('agree', 'a second FILE', second),
    tagColumn: parseTagColumn('agree', values['tag-column']),
    json: values.json,
  };
}

function parseStudio(args: string[]): StudioOptions {
  const { values } = parse('studio', args, COMMAND_OPTIONS.studio, 0);
  const port = parseCount('studio', '--port', values.port);
  if (port !== undefined && port > 65535) {
    throw new UsageError(`--port is ${port}: expected a whole number from 1 to 65535.`, 'studio');
  }
  return { port };
}

function parseCompletions(args: string[]): CompletionsOptions {
  const {
    positionals: [shell],
  } = parse('completions', args, COMMAND_OPTIONS.completions, 1);
  const expected = SHELLS.join(', ');
  return { shell: oneOf('completions', 'The shell', SHELLS, required('completions', `a shell: ${expected}`, shell)) };
}
