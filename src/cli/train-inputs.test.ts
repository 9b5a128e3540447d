import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import { Terminal } from './terminal.ts';
import { loadTrainInputs } from './train-inputs.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-inputs-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('reports types of dev and test that training lacks', async () => {
  const notes: string[] = [];
  const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
  const corpus = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return [join(folder, name)];
  };
  const options = {
    train: await corpus('a.train', 'Mio B-PER\nleft O\n'),
    dev: await corpus('a.dev', 'Mio B-PER\n'),
    test: await corpus('a.test', 'Mio B-per\n'),
    embeddings: undefined,
    tagColumn: undefined,
    config: DEFAULT_CONFIG,
  };
  await loadTrainInputs(terminal, options, new AbortController().signal);
  expect(notes.filter((line) => line.includes('do not occur in the training data'))).toEqual([
    expect.stringMatching(/a\.test: .*: per \(did you mean PER\?\)\.\n$/),
  ]);
});
