import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { version } from '../../package.json';
import { ABLATION } from '../config/ablation.ts';
import { presetById } from '../config/presets.ts';
import { DEFAULT_CONFIG, FIELD_NAMES } from '../config/schema.ts';
import { COMMANDS, parseCommandLine } from './command-line.ts';
import { command as ablate } from './commands/ablate.ts';
import { command as evaluate } from './commands/evaluate.ts';
import { command as exportCommand } from './commands/export.ts';
import { command as tag } from './commands/tag.ts';
import { command as train } from './commands/train.ts';
import { flagName } from './parsing/flags.ts';
import { commandHelp, mainHelp } from './parsing/help.ts';
import { Terminal } from './terminal.ts';
import { UsageError } from './parsing/usage.ts';
import { AS_INFERRED } from './testing.ts';

const words = (line: string) => line.split(' ').filter((word) => word !== '');
const parse = (line: string) => parseCommandLine(words(line));
const trainOptions = (line: string) => train.parse(words(`--train a.conll --out model ${line}`));

describe('train', () => {
  test('defaults', () => {
    expect(trainOptions('')).toEqual({
      train: ['a.conll'],
      dev: [],
      test: [],
      embeddings: undefined,
      gazetteer: [],
      encoder: undefined,
      config: DEFAULT_CONFIG,
      set: [],
      configForDocuments: { ...DEFAULT_CONFIG, context: 'document', consistency: 2.5 },
      seeds: 1,
      out: 'model',
      device: 'auto',
      ...AS_INFERRED,
      json: false,
      force: false,
      from: undefined,
      resume: false,
      unlabelled: [],
    });
  });

  test('every option', () => {
    const line =
      '--train b.conll --dev b --test c --embeddings d --gazetteer e --gazetteer f.csv --columns pos,chunk --encoder g --device simd --threads 2 --seeds 5 --tag-column 1 --json --force';
    expect(trainOptions(line)).toMatchObject({
      train: ['a.conll', 'b.conll'],
      dev: ['b'],
      test: ['c'],
      embeddings: 'd',
      gazetteer: ['e', 'f.csv'],
      columns: ['pos', 'chunk'],
      encoder: 'g',
      device: 'simd',
      threads: 2,
      seeds: 5,
      ...AS_INFERRED,
      tagColumn: 1,
      json: true,
      force: true,
    });
  });

  test('leaves the choice of sentences or documents to the files, unless recipe or context are named', () => {
    const { config, configForDocuments } = trainOptions('--epochs 4 --set hidden=9');
    expect(config).toMatchObject({ context: 'sentence', epochs: 4, hidden: 9 });
    expect(configForDocuments).toEqual({ ...config, context: 'document', consistency: 2.5 });
    for (const chosen of ['--preset tagsmith', '--set context=sentence', '--set context=document']) {
      expect(trainOptions(chosen).configForDocuments).toBeUndefined();
    }
  });

  test('applies the preset, then --set in order, then --seed and --epochs', () => {
    const { config } = trainOptions(
      '--epochs 4 --preset ncrfpp --set hidden=7 --set hidden=9 --set seed=3 --set lowercase=false --seed 5',
    );
    expect(config).toEqual({ ...presetById('ncrfpp')!.config, hidden: 9, seed: 5, epochs: 4, lowercase: false });
  });

  test('a value may contain an equals sign', () => {
    expect(() => trainOptions('--set cell=a=b')).toThrow(/cell=a=b: .*expected one of lstm, gru, rnn/);
  });
});

describe('ablate', () => {
  const ablateOptions = (line: string) => ablate.parse(words(`--train a.conll ${line}`));
  const rowsOf = (line: string) => ablateOptions(line).rows.map(({ id }) => id);

  test('defaults to the model rows; without vectors, to those that need none', () => {
    const ofModel = ABLATION.filter(({ group }) => group === 'model');
    expect(rowsOf('--embeddings v --encoder e --set context=document')).toEqual(ofModel.map(({ id }) => id));
    expect(rowsOf('')).toEqual(ofModel.filter(({ needs }) => needs === undefined).map(({ id }) => id));
  });

  test('--only selects rows, in the order of the table', () => {
    expect(rowsOf('--only char-cnn,softmax')).toEqual(['softmax', 'char-cnn']);
    expect(rowsOf('--only data-50,data-100')).toEqual(['data-50', 'data-100']);
    expect(() => rowsOf('--only softmax,cnn')).toThrow(
      /--only: unknown row cnn: expected some of features,softmax,crf/,
    );
    expect(() => rowsOf('--only no-vectors')).toThrow(/--only: row no-vectors needs --embeddings/);
    expect(() => rowsOf('--only no-documents')).toThrow(/row no-documents needs --set context=document/);
  });

  test('takes settings and seeds like train', () => {
    const options = ablateOptions('--preset ma-hovy --set hidden=9 --seeds 3 --epochs 2 --json');
    const { config } = presetById('ma-hovy')!;
    expect(options).toMatchObject({
      config: { ...config, hidden: 9, epochs: 2 },
      seeds: 3,
      out: undefined,
      json: true,
      force: false,
    });
  });
});

