import { parseArgs, type ParseArgsConfig } from 'node:util';
import { PRESETS, presetById } from '../config/presets.ts';
import { configProblems, FIELD_NAMES, parseField, type FieldName, type RunConfig } from '../config/schema.ts';
import type { DeviceChoice } from '../kernels/device.ts';

/** The command line was written wrongly: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
  /** Whose help to point to. */
  readonly command: CommandName | undefined;

  constructor(message: string, command?: CommandName) {
    super(message);
    this.command = command;
  }
}

export const COMMAND_NAMES = ['train', 'evaluate', 'tag'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export const DEVICES: readonly DeviceChoice[] = ['auto', 'simd', 'webgpu'];
export const TAG_INPUTS = ['text', 'lines', 'conll'] as const;
export const TAG_FORMATS = ['conll', 'jsonl'] as const;

export interface TrainOptions {
  train: string;
  dev: string | undefined;
  test: string | undefined;
  embeddings: string | undefined;
  config: RunConfig;
  /** Runs, each with another seed, from that of `config` upwards. */
  seeds: number;
  out: string;
  device: DeviceChoice;
  /** Of simd; default: as many as there are cores, up to 8. */
  threads: number | undefined;
  /** Column of the tags, from 0; default the last. */
  tagColumn: number | undefined;
  json: boolean;
  force: boolean;
}

export interface EvaluateOptions {
  model: string;
  file: string;
  device: DeviceChoice;
  tagColumn: number | undefined;
  json: boolean;
}

export interface TagOptions {
  model: string;
  /** Undefined: standard input. */
  file: string | undefined;
  input: (typeof TAG_INPUTS)[number];
  format: (typeof TAG_FORMATS)[number];
  device: DeviceChoice;
}

export type Command =
  | { name: 'help'; of: CommandName | undefined }
  | { name: 'version' }
  | { name: 'train'; options: TrainOptions }
  | { name: 'evaluate'; options: EvaluateOptions }
  | { name: 'tag'; options: TagOptions };

/** @throws UsageError */
export function parseCommandLine(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === '--version') return { name: 'version' };
  if (first === '--help' || first === '-h') return { name: 'help', of: undefined };
  if (first === undefined) throw new UsageError('Expected a command: train, evaluate or tag.');
  const name = COMMAND_NAMES.find((command) => command === first);
  if (name === undefined) throw new UsageError(`${first} is no command: expected train, evaluate or tag.`);
  if (rest.includes('--help') || rest.includes('-h')) return { name: 'help', of: name };
  switch (name) {
    case 'train':
      return { name, options: parseTrain(rest) };
    case 'evaluate':
      return { name, options: parseEvaluate(rest) };
    case 'tag':
      return { name, options: parseTag(rest) };
    default:
      return name satisfies never;
  }
}

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean', default: false } as const;

function parseTrain(args: string[]): TrainOptions {
  const { values, positionals } = parse('train', args, {
    train: TEXT,
    dev: TEXT,
    test: TEXT,
    embeddings: TEXT,
    preset: TEXT,
    set: { type: 'string', multiple: true },
    seed: TEXT,
    seeds: TEXT,
    epochs: TEXT,
    out: TEXT,
    device: TEXT,
    threads: TEXT,
    'tag-column': TEXT,
    json: SWITCH,
    force: SWITCH,
  });
  if (positionals.length > 0) throw new UsageError(`Unexpected argument ${positionals[0]}.`, 'train');
  return {
    train: required('train', '--train FILE', values.train),
    dev: values.dev,
    test: values.test,
    embeddings: values.embeddings,
    config: parseConfig(values),
    seeds: parseCount('train', '--seeds', values.seeds) ?? 1,
    out: required('train', '--out DIR', values.out),
    device: parseDevice('train', values.device),
    threads: parseCount('train', '--threads', values.threads),
    tagColumn: parseTagColumn('train', values['tag-column']),
    json: values.json,
    force: values.force,
  };
}

