import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../package.json';
import { epochsIn, finish, objects, SENTENCES, tagsmith, VECTORS, type Outcome } from './testing.ts';

const SMALL = ['--set', 'hidden=6', '--set', 'charFeatures=6', '--set', 'batchSize=2'];
const TIMEOUT = 180_000;

interface Metrics {
  config: { seed: number };
  runs: { dev: { f1: number } }[];
  mean: { dev: { f1: number } };
  sd: { dev: { f1: number } };
}

describe('the built command line', { timeout: TIMEOUT }, () => {
  let folder = '';
  let corpus = '';
  let model = '';
  let launched: Outcome;
  let trained: Outcome;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tagsmith-cli-'));
    [corpus, model] = [join(folder, 'all.conll'), join(folder, 'model')];
    const vectors = join(folder, 'vectors.txt');
    await writeFile(corpus, SENTENCES);
    await writeFile(vectors, VECTORS);
    launched = await finish(spawn(process.execPath, ['bin/tagsmith.mjs', '--version'])); // builds it
    const files = ['--train', corpus, '--dev', corpus, '--test', corpus, '--embeddings', vectors, '--out', model];
    trained = await tagsmith(['train', ...files, ...SMALL, '--epochs', '3', '--device', 'simd', '--json']);
  }, TIMEOUT);

  afterAll(() => rm(folder, { recursive: true }));

  test('is built by its launcher', () => {
    expect(launched).toMatchObject({ code: 0, out: `${version}\n` });
  });

  test('is rebuilt when a WebAssembly module is newer', async () => {
    await utimes('src/kernels/simd/generated/tagsmith.relaxed.wasm', new Date(), new Date());
    const launch = () => finish(spawn(process.execPath, ['bin/tagsmith.mjs', '--version']));
    expect(await launch()).toMatchObject({ code: 0, err: expect.stringContaining('Building') as string });
    expect(await launch()).toMatchObject({ code: 0, err: '' });
  });

  test('train --json: one line per epoch, and one for the test file', async () => {
    expect(trained).toMatchObject({ code: 0 });
    const lines = objects(trained.out);
    expect(lines.map(({ epoch, test: name }) => epoch ?? name)).toEqual([1, 2, 3, corpus]);
    const fields = ['epoch', 'loss', 'devLoss', 'devF1', 'byType', 'tokensPerSecond', 'seconds', 'seed'];
    expect(Object.keys(lines[0]!)).toEqual(fields);
    for (const { loss, tokensPerSecond } of lines.slice(0, 3)) {
      expect(loss).toBeGreaterThan(0);
      expect(tokensPerSecond).toBeGreaterThan(0);
    }
    expect(trained.err).toMatch(/ 8 entities \(PER 4, LOC 3, ORG 1\) in IOB1[^]*\npreset tagsmith-documents: /);
    const metrics = JSON.parse(await readFile(join(model, 'metrics.json'), 'utf8')) as Record<string, unknown>;
    const { test: _, seed, ...scores } = lines[3]!;
    expect(seed).toBe(1);
    const epochs = lines.slice(0, 3).map(({ seed: __, ...epoch }) => epoch);
    expect(metrics).toMatchObject({ epochs, test: scores, config: { hidden: 6, wordDim: 5 } });
    expect(metrics).not.toHaveProperty('runs');
  });

  test('train --config metrics.json: the same again, on the same data', async () => {
    const args = ['train', '--config', join(model, 'metrics.json'), '--out', join(folder, 'once again'), '--json'];
    const data = ['--train', corpus, '--dev', corpus, '--test', corpus, '--embeddings', join(folder, 'vectors.txt')];
    const again = await tagsmith([...args, ...data]);
    expect(again.err).toContain(`data: the same as in ${join(model, 'metrics.json')}\n`);
    expect(again.err).toContain(`For a report of the run: tagsmith report '${join(folder, 'once again')}'\n`);
    expect(await epochsIn(join(folder, 'once again'))).toEqual(await epochsIn(model));
    const other = await tagsmith([...args, '--train', corpus, '--force', '--epochs', '1']);
    expect(other.err).toContain('so scores may differ: dev data are missing, test data are missing, vectors are');
  });

  test('train --seeds: one run per seed, mean and standard deviation, and the best model', async () => {
    const out = join(folder, 'seeds');
    const args = ['train', '--train', corpus, '--dev', corpus, '--test', corpus, '--out', out, ...SMALL];
    const { code, out: text } = await tagsmith([...args, '--epochs', '4', '--seeds', '2', '--seed', '7', '--json']);
    expect(code).toBe(0);
    const lines = objects(text);
    expect(lines.map(({ seed, epoch }) => [seed, epoch])).toEqual([
      ...[1, 2, 3, 4, undefined].map((epoch) => [7, epoch]),
      ...[1, 2, 3, 4, undefined].map((epoch) => [8, epoch]),
      [undefined, undefined],
    ]);
    const metrics = JSON.parse(await readFile(join(out, 'metrics.json'), 'utf8')) as Metrics;
    const f1s = metrics.runs.map(({ dev }) => dev.f1);
    const best = f1s[1]! > f1s[0]! ? 1 : 0;
    expect(metrics.mean.dev.f1).toBeCloseTo((f1s[0]! + f1s[1]!) / 2, 12);
    expect(metrics.sd.dev.f1).toBeCloseTo(Math.abs(f1s[0]! - f1s[1]!) / Math.SQRT2, 12);
    expect(lines.at(-1)).toEqual({ runs: 2, bestSeed: 7 + best, mean: metrics.mean, sd: metrics.sd });
    expect(metrics.config.seed).toBe(7 + best);
    const { seed: _, test: __, ...scores } = lines[best === 0 ? 4 : 9]!;
    const scored = await tagsmith(['evaluate', out, corpus, '--json', '--device', 'simd']);
    expect(objects(scored.out)).toEqual([expect.objectContaining(scores)]);
  });

  test('ablate: one row per model and one run per seed, as a table and as files', async () => {
    const out = join(folder, 'ablation');
    const args = ['ablate', '--train', corpus, '--dev', corpus, '--only', 'softmax,char-cnn', '--out', out, ...SMALL];
    const options = ['--epochs', '2', '--seeds', '2', '--device', 'simd'];
    const json = await tagsmith([...args, ...options, '--json']);
    expect(json).toMatchObject({ code: 0 });
    const lines = objects(json.out);
    expect(lines.slice(0, 4).map(({ label, seed }) => [label, seed])).toEqual([
      ['BiLSTM + softmax', 1],
      ['BiLSTM + softmax', 2],
      ['BiLSTM + char-CNN + CRF', 1],
      ['BiLSTM + char-CNN + CRF', 2],
    ]);
    const { rows } = lines[4] as { rows: { id: string; runs: number; parameters: number }[] };
    expect(rows.map(({ id, runs }) => [id, runs])).toEqual([
      ['softmax', 2],
      ['char-cnn', 2],
    ]);
    expect(rows[0]!.parameters).toBeLessThan(rows[1]!.parameters);
    const file = JSON.parse(await readFile(join(out, 'ablation.json'), 'utf8')) as { rows: Record<string, unknown>[] };
    expect(file.rows[0]).toMatchObject(rows[0]!);
    expect(file.rows[0]).toMatchObject({ runResults: lines.slice(0, 2), changes: { constraints: false } });
    expect(await readFile(join(out, 'ablation.md'), 'utf8')).toMatch(
      /\| BiLSTM \+ softmax \| \d+\.\d\d ± \d+\.\d\d \|/,
    );

    expect((await tagsmith([...args, ...options])).err).toMatch(/An ablation already exists: .*--force\.\n$/);
    const table = await tagsmith([...args, '--epochs', '1', '--device', 'simd', '--force']);
    expect(table.out).toMatch(/^model .*dev F1 .*\nBiLSTM \+ softmax .*\nBiLSTM \+ char-CNN \+ CRF .*\n$/);
  });

  test('ablate: without any result, the existing table is not replaced', async () => {
    const out = join(folder, 'hours');
    const figures = join(out, 'ablation.json');
    await mkdir(out);
    await writeFile(figures, 'hours of work');
    const long = join(folder, 'long.conll');
    await writeFile(long, `${SENTENCES}\n`.repeat(30));
    const bursting = ['learningRate=10', 'optimizer=sgd', 'momentum=0.999', 'clipNorm=0', 'l2=1', 'batchSize=1'];
    const settings = ['hidden=4', ...bursting].flatMap((setting) => ['--set', setting]);
    const failed = await tagsmith(['ablate', '--train', long, '--only', 'crf', '--out', out, '--force', ...settings]);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.err).toMatch(/tagsmith: The loss became .*\n$/);
    expect(await readFile(figures, 'utf8')).toBe('hours of work');
  });

  test('train: a folder that is not writable is reported before training', async () => {
    const { code, out, err } = await tagsmith(['train', '--train', corpus, '--out', corpus, ...SMALL]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`tagsmith: Cannot write to ${corpus}: it is not a folder.`);
  });

  test('train: an existing model is replaced only with --force', async () => {
    const refused = await tagsmith(['train', '--train', corpus, '--out', model]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/^tagsmith: A model already exists: .*--force\.\n$/);
    const other = join(folder, 'other');
    const args = ['train', '--train', corpus, '--out', other, ...SMALL, '--epochs', '1', '--device', 'simd'];
    const first = await tagsmith([...args, '--train', corpus]);
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/^epoch .*\n {4}1 .*\*.*\n$/);
    expect(first.err).toContain('no --dev file; holding out 1 of 6 training sentences');
    const { data } = JSON.parse(await readFile(join(other, 'metrics.json'), 'utf8')) as { data: object };
    expect(data).toMatchObject({ train: { files: [corpus, corpus], sentences: 6 } });
    expect(await tagsmith([...args, '--force'])).toMatchObject({ code: 0 });
  });

  test('evaluate: the same scores as after training', async () => {
    const scored = await tagsmith(['evaluate', model, corpus, '--json', '--device', 'simd']);
    expect(scored).toMatchObject({ code: 0 });
    const { test: _, seed: __, ...scores } = objects(trained.out)[3]!;
    expect(objects(scored.out)).toEqual([expect.objectContaining(scores)]);
    const table = await tagsmith(['evaluate', join(model, 'model.zip'), corpus, '--device', 'simd']);
    expect(table.out).toMatch(/^type +precision +recall +F1 +support\nLOC .*\nORG .*\nPER .*\noverall .*\nrelaxed F1/);
  });

  test('evaluate --errors: writes JSON lines or CSV', async () => {
    const rivers = join(folder, 'rivers.conll'); // the model does not have the type
    await writeFile(rivers, 'left O\n\nMio B-RIVER\nleft O\n');
    const save = async (name: string) => {
      const path = join(folder, name);
      const saved = await tagsmith(['evaluate', model, rivers, '--errors', path, '--device', 'simd']);
      expect(saved).toMatchObject({ code: 0 });
      return readFile(path, 'utf8');
    };
    const river = { type: 'RIVER', text: 'Mio', start: 0, end: 1 };
    expect(objects(await save('errors.jsonl'))).toContainEqual(
      expect.objectContaining({ line: 3, gold: river, tokens: ['Mio', 'left'] }),
    );
    expect(await save('errors.csv')).toMatch(/^line,kind,.*\n(.*\n)*3,[a-z-]+,RIVER,Mio,0,1,.*,Mio left,\n/);
    const nowhere = join(rivers, 'errors.csv'); // the scores are still printed
    const { code, out, err } = await tagsmith(['evaluate', model, rivers, '--errors', nowhere, '--device', 'simd']);
    expect(code).toBe(1);
    expect(out).toContain('overall');
    expect(err).toContain(`tagsmith: Cannot write to ${rivers}: it is not a folder.`);
  });

  test('tag: plain text from standard input, with character offsets', async () => {
    const text = 'Ada left Sundvik. 🙂 Mio met Ada.\n';
    const tagged = await tagsmith(['tag', model, '--format', 'jsonl', '--device', 'simd'], text);
    expect(tagged).toMatchObject({ code: 0 });
    const sentences = objects(tagged.out) as { tokens: { text: string; start: number; end: number }[] }[];
    const tokens = sentences.flatMap((sentence) => sentence.tokens);
    expect(tokens.map((token) => token.text).join(' ')).toBe('Ada left Sundvik . 🙂 Mio met Ada .');
    const characters = [...text]; // code points
    for (const token of tokens) expect(characters.slice(token.start, token.end).join('')).toBe(token.text);
  });

  test('tag: one sentence per line, and CoNLL columns', async () => {
    const lines = join(folder, 'lines.txt');
    await writeFile(lines, 'Ada left. Mio too.\r\n\r\nMio left');
    const tagged = await tagsmith(['tag', model, lines, '--input', 'lines', '--format', 'jsonl', '--device', 'simd']);
    expect(objects(tagged.out).map(({ text }) => text)).toEqual(['Ada left. Mio too.', '', 'Mio left']);
    const columns = await tagsmith(['tag', model, corpus, '--device', 'simd']);
    expect(columns.out.replaceAll(/ \S+$/gm, '')).toBe(`#predicted-by-tagsmith:column-3 O\n${SENTENCES}`);
  });

  test('tag: columns without a tag scheme are read as text, with a note, unless --input conll is given', async () => {
    const parts = 'Ada NNP\nleft VBD\n\nMio NNP\n';
    const asText = await tagsmith(['tag', model, '--device', 'simd'], parts);
    expect(asText.out).toMatch(/^Ada \S+\nNNP \S+\n\nleft /);
    expect(asText.err).toContain(
      'Reading standard input as text. If it has columns with one token per line, use --input conll.',
    );
    const asColumns = await tagsmith(['tag', model, '--input', 'conll', '--device', 'simd'], parts);
    expect(asColumns.out).toMatch(/^#predicted\S+ O O\nAda NNP \S+\nleft VBD \S+\n\nMio NNP \S+\n$/);
  });

  test.each([
    ['text', 'Ada Vale lives in Norrby. Mio left Norrby.'],
    ['conll', SENTENCES],
  ])('tag: %s gives the same entities as CSV and as JSON lines', async (input, text) => {
    const tag = (format: string) =>
      tagsmith(['tag', model, '--input', input, '--format', format, '--device', 'simd'], text);
    const sentences = objects((await tag('jsonl')).out) as { entities: Record<string, unknown>[] }[];
    const rows = sentences.flatMap(({ entities }, i) =>
      entities.map(({ type, text: name, start: from, end, probability }) =>
        [i + 1, type, name, from, end, probability].join(','),
      ),
    );
    expect((await tag('csv')).out.trimEnd().split('\n')).toEqual(['sentence,type,text,start,end,probability', ...rows]);
  });

  test('tag --least-sure: only the sentence that the model is least sure of', async () => {
    const { out } = await tagsmith(['tag', model, corpus, '--least-sure', '1', '--device', 'simd']);
    expect(out).toMatch(/^(\S+ \S+\n)+\n$/);
  });

  test.each([
    [1, ['train', '--train', 'no-such.conll', '--out', 'x'], /^tagsmith: Cannot read no-such\.conll: .*\n$/],
    [
      1,
      ['evaluate', 'package.json', 'package.json'],
      /^tagsmith: The model cannot be read: it is not a complete zip.*\n$/,
    ],
    [2, ['train', '--train', 'a', '--out', 'x', '--set', 'hidden=-1'], /^tagsmith: hidden=-1: .*train --help\.\n$/],
  ])('fails with %i and one line: %j', async (code, args, message) => {
    const outcome = await tagsmith(args);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.err).toMatch(message);
    expect(outcome.err.split('\n')).toHaveLength(2);
  });

  test("problems of a file are printed with their lines; a corpus without the model's kind of tags is refused", async () => {
    const broken = join(folder, 'broken.conll');
    await writeFile(broken, `${SENTENCES}\nlonely\n`);
    const args = ['evaluate', model, broken, '--device', 'simd'];
    expect((await tagsmith(args)).err).toMatch(/1 of \d+ token lines .* would be dropped.*\n {2}--accept-losses: /);
    const used = await tagsmith([...args, '--accept-losses']);
    expect(used).toMatchObject({ code: 0, err: expect.stringContaining(`${broken}:26:7: Found 1 column, expected 2`) });
    await writeFile(broken, 'Mio NNP\nleft VBD\n');
    const message = expect.stringMatching(/has tags without a scheme, but .* has entities in IOB1/);
    expect(await tagsmith(args)).toMatchObject({ code: 1, err: message });
  });
});
