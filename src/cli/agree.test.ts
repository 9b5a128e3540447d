import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { agreeCommand } from './agree.ts';
import { parseCommandLine } from './arguments.ts';
import { Terminal } from './terminal.ts';

const FIRST = 'Ada B-PER\nVale I-PER\nleft O\n\nOslo B-LOC\nwon O\n';

/** Runs `tagsmith agree` on two texts in this process. */
async function agree(first: string, second: string, ...args: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tagsmith-agree-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = [join(folder, 'a.conll'), join(folder, 'b.conll')] as const;
  await writeFile(paths[0], first);
  await writeFile(paths[1], second);
  const command = parseCommandLine(['agree', ...paths, ...args]);
  if (command.name !== 'agree') throw new Error(`parsed as ${command.name}`);
  let out = '';
  const terminal = new Terminal({ write: (part) => (out += part) }, { write: () => undefined });
  await agreeCommand(terminal, command.options);
  return out;
}

test('F1 by type, and each difference in its sentence', async () => {
  const out = await agree(FIRST, FIRST.replace('Vale I-PER', 'Vale O').replace('won O', 'won B-ORG'));
  expect(out.split('\n')).toEqual([
    'type         F1     both    first   second',
    'LOC      100.00        1        1        1',
    'ORG        0.00        0        0        1',
    'PER        0.00        0        1        1',
    'overall   40.00        1        2        3',
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

test('other texts are refused with the place, and a missing file with what is expected', async () => {
  await expect(agree(FIRST, FIRST.replace('Oslo', 'Bergen'))).rejects.toThrow(/sentence 2, at line 5 .*line 5/);
  expect(() => parseCommandLine(['agree', 'a.conll'])).toThrow(/Expected a second FILE/);
});