function parseEvaluate(args: string[]): EvaluateOptions {
  const { values, positionals } = parse('evaluate', args, { device: TEXT, 'tag-column': TEXT, json: SWITCH });
  const [model, file, unexpected] = positionals;
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument ${unexpected}.`, 'evaluate');
  return {
    model: required('evaluate', 'MODEL', model),
    file: required('evaluate', 'FILE', file),
    device: parseDevice('evaluate', values.device),
    tagColumn: parseTagColumn('evaluate', values['tag-column']),
    json: values.json,
  };
}

function parseTag(args: string[]): TagOptions {
  const { values, positionals } = parse('tag', args, { input: TEXT, format: TEXT, device: TEXT });
  const [model, file, unexpected] = positionals;
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument ${unexpected}.`, 'tag');
  return {
    model: required('tag', 'MODEL', model),
    file: file === '-' ? undefined : file,
    input: oneOf('tag', '--input', TAG_INPUTS, values.input ?? 'text'),
    format: oneOf('tag', '--format', TAG_FORMATS, values.format ?? 'conll'),
    device: parseDevice('tag', values.device),
  };
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  command: CommandName,
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node adds advice on arguments that begin with a hyphen: true, but long.
    throw new UsageError(
      `${error.message.replace(/\.? (To specify|Did you forget)[^]*$/, '').replace(/\.$/, '')}.`,
      command,
    );
  }
}

interface ConfigArguments {
  preset?: string | undefined;
  set?: string[] | undefined;
  seed?: string | undefined;
  epochs?: string | undefined;
}

/** The preset, then `--set` in order, then `--seed` and `--epochs`. */
function parseConfig({ preset: id = 'tagsmith', set = [], seed, epochs }: ConfigArguments): RunConfig {
  const preset = presetById(id);
  if (preset === undefined) {
    throw new UsageError(`${id} is no preset: expected one of ${PRESETS.map(({ id }) => id).join(', ')}.`, 'train');
  }
  const assignments = [
    ...set.map(splitAssignment),
    ...(seed === undefined ? [] : [['seed', seed] as const]),
    ...(epochs === undefined ? [] : [['epochs', epochs] as const]),
  ];
  const changes = Object.fromEntries(assignments.map(([name, text]) => [name, valueOf(name, text)]));
  const config: RunConfig = { ...preset.config, ...changes };
  const problems = configProblems(config);
  if (problems.length > 0) throw new UsageError(problems.join(' '), 'train');
  return config;
}

function splitAssignment(text: string): readonly [FieldName, string] {
  const cut = text.indexOf('=');
  if (cut < 0) throw new UsageError(`--set ${text}: expected name=value.`, 'train');
  const name = FIELD_NAMES.find((field) => field === text.slice(0, cut));
  if (name === undefined) {
    throw new UsageError(`${text.slice(0, cut)} is no setting: expected one of ${FIELD_NAMES.join(', ')}.`, 'train');
  }
  return [name, text.slice(cut + 1)];
}

function valueOf(name: FieldName, text: string): RunConfig[FieldName] {
  const parsed = parseField(name, text);
  if ('problem' in parsed) throw new UsageError(`${name}=${text}: ${parsed.problem}`, 'train');
  return parsed.value;
}

function parseDevice(command: CommandName, value = 'auto'): DeviceChoice {
  return oneOf(command, '--device', DEVICES, value);
}

function parseCount(command: CommandName, option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(value))
    throw new UsageError(`${option} is ${value}: expected a whole number from 1.`, command);
  return Number(value);
}

function parseTagColumn(command: CommandName, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new UsageError(`--tag-column is ${value}: expected a whole number from 0.`, command);
  return Number(value);
}

function required(command: CommandName, what: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`Expected ${what}.`, command);
  return value;
}

function oneOf<const V extends string>(command: CommandName, option: string, choices: readonly V[], value: string): V {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`${option} is ${value}: expected ${choices.join(', ')}.`, command);
  return found;
}
