// Builds the command line unless it is newer than its sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist-cli', 'main.mjs');

/** @param {string} path */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isUpToDate() {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|py|wasm)$/.test(path) && !/^app\b|\.test\.ts$/.test(path))
    .map((path) => join(root, 'src', path));
  return [...sources, join(root, 'vite.cli.config.ts'), join(root, 'package-lock.json')].every(
    (path) => modifiedAt(path) < modifiedAt(built),
  );
}

/** Builds it beside the old one, which other processes may be starting, and replaces that. */
function build() {
  console.error('Building the command line…');
  const fresh = join(root, 'node_modules', `.dist-cli-${process.pid}`);
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build:cli', '--', '--outDir', fresh], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) {
    const folder = join(root, 'dist-cli');
    if (existsSync(folder)) renameSync(folder, `${fresh}-old`);
    renameSync(fresh, folder);
    rmSync(`${fresh}-old`, { recursive: true, force: true });
    return;
  }
  console.error(`${stdout ?? ''}${stderr ?? ''}`);
  console.error('tagsmith: the command line could not be built; run `npm ci` in its checkout, then try again.');
  process.exit(1);
}

if (!isUpToDate()) build();
