import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closeDevice } from '../../devices/open.ts';
import type { Finding } from '../../annotation/label-check.ts';
import { objects, runHere } from '../testing.ts';
import { command, findingLine, findingRecord } from './check.ts';
import { command as train } from './train.ts';

const FINDING: Finding = {
  sentence: 3,
  kind: 'spurious',
  labelled: { start: 0, end: 2, type: 'PER' },
  labelledProbability: 0.0123456,
  suggested: undefined,
  suggestedProbability: 0.9,
  doubt: 4.2,
};
const SENTENCE = { line: 12, tokens: ['Port', 'Vale', 'won'] };

test('a finding as a line names place, kind and both readings', () => {
  expect(findingLine(FINDING, SENTENCE)).toBe(
    '12: spurious: PER “Port Vale” (0.01) → no entity (0.90) | Port Vale won',
  );
});

test('a finding as JSON', () => {
  expect(findingRecord(FINDING, SENTENCE)).toEqual({
    line: 12,
    sentence: 4,
    kind: 'spurious',
    labelled: { entity: { start: 0, end: 2, type: 'PER', text: 'Port Vale' }, probability: 0.0123 },
    suggested: { entity: null, probability: 0.9 },
    doubt: 4.2,
    tokens: ['Port', 'Vale', 'won'],
  });
});

/** Runs `tagsmith check` in this process. */
async function check(text: string, ...args: string[]): Promise<{ out: string; err: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tagsmith-check-'));
  onTestFinished(async () => {
    closeDevice();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'town.conll');
  await writeFile(file, text);
  return runHere(command, [file, '--device', 'simd', '--threads', '1', '--folds', '2', ...args]);
}

test('a label that contradicts all others is found', { timeout: 60_000 }, async () => {
  const people = ['Ada', 'Mio', 'Tom', 'Ines', 'Ulf', 'Jan', 'Mira', 'Eva'];
  const sentence = (name: string, day: number, tag: string) => `${name} ${tag}\nleft O\non O\nday O\n${day} O\n. O\n\n`;
  const text = Array.from({ length: 160 }, (_, i) => sentence(people[i % 8]!, i, i === 37 ? 'O' : 'B-PER')).join('');
  const { out, err } = await check(text, '--json', '--limit', '1');
  expect(objects(out)).toMatchObject([
    { line: 37 * 7 + 1, sentence: 38, kind: 'missed', suggested: { entity: { text: 'Jan', type: 'PER' } } },
  ]);
  expect(err).toMatch(/doubtful/);
});

test('tags without a scheme, and too few sentences, are refused with what to do', async () => {
  await expect(check('a DET\nb NOUN\n\nc DET\nd VERB\n')).rejects.toThrow(/without a scheme.*--tag-column/);
  await expect(check('Ada B-PER\nleft O\n')).rejects.toThrow(/cannot be checked/);
});

test('weights are refused for other sentences than those they were written for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tagsmith-weights-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [corpus, weights] = [join(folder, 'a.conll'), join(folder, 'w.tsv')] as const;
  await writeFile(corpus, 'Ada B-PER\nleft O\n\nOslo B-LOC\nwon O\n');
  await writeFile(weights, 'weight\tline\tsentence\n0.7\t4\tBergen won\n');
  const trained = runHere(train, ['--train', corpus, '--weights', weights, '--out', join(folder, 'out')]);
  await expect(trained).rejects.toThrow(/w\.tsv, line 2: no training file has this sentence/);
});

test('weights of sentences that are held out as dev are read, and have no effect', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tagsmith-weights-'));
  onTestFinished(async () => {
    closeDevice();
    await rm(folder, { recursive: true });
  });
  const [corpus, weights] = [join(folder, 'a.conll'), join(folder, 'w.tsv')] as const;
  const sentences = Array.from({ length: 10 }, (_, i) => `Ada${i} left`);
  await writeFile(corpus, sentences.map((words) => `${words.replace(' ', ' B-PER\n')} O\n`).join('\n'));
  await writeFile(weights, sentences.map((words, i) => `0.7\t${3 * i + 1}\t${words}\n`).join(''));
  const small = ['--epochs', '1', '--set', 'hidden=4', '--device', 'simd', '--threads', '1'];
  const args = ['--train', corpus, '--weights', weights, '--out', join(folder, 'out'), ...small];
  expect((await runHere(train, args)).err).toContain('weights: 9 of 9 training sentences');
});
