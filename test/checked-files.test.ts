import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** Excludes what is built or installed, and AssemblyScript, which its own compiler checks. */
const UNCHECKED = /(^|\/)(\.git|node_modules|generated|dist[\w-]*|public|reports|test-results)\/|\.as\.ts$/;

/** Every TypeScript and JavaScript file of the project, by its path from the root. */
const sources = readdirSync('.', { withFileTypes: true })
  .flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    if (UNCHECKED.test(`${entry.name}/`)) return [];
    return readdirSync(entry.name, { recursive: true, encoding: 'utf8' }).map((path) => join(entry.name, path));
  })
  .filter((path) => /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/.test(path) && !UNCHECKED.test(path));

function linesOf(tool: string, ...args: string[]): Set<string> {
  const output = execFileSync(join('node_modules/.bin', tool), args, { encoding: 'utf8' });
  return new Set(output.split('\n').map((path) => relative('.', path)));
}

test('every source file is type-checked', () => {
  const [app, node] = ['app', 'node'].map((name) => linesOf('tsc', '-p', `tsconfig.${name}.json`, '--listFilesOnly'));
  // The first reads JavaScript only for its types.
  const isChecked = (path: string) => node!.has(path) || (app!.has(path) && /\.tsx?$/.test(path));
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((path) => !isChecked(path))).toEqual([]);
});

test('every source file is linted', () => {
  const linted = linesOf('oxlint', '--debug=files');
  expect(sources.filter((path) => !linted.has(path))).toEqual([]);
});

test('the cases of every op run in Node and in Chromium', () => {
  const folders = sources.filter((path) => basename(path) === 'cases.ts').map(dirname);
  expect(folders.length).toBeGreaterThan(6);
  const files = folders.flatMap((folder) =>
    ['test.ts', 'browser.test.ts'].map((suffix) => join(folder, `${basename(folder)}.${suffix}`)),
  );
  expect(files.filter((file) => !sources.includes(file))).toEqual([]);
});
