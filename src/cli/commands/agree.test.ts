import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../testing.ts';
import { command } from './agree.ts';

const FIRST = 'Ada B-PER\nVale I-PER\nleft O\n\nOslo B-LOC\nwon O\n';

async function agree(first: string, second: string, ...args: string[]): Promise<string> {
  return (await run(first, second, ...args)).out;
}

/** Runs `tagsmith agree` on two texts in this process. */
async function run(first: string, second: string, ...args: string[]): Promise<{ out: string; err: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tagsmith-agree-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = [join(folder, 'a.conll'), join(folder, 'b.conll')] as const;
  await writeFile(paths[0], first);
  await writeFile(paths[1], second);
  return runHere(command, [...paths, ...args]);
}

test('F1 by type, and each difference in its sentence', async () => {
  const out = await agree(FIRST, FIRST.replace('Vale I-PER', 'Vale O').replace('won O', 'won B-ORG'));
  expect(out.split('\n')).toEqual([
    'type         F1     both    first   second',
    'LOC      100.00        1        1        1',
    'ORG        0.00        0        0        1',
    'PER        0.00        0        1        1',
    'overall   40.00        1        2        3',
    "Cohen's kappa by token: 0.444",
    '1: PER “Ada Vale” | PER “Ada” | Ada Vale left',
    '5: no entity | ORG “won” | Oslo won',
    '',
  ]);
});

test('as JSON', async () => {
  const out = await agree(FIRST, FIRST.replace('B-LOC', 'B-ORG'), '--json');
  expect(JSON.parse(out)).toMatchObject({
    f1: 0.5,
    byType: { PER: { f1: 1 } },
    differences: [{ line: 5, sentence: 2, first: { type: 'LOC', text: 'Oslo' }, second: { type: 'ORG' } }],
  });
});

test('sentences that only one file has are listed with their line, and the others compared in any order', async () => {
  const other = 'Bergen B-LOC\n\nAda B-PER\nVa O\nle O\nleft O\n';
  const { out, err } = await run(FIRST, other);
  expect(out).toContain('1: PER “Ada Va le” | PER “Ada” | Ada Va le left');
  expect(err).toContain('1 sentences are only in');
  expect(err).toContain('  line 5: Oslo won\n');
  expect(err).toContain('  line 1: Bergen\n');
});

test('other texts are refused, and a missing file with what is expected', async () => {
  await expect(agree(FIRST, 'Bergen B-LOC\n')).rejects.toThrow(/no sentence in common/);
  expect(() => command.parse(['a.conll'])).toThrow(/Expected a second FILE/);
});
