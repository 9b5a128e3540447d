import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { readBundle } from '../../export/read-bundle.ts';
import { StudioError } from '../../lib/errors.ts';
import { command, type TrainOptions } from '../commands/train.ts';
import { Terminal } from '../terminal.ts';
import { SENTENCES, trainOptions } from '../testing.ts';

/** Mocked disk writes. Each call is counted, and fails if `isFull` returns true. */
const disk = vi.hoisted(() => ({ calls: 0, isFull: (_call: number): boolean => false }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  const failing =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      if (disk.isFull(++disk.calls)) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
      return call(...args);
    };
  return { ...original, writeFile: failing(original.writeFile), rename: failing(original.rename) };
});

const EPOCHS = 3;
/** A checkpoint per epoch, the model and its metrics; each file is written and renamed. */
const CALLS = 2 * (EPOCHS + 2);

let folder = '';
let whole: Record<string, unknown>;

beforeAll(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), 'tagsmith-full-'));
  await fs.writeFile(join(folder, 'all.conll'), SENTENCES);
  vi.stubEnv('TMPDIR', join(folder, 'temporary'));
  await train('whole');
  whole = await weightsIn(join(folder, 'whole', 'model.zip'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

/** @returns the printed notes, and the error that ended the command */
async function train(out: string, options: Partial<TrainOptions> = {}): Promise<{ notes: string; error: unknown }> {
  const notes: string[] = [];
  const terminal = new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) });
  const corpus = [join(folder, 'all.conll')];
  const config = { ...DEFAULT_CONFIG, hidden: 4, wordDim: 4, charDim: 3, charFeatures: 3, epochs: EPOCHS };
  const all = trainOptions({ train: corpus, dev: corpus, config, out: join(folder, out), ...options });
  disk.calls = 0;
  const error = await Promise.resolve(command.run(terminal, all, new AbortController().signal, [])).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { notes: notes.join(''), error };
}

async function weightsIn(path: string): Promise<Record<string, unknown>> {
  return readBundle(await fs.readFile(path)).weights;
}

/** The remains of a run: its model in place, or at the path in the notes, or a run that can be resumed. */
async function modelLeftIn(out: string, notes: string): Promise<Record<string, unknown>> {
  const elsewhere = /The model was written to (\S+) instead/.exec(notes)?.[1];
  const names = await fs.readdir(join(folder, out));
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  if (elsewhere !== undefined) return weightsIn(elsewhere);
  if (!names.includes('model.zip')) await train(out, { resume: true });
  return weightsIn(join(folder, out, 'model.zip'));
}

describe('a disk that refuses to write', { timeout: 60_000 }, () => {
  const calls = Array.from({ length: CALLS }, (_, i) => i + 1);

  test('has as many calls as there are files', async () => {
    await train('counted');
    expect(disk.calls).toBe(CALLS);
  });

  test.each(calls)('once, at call %i: the model is the same', async (call) => {
    disk.isFull = (n) => n === call;
    const { notes, error } = await train(`once-${call}`);
    disk.isFull = () => false;
    expect(`${notes}${error instanceof StudioError ? error.message : ''}`).toMatch(/no space left on the device/);
    expect(await modelLeftIn(`once-${call}`, notes)).toEqual(whole);
  });

  // Without the first two calls, for which there is not even a temporary file: see the next test.
  test.each(calls.slice(2))('from call %i on: what was written can be resumed to the same model', async (call) => {
    disk.isFull = (n) => n >= call;
    const { notes, error } = await train(`from-${call}`);
    disk.isFull = () => false;
    expect(error).toMatchObject({ message: expect.stringMatching(/no space left on the device/) as string });
    expect(await modelLeftIn(`from-${call}`, notes)).toEqual(whole);
  });

  test('without any checkpoint: only the end of the run says that nothing could be kept', async () => {
    disk.isFull = () => true;
    const { notes, error } = await train('never');
    disk.isFull = () => false;
    expect(notes.match(/Training continues/g)).toHaveLength(1);
    expect(error).toMatchObject({ message: expect.stringMatching(/Cannot write .*model\.zip: no space/) as string });
    expect(await fs.readdir(join(folder, 'never'))).toEqual([]);
  });
});

test('temporary files of a process that was killed are removed; those of one that runs stay', async () => {
  const out = join(folder, 'killed');
  await fs.mkdir(out);
  const [left, used] = ['.model.zip.999999999.tmp', `.checkpoint.safetensors.${process.ppid}.tmp`];
  for (const name of [left, used, 'notes.tmp']) await fs.writeFile(join(out, name), 'x');
  await train('killed');
  expect((await fs.readdir(out)).toSorted()).toEqual([used, 'metrics.json', 'model.zip', 'notes.tmp'].toSorted());
});
