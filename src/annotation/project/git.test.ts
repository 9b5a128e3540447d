import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LogEntry } from '../sets/history.ts';
import { sentence } from '../testing.ts';
import { MemoryFiles } from './files.ts';
import { conflictsIn, mergeSet } from './merge.ts';
import { ownLines } from './own-lines.ts';
import { readProject } from './read-project.ts';
import { NO_NOTES } from './shared-notes.ts';
import { writeSet } from './write-project.ts';

const TEXTS = ['Nora sails', 'Ivo stays', 'Ada leaves'];
const START: LogEntry = { kind: 'do', at: 1, action: { kind: 'import', sentences: TEXTS.map((text) => sentence(text)) } }; // prettier-ignore
const accepts = (id: number, start: number): LogEntry => ({
  kind: 'do',
  at: 2 + id,
  action: { kind: 'edit', edits: [{ id, spans: [{ start, end: start + 1, type: 'PER' }], state: 'accepted' }] },
});

/** A repository with the files of a project. */
class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), 'tagsmith-project-'));

  git(...args: string[]): string {
    const options = ['user.name=Ada', 'user.email=ada@example.org', 'core.hooksPath=/dev/null', 'commit.gpgsign=false'];
    const all = [...options.flatMap((option) => ['-c', option]), ...args];
    return execFileSync('git', all, { cwd: this.folder, encoding: 'utf8', stdio: 'pipe' });
  }

  async files(): Promise<MemoryFiles> {
    const files = new MemoryFiles('project');
    for (const path of readdirSync(this.folder, { recursive: true, encoding: 'utf8' })) {
      const isFile = !path.startsWith('.git/') && statSync(join(this.folder, path)).isFile();
      if (isFile) await files.write(path, new Uint8Array(readFileSync(join(this.folder, path))));
    }
    return files;
  }

  /** Saves a copy of the set, and commits it. */
  async save(writer: string, log: readonly LogEntry[]): Promise<void> {
    const files = await this.files();
    await writeSet(files, { id: 'letters', writer, own: await ownLines(log, writer), notes: NO_NOTES });
    for (const [path, bytes] of files.contents) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), bytes);
    }
    this.git('add', '-A');
    this.git('commit', '-q', '-m', writer);
  }
}

test('git merges what two people have done offline, also two copies of the log of one, without a conflict', async () => {
  const repository = new Repository();
  onTestFinished(() => rmSync(repository.folder, { recursive: true }));
  repository.git('init', '-q', '-b', 'main');
  await repository.save('ada-0001', [START]);
  repository.git('checkout', '-q', '-b', 'ben');
  await repository.save('ben-0002', [START, accepts(0, 1), accepts(1, 0)]);
  repository.git('checkout', '-q', '-b', 'copy', 'main'); // the same browser profile on two machines
  await repository.save('ada-0001', [START, accepts(2, 0)]);
  repository.git('checkout', '-q', 'main');
  await repository.save('ada-0001', [START, accepts(0, 0)]);
  repository.git('merge', '-q', '--no-edit', 'ben');
  repository.git('merge', '-q', '--no-edit', 'copy');
  expect(repository.git('status', '--porcelain')).toBe('');

  const { sets, problems } = await readProject(await repository.files());
  expect(problems).toEqual([]);
  const merged = mergeSet(sets[0]!);
  expect(conflictsIn(merged).map(({ base }) => base.text)).toEqual(['Nora sails']);
  expect(merged.sentences.map(({ agreed }) => agreed?.state)).toEqual([undefined, 'accepted', 'accepted']);
});
