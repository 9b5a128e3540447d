import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { epochsIn, finish, objects, SENTENCES, start, tagsmith, type Outcome } from '../testing.ts';

const SMALL = ['--set', 'hidden=6', '--set', 'charFeatures=6', '--set', 'batchSize=2'];
const TIMEOUT = 180_000;

describe('a command that is interrupted', { timeout: TIMEOUT }, () => {
  let folder = '';
  let corpus = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tagsmith-cli-'));
    corpus = join(folder, 'all.conll');
    await writeFile(corpus, SENTENCES);
    await finish(spawn(process.execPath, ['bin/tagsmith.mjs', '--version'])); // builds it
  }, TIMEOUT);

  afterAll(() => rm(folder, { recursive: true }));

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a run that gets %s writes its best model', async (signal) => {
    const out = join(folder, signal);
    const args = ['train', '--train', corpus, '--out', out, ...SMALL, '--epochs', '1000', '--device', 'simd', '--json'];
    const child = start([...args, '--set', 'patience=0']);
    child.stdout.once('data', () => child.kill(signal));
    const stopped = await finish(child);
    expect(stopped).toMatchObject({ code: 130 });
    expect(stopped.err).toContain('Stopped; best dev F1');
    expect(await tagsmith(['evaluate', out, corpus])).toMatchObject({ code: 0 });
  });

  test('a killed run resumes to the same result as an uninterrupted one', async () => {
    const [out, unbroken] = [join(folder, 'killed'), join(folder, 'unbroken')];
    const rest = ['--train', corpus, ...SMALL, ...'--json --epochs 120 --set patience=0'.split(' ')];
    const training = (to: string) => ['train', '--out', to, ...rest];
    const child = start(training(out));
    const ended = finish(child);
    await vi.waitFor(() => access(join(out, 'checkpoint.safetensors')), { timeout: TIMEOUT });
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ code: null });

    const refused = await tagsmith(training(out));
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/unfinished run already exists: .* Resume it with --resume, or .* --force\.\n$/);
    const changed = await tagsmith([...training(out), '--resume', '--set', 'hidden=7']);
    expect(changed.err).toMatch(/was started with other settings: hidden=6, not 7\. /);
    const other = await tagsmith([...training(out), '--resume', '--train', corpus]);
    expect(other.err).toMatch(/cannot be resumed with these files/);

    const resumed = await tagsmith([...training(out), '--resume']);
    expect(resumed).toMatchObject({
      code: 0,
      err: expect.stringMatching(/Resuming after epoch \d+\./) as string,
    });
    const whole = await tagsmith(training(unbroken));
    const epochsOf = ({ out: lines }: Outcome) => objects(lines).map(({ epoch }) => epoch);
    expect(epochsOf(resumed)).toEqual(epochsOf(whole));
    expect(await epochsIn(out)).toEqual(await epochsIn(unbroken));
    const again = await tagsmith([...training(out), '--resume']);
    expect(again).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/has finished: there is nothing to/) });
    expect((await tagsmith([...training(out), '--resume', '--set', 'hidden=7'])).err).toMatch(/hidden=6, not 7/);
    expect((await tagsmith([...training(join(folder, 'none')), '--resume'])).err).toMatch(/There is no run to resume/);
  });

  test('a second run into the same folder is refused while the first one runs', async () => {
    const out = join(folder, 'shared');
    const args = ['train', '--train', corpus, '--out', out, ...SMALL, '--epochs', '1000', '--device', 'simd', '--json'];
    const first = start([...args, '--set', 'patience=0']);
    const ended = finish(first);
    await vi.waitFor(() => access(join(out, 'checkpoint.safetensors')), { timeout: TIMEOUT });
    const second = await tagsmith([...args, '--force']);
    expect(second).toMatchObject({ code: 1, out: '' });
    expect(second.err).toContain(`Another tagsmith (process ${first.pid}) is writing to ${out}.`);
    first.kill('SIGINT');
    await ended;
    expect((await readdir(out)).toSorted()).toEqual(expect.arrayContaining(['metrics.json', 'model.zip']));
    expect(await readdir(out)).not.toContain('.tagsmith.lock');
  });

  test('a damaged checkpoint: what to do', async () => {
    const out = join(folder, 'damaged');
    await mkdir(out);
    await writeFile(join(out, 'checkpoint.safetensors'), 'nothing');
    const { code, err } = await tagsmith(['train', '--train', corpus, '--out', out, ...SMALL, '--resume']);
    expect(code).toBe(1);
    expect(err).toMatch(/checkpoint\.safetensors: .* replace --resume by --force\.\n$/);
  });

  test.runIf(existsSync('/dev/full'))('a full disk ends a command in one line', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, ['dist-cli/main.mjs', 'info', corpus], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^tagsmith: Cannot write the output: .*no space left.*\n$/);
  });

  test.runIf(existsSync('/dev/full')).each([
    ['train', ['model.zip', 'metrics.json']],
    ['ablate', ['ablation.json', 'ablation.md']],
  ])('a full disk takes what %s prints, not its results, and is reported', async (command, written) => {
    const full = openSync('/dev/full', 'w');
    const out = join(folder, `full-${command}`);
    const args = [command, '--train', corpus, '--out', out, ...SMALL, '--epochs', '1', '--device', 'simd'];
    const { status, stderr } = spawnSync(process.execPath, ['dist-cli/main.mjs', ...args], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(status).toBe(1);
    expect(stderr).toMatch(/\ntagsmith: Cannot write the output: .*no space left.*\n$/);
    expect(await readdir(out)).toEqual(expect.arrayContaining(written));
  });

  test('a run whose output is closed still writes its model', async () => {
    const out = join(folder, 'unread');
    const child = start(['train', '--train', corpus, '--out', out, ...SMALL, '--epochs', '20', '--device', 'simd']);
    child.stdout.once('data', () => [child.stdout, child.stderr].forEach((stream) => stream.destroy()));
    expect(await finish(child)).toMatchObject({ code: 0 });
    const metrics = JSON.parse(await readFile(join(out, 'metrics.json'), 'utf8')) as { epochs: unknown[] };
    expect(metrics.epochs).toHaveLength(20);
  });
});