test('export', () => {
  const options = (line: string) => exportCommand.parse(words(`m.zip --out f ${line}`));
  expect(options('')).toMatchObject({ model: 'm.zip', as: 'zip', size: 'exact', private: false, out: 'f' });
  expect(options('--as page --size small --private --license mit')).toMatchObject({
    as: 'page',
    size: 'small',
    private: true,
    license: 'mit',
  });
  const tiny = '--size tiny --train a --train b --dev c --text d --teacher n.zip --seed 7';
  expect(options(tiny)).toMatchObject({
    train: ['a', 'b'],
    dev: ['c'],
    text: ['d'],
    teacher: ['n.zip'],
    seed: 7,
    device: 'auto',
    threads: undefined,
    ...AS_INFERRED,
  });
  expect(parse('export m --out f').trained).toBeUndefined();
  expect(parse('export m --out f --size tiny --train a').trained).toBe('a model');
});

describe('evaluate and tag', () => {
  test('model and file', () => {
    expect(evaluate.parse(words('m.zip --json dev.conll'))).toEqual({
      model: 'm.zip',
      file: 'dev.conll',
      device: 'auto',
      acceptLosses: false,
      json: true,
      names: [],
      stress: false,
      train: [],
      typesOf: [],
      typesAs: [],
    });
  });

  test('tags standard input, or any number of files', () => {
    const rest = { input: 'auto', format: 'conll', textField: [], resume: false, device: 'auto' };
    const options = { model: 'm', files: [], ...rest };
    expect(tag.parse(['m'])).toEqual(options);
    expect(tag.parse(words('m - a b'))).toEqual({ ...options, files: ['-', 'a', 'b'] });
    expect(tag.parse(words('m f --input lines --format jsonl'))).toMatchObject({
      files: ['f'],
      input: 'lines',
      format: 'jsonl',
    });
  });
});

test.each([
  ['', /Expected a command/],
  ['tag m --out d', /--out writes a file for each file: name the files to tag/],
  ['tag m f --out d --least-sure 3', /remove --least-sure/],
  ['tag m f --text-field a --input lines', /--text-field is for records: remove --input lines/],
  ['train --train a --out o --unlabelled u --seeds 2', /--unlabelled trains several models from scratch/],
  ['evaluate m f --names n', /--names is for --stress/],
  ['calibrate m f --read 5 --precision 0.9', /Expected one of --precision, --read and --threshold/],
  ['tag m f --min-confidence 0.9', /--min-confidence marks entities, which conll does not list/],
  ['tag m f --min-confidence 2 --format csv', /--min-confidence is 2: expected a number from 0 to 1/],
  ['completions', /Expected a shell: bash, zsh, fish/],
  ['completions cmd', /expected bash, zsh, fish/],
  ['fly', /Unknown command fly: expected train/],
  ['train --out x', /Expected --train FILE/],
  ['train --train x', /Expected --out DIR/],
  ['train --train x --out y z', /Unexpected argument z/],
  ['train --train', /'--train <value>' argument missing\.$/],
  ['train --bogus', /Unknown option '--bogus'\.$/],
  ['train --seed -1', /'--seed' argument is ambiguous\. .* use '--seed=-XYZ'\.$/],
  ['train --train x --out y --preset z', /Unknown preset z: expected one of tagsmith, .*ma-hovy/],
  ['train --train x --out y --set hidden', /--set hidden: expected name=value/],
  ['train --train x --out y --set size=3', /Unknown setting size: expected one of seed, epochs/],
  ['train --train x --out y --set hidden=big', /hidden=big: .* a whole number from 1 to 1024/],
  ['train --train x --out y --epochs 0', /epochs=0: epochs is 0: expected a whole number from 1/],
  ['train --train x --out y --set charEncoder=lstm --set charFeatures=5', /an even number/],
  ['train --train x --out y --device cuda', /--device is cuda: expected auto, simd, webgpu/],
  ['train --train x --out y --threads none', /--threads is none: expected a whole number of at least 1/],
  [
    'train --train x --out y --from z --embeddings v',
    /--from continues with the words, vectors and inputs of the model/,
  ],
  ['train --train x --out y --seeds 2 --resume', /--resume continues a single run: remove --seeds/],
  ['train --train x --out y --seeds 0', /--seeds is 0: expected a whole number from 1 to 1000/],
  ['export m', /Expected --out FILE/],
  ['export m --out f --size huge', /--size is huge: expected exact, half, small, tiny/],
  ['export m --out f --size tiny', /Expected --train FILE, the data of the model, for --size tiny/],
  ['export m --out f --size small --text x', /--text is for --size tiny/],
  ['export m --out f --size tiny --train x --seed one', /--seed is one: expected a whole number/],
  ['evaluate m', /Expected FILE/],
  ['evaluate m f g', /Unexpected argument g/],
  ['evaluate m f --errors out.txt', /--errors is out\.txt: expected a name ending in \.csv or \.jsonl/],
  ['tag m f --least-sure some', /--least-sure is some: expected a whole number of at least 1/],
  ['tag m f --least-sure 9 --format csv', /--least-sure writes conll only: remove --format csv/],
  ['evaluate m f --tag-column last', /--tag-column is last: expected a whole number/],
  ['tag', /Expected MODEL/],
  ['tag m --format xml', /--format is xml: expected conll, jsonl, csv/],
])('refuses "%s"', (line, message) => {
  expect(() => parse(line)).toThrow(UsageError);
  expect(() => parse(line)).toThrow(message);
});

