import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportOfMetrics } from '../runs/report-record.ts';
import { writeHtmlReport } from '../../report/write-html.ts';
import { runHere, SENTENCES, tagsmith } from '../testing.ts';
import { command } from './report.ts';

let folder = '';
let corpus = '';
let run = '';

const SMALL = ['hidden=8', 'charDim=4', 'charFeatures=4', 'wordDim=6'].flatMap((set) => ['--set', set]);
const OPTIONS = ['--epochs', '2', '--device', 'simd', '--threads', '1', ...SMALL];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-report-'));
  [corpus, run] = [join(folder, 'tiny.conll'), join(folder, 'mine')];
  await writeFile(corpus, SENTENCES);
  const { code, err } = await tagsmith(['train', '--train', corpus, '--dev', corpus, '--out', run, ...OPTIONS]);
  if (code !== 0) throw new Error(err);
});
afterAll(() => rm(folder, { recursive: true }));

test('the HTML report has data, curves, matrix, and the errors of a file', async () => {
  const { err } = await runHere(command, [run, '--errors', corpus]);
  expect(err).toContain(`Wrote ${join(run, 'report.html')}.`);
  const page = await readFile(join(run, 'report.html'), 'utf8');
  const metrics = JSON.parse(await readFile(join(run, 'metrics.json'), 'utf8')) as {
    data: { train: { fingerprint: string } };
  };
  expect(page).toContain('<h1>mine</h1>');
  expect(page).toContain(metrics.data.train.fingerprint);
  for (const part of ['Finished after 2 epochs', 'tiny.conll', '<svg', 'Learned score of a transition', 'Confusion'])
    expect(page).toContain(part);
});

test('a report without a file has the confusion on dev, the learning rate of each epoch, and says why it lists no errors', async () => {
  const out = join(folder, 'without.html');
  await runHere(command, [run, '--out', out]);
  const page = await readFile(out, 'utf8');
  expect(page).toMatch(
    /Confusion[^]*Entities in [^<]*tiny\.conll: gold in rows[^]*Errors[^]*Not known: this report was made without/,
  );
  expect(page).not.toContain('class="errors"');
  const [entities] = /Entities in [^]*?<\/table>/.exec(page)!;
  const withFile = join(folder, 'with.html');
  await runHere(command, [run, '--errors', corpus, '--out', withFile]);
  expect(/gold in rows[^]*?<\/table>/.exec(await readFile(withFile, 'utf8'))![0]).toBe(
    /gold in rows[^]*?<\/table>/.exec(entities)![0],
  );
  expect(page).toMatch(/Learning rate[^]*0\.0\d+/);
});

test('TensorBoard events and JSON are written where asked, or beside the run', async () => {
  await runHere(command, [run, '--format', 'tensorboard']);
  expect(await readdir(join(run, 'tensorboard'))).toEqual([
    expect.stringMatching(/^events\.out\.tfevents\.\d+\.tagsmith$/),
  ]);
  const out = join(folder, 'elsewhere', 'history.json');
  await runHere(command, [run, '--format', 'json', '--out', out]);
  const { history, summary } = JSON.parse(await readFile(out, 'utf8')) as { history: unknown[]; summary: unknown };
  expect(history).toHaveLength(2);
  expect(summary).toMatchObject({ state: 'finished' });
});

test('a damaged confusion is left out, and said', () => {
  const epochs = [{ epoch: 1, loss: 1, devLoss: 2, byType: {}, tokensPerSecond: 5, seconds: 1 }];
  for (const counts of [
    undefined,
    7,
    [[1]],
    [[1, 2]],
    [[1, 2], [3]],
    [
      [1, 'x'],
      [3, 4],
      [5, 6],
    ],
  ]) {
    const text = JSON.stringify({ config: {}, epochs, confusion: { types: ['PER'], counts } });
    expect(writeHtmlReport(reportOfMetrics('metrics.json', text, 'a', 0))).toMatch(/Confusion[^]*Not known/);
  }
});

test('several seeds, NaN losses and missing fields are read; other files are refused', () => {
  const score = { support: 10, predicted: 8, correct: 6 };
  const epoch = { epoch: 1, loss: null, devLoss: 2, byType: { PER: score }, tokensPerSecond: 5, seconds: 1 };
  const metrics = {
    config: {},
    device: { description: 'a CPU' },
    data: {
      train: { files: ['a.train'], fingerprint: '00000001', sentences: 3 },
      vectors: { file: 'v', fingerprint: '2x3' },
    },
    epochs: [epoch],
    runs: [
      { seed: 1, reason: 'finished', dev: { byType: { PER: score } } },
      { seed: 2, reason: 'failed' },
    ],
    test: { byType: { PER: score } },
  };
  const read = reportOfMetrics('metrics.json', JSON.stringify(metrics), 'a', 5000);
  expect(read).toMatchObject({
    startedAt: 4000,
    device: 'a CPU',
    seeds: [{ seed: 1 }],
    scored: [{ file: 'test', overall: { f1: 6 / 9 } }],
    data: [
      { role: 'train', files: 'a.train' },
      { role: 'vectors', files: 'v' },
    ],
  });
  expect(read.epochs[0]!.trainLoss).toBeNaN();
  const earlier = JSON.stringify({ ...metrics, epochs: [{ ...epoch, seconds: -1e300 }] });
  expect(writeHtmlReport(reportOfMetrics('metrics.json', earlier, 'a', 5000))).toContain('started 1970-01-01');
  expect(() => reportOfMetrics('metrics.json', '{"config":{},"epochs":[]}', 'a', 0)).toThrow(/has no epochs/);
  expect(() => reportOfMetrics('metrics.json', '{"config":{},"epochs":[{}]}', 'a', 0)).toThrow(/entry 1 of epochs/);
  for (const wrong of [-1, 1e300]) {
    const text = JSON.stringify({ ...metrics, epochs: [{ ...epoch, epoch: wrong }] });
    expect(() => reportOfMetrics('metrics.json', text, 'a', 0)).toThrow(/entry 1 of epochs/);
  }
  expect(() => reportOfMetrics('x.json', '[]', 'a', 0)).toThrow(/cannot be read as a recipe/);
});
