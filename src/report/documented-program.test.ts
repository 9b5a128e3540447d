import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { reportWith } from './report.testing.ts';
import { trackerJson } from './tracker-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-history-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Takes the place of W&B and Trackio, and prints what it is asked. */
const STUB = `
import json
def init(project, name, config): print(json.dumps(["init", name, config["hidden"]]))
def log(values, step): print(json.dumps(["log", step, values["dev/f1"]]))
def finish(): print(json.dumps(["finish"]))
`;
const python = ['python3', 'python'].find((name) => spawnSync(name, ['-c', 'import json']).status === 0);

test.skipIf(python === undefined && process.env['CI'] !== 'true')(
  'the program of the documentation logs every epoch, as it is written',
  () => {
    const [, program] = /```python\n(import json\nimport wandb[\s\S]*?)```/.exec(
      readFileSync('docs/formats.md', 'utf8'),
    )!;
    writeFileSync(join(folder, 'wandb.py'), STUB);
    writeFileSync(join(folder, 'history.json'), trackerJson(reportWith('PER')));
    writeFileSync(join(folder, 'program.py'), program!);
    const { stdout, stderr } = spawnSync(python!, ['program.py'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    const calls = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown[]);
    expect(calls.map(([name, step]) => [name, step])).toEqual([
      ['init', 'PER'],
      ['log', 1],
      ['log', 2],
      ['finish', undefined],
    ]);
  },
);