test.each([
  ['evalute m f', 'Did you mean evaluate?'],
  ['train --train x --out y --epoch 3', 'Did you mean --epochs?'],
  ['train --train x --out y --set hiden=3', 'Did you mean hidden?'],
  ['train --train x --out y --preset tagsmih', 'Did you mean tagsmith?'],
  ['tag m --format json', 'Did you mean jsonl?'],
])('"%s": %s', (line, message) => {
  expect(() => parse(line)).toThrow(message);
});

function helpOf(line: string): string {
  let help = '';
  const terminal = new Terminal({ write: (text) => (help += text) }, { write: () => undefined });
  void parse(line).run(terminal, new AbortController().signal, COMMANDS);
  return help;
}

test('help is recognised anywhere in the arguments', () => {
  expect(helpOf('--help')).toBe(mainHelp(COMMANDS));
  expect(helpOf('train --epochs nonsense --help')).toBe(commandHelp(train));
  expect(helpOf('tag -h')).toBe(commandHelp(tag));
  expect(helpOf('help')).toBe(mainHelp(COMMANDS));
  expect(helpOf('help tag')).toBe(commandHelp(tag));
  expect(() => helpOf('help trian')).toThrow(/Unknown command trian.* Did you mean train\?/);
  for (const flag of ['--version', '-V']) expect(helpOf(flag)).toBe(`${version}\n`);
  for (const name of FIELD_NAMES) expect(commandHelp(train)).toContain(`  ${name}=`);
});

describe.each(COMMANDS.map((command) => [command.name, command] as const))('%s', (_, command) => {
  const help = commandHelp(command);

  test('is a file of this name, and in the list of commands', () => {
    expect(import.meta.glob('./commands/*.ts')).toHaveProperty([`./commands/${command.name}.ts`]);
    expect(mainHelp(COMMANDS)).toContain(`  tagsmith ${command.name} `);
  });

  test('its help describes every argument and flag, in lines of at most 120 columns', () => {
    for (const { value } of Object.values(command.args)) expect(help).toContain(value);
    const lines = help.split('\n');
    for (const [key, flag] of Object.entries(command.flags)) {
      const head = `${flagName(key)}${flag.value === '' ? '' : ` ${flag.value}`}`;
      expect(
        lines.some((line) => (line.startsWith('  ') && `${line} `.includes(`${head} `)) || line.includes(`${head},`)),
      ).toBe(true);
      expect(flag.help).not.toBe('');
    }
    expect(lines.filter((line) => line.startsWith(' '.repeat(21)) && line.length > 120)).toEqual([]);
  });
});

test('the guides name only commands and flags that exist', () => {
  const guides = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const texts = ['README.md', ...guides.map((name) => `docs/${name}`)].map((path) => readFileSync(path, 'utf8'));
  const calls = texts.flatMap((text) => Array.from(text.matchAll(/(?:npx |`)tagsmith ([a-z]+)([^`#|\n]*)/g)));
  expect(calls.length).toBeGreaterThan(20);
  const unknown = calls.flatMap(([call, name, rest = '']) => {
    const command = COMMANDS.find((one) => one.name === name);
    if (command === undefined) return [call];
    const known = ['--help', ...Object.keys(command.flags).map(flagName)];
    return (rest.match(/--[a-z][a-z-]*/g) ?? []).filter((flag) => !known.includes(flag)).map((flag) => call + flag);
  });
  expect(unknown).toEqual([]);
});
