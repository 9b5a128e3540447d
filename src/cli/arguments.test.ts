import { describe, expect, test } from 'vitest';
import { ABLATION } from '../config/ablation.ts';
import { presetById } from '../config/presets.ts';
import { DEFAULT_CONFIG, FIELD_NAMES } from '../config/schema.ts';
import { parseCommandLine } from './arguments.ts';
import type { AblateOptions, TrainOptions } from './options.ts';
import { helpText } from './help.ts';
import { UsageError } from './usage.ts';

const parse = (line: string) => parseCommandLine(line.split(' ').filter((word) => word !== ''));

function trainOptions(line: string): TrainOptions {
  const command = parse(`train --train a.conll --out model ${line}`);
  if (command.name !== 'train') throw new Error(`read as ${command.name}`);
  return command.options;
}

describe('train', () => {
  test('defaults', () => {
    expect(trainOptions('')).toEqual({
      train: ['a.conll'],
      dev: [],
      test: [],
      embeddings: undefined,
      gazetteers: [],
      encoder: undefined,
      config: DEFAULT_CONFIG,
      configForDocuments: { ...DEFAULT_CONFIG, context: 'document', consistency: 2.5 },
      seeds: 1,
      out: 'model',
      device: 'auto',
      tagColumn: undefined,
      json: false,
      force: false,
      resume: false,
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
      gazetteers: ['e', 'f.csv'],
      inputColumns: ['pos', 'chunk'],
      encoder: 'g',
      device: 'simd',
      threads: 2,
      seeds: 5,
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
  const ablateOptions = (line: string): AblateOptions => {
    const command = parse(`ablate --train a.conll ${line}`);
    if (command.name !== 'ablate') throw new Error(`read as ${command.name}`);
    return command.options;
  };
  const rowsOf = (line: string) => ablateOptions(line).rows.map(({ id }) => id);

  test('defaults to the model rows; without vectors, to those that need none', () => {
    const ofModel = ABLATION.filter(({ group }) => group === 'model');
    expect(rowsOf('--embeddings v --encoder e --set context=document')).toEqual(ofModel.map(({ id }) => id));
    expect(rowsOf('')).toEqual(ofModel.filter(({ needs }) => needs === undefined).map(({ id }) => id));
  });

  test('--only selects rows, in the order of the table', () => {
    expect(rowsOf('--only char-cnn,softmax')).toEqual(['softmax', 'char-cnn']);
    expect(rowsOf('--only data-50,data-100')).toEqual(['data-50', 'data-100']);
    expect(() => rowsOf('--only softmax,cnn')).toThrow(/--only: unknown row cnn: expected some of softmax,crf/);
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
  const defaults = { model: 'm.zip', kind: 'zip', size: 'exact', isPrivate: false, card: {}, out: 'f' };
  expect(parse('export m.zip --out f')).toEqual({ name: 'export', options: defaults });
  expect(parse('export m.zip --as page --size small --private --out f')).toEqual({
    name: 'export',
    options: { ...defaults, kind: 'page', size: 'small', isPrivate: true },
  });
  const tiny = 'export m.zip --size tiny --train a --train b --dev c --text d --teacher n.zip --seed 7 --out f';
  expect(parse(tiny)).toEqual({
    name: 'export',
    options: {
      ...defaults,
      size: {
        train: ['a', 'b'],
        dev: ['c'],
        texts: ['d'],
        teachers: ['n.zip'],
        seed: 7,
        device: 'auto',
        threads: undefined,
        tagColumn: undefined,
      },
    },
  });
});

describe('evaluate and tag', () => {
  test('model and file', () => {
    expect(parse('evaluate m.zip --json dev.conll')).toEqual({
      name: 'evaluate',
      options: {
        model: 'm.zip',
        file: 'dev.conll',
        device: 'auto',
        tagColumn: undefined,
        json: true,
        errors: undefined,
        train: [],
      },
    });
  });

  test('tags standard input, or any number of files', () => {
    const options = { model: 'm', files: [], input: 'auto', format: 'conll', device: 'auto' };
    expect(parse('tag m')).toEqual({ name: 'tag', options });
    expect(parse('tag m - a b')).toEqual({ name: 'tag', options: { ...options, files: ['-', 'a', 'b'] } });
    expect(parse('tag m f --input lines --format jsonl')).toMatchObject({
      options: { files: ['f'], input: 'lines', format: 'jsonl' },
    });
  });
});

test.each([
  ['', /Expected a command/],
  ['tag m --out d', /--out writes a file for each file: name the files to tag/],
  ['tag m f --out d --least-sure 3', /remove --least-sure/],
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
  ['train --train x --out y --seeds 2 --resume', /--resume continues a single run: remove --seeds/],
  ['train --train x --out y --seeds 0', /--seeds is 0: expected a whole number of at least 1/],
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

test('help is recognised anywhere in the arguments', () => {
  expect(parse('--help')).toEqual({ name: 'help', of: undefined });
  expect(parse('train --epochs nonsense --help')).toEqual({ name: 'help', of: 'train' });
  expect(parse('tag -h')).toEqual({ name: 'help', of: 'tag' });
  expect(parse('--version')).toEqual({ name: 'version' });
  for (const name of FIELD_NAMES) expect(helpText('train')).toContain(`  ${name}=`);
});
