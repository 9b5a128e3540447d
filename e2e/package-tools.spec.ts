import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { rolldown } from 'rolldown';
import { PACKAGE_TOOLS, packageTool } from '../scripts/package-tools.mjs';
import { installPacked } from './fixtures/packed.ts';

// The packed file, as installed by npm, in the bundlers and runtimes that docs/library.md names.

let folder = '';

test.beforeAll(() => ({ folder } = installPacked()));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that tags with the model that its argument names. */
const TAGGING = `import { readFile } from 'node:fs/promises';
import { Tagger } from 'tagsmith/runtime';
const tagger = await Tagger.load(await readFile(process.argv[2]));
const [{ entities }] = await tagger.tag('Ada Vale lives in Norrby.');
console.log(entities.map(({ type, text }) => type + ' ' + text).join());`;

/** Writes the program, has it bundled, and runs the bundle. */
async function expectBundle(name: string, bundle: (input: string, file: string) => unknown) {
  const [input, file] = [`${name}-app.mjs`, `${name}-bundle.mjs`].map((one) => join(folder, one)) as [string, string];
  writeFileSync(input, TAGGING);
  await bundle(input, file);
  expect(readFileSync(file, 'utf8')).not.toMatch(/from ?['"]tagsmith/);
  const model = resolve('test/fixtures/model.zip');
  expect(execFileSync(process.execPath, [file, model], { encoding: 'utf8' })).toContain('PER Ada Vale');
}

test('tagsmith/runtime runs from a bundle', () =>
  expectBundle('rolldown', async (input, file) => {
    const bundle = await rolldown({ input, platform: 'node' });
    await bundle.write({ file, format: 'esm' });
  }));

/** The program of a tool, which continuous integration installs; the test is skipped where it is missing. */
function requireTool(name: string): string {
  const program = packageTool(name);
  const isMissing = spawnSync(program, ['--version']).status !== 0;
  test.skip(isMissing, `${name} is not installed: CI=true node scripts/ensure-test-tools.mjs installs it`);
  return program;
}

const BUNDLERS: Record<string, (input: string, file: string) => string[]> = {
  esbuild: (input, file) => [input, '--bundle', '--format=esm', '--platform=node', `--outfile=${file}`],
  webpack: (input, file) =>
    `--entry ${input} --mode production --target node20 --output-path ${folder} --output-filename ${basename(file)} --output-module --output-chunk-format module`.split(
      ' ',
    ),
};
for (const [name, options] of Object.entries(BUNDLERS)) {
  test(`tagsmith/runtime runs from a bundle of ${name}`, async () => {
    const tool = requireTool(name);
    await expectBundle(name, (input, file) => execFileSync(tool, options(input, file), { cwd: folder, stdio: 'pipe' }));
  });
}

for (const [name, options] of [
  ['deno', ['run', '--allow-read']],
  ['bun', []],
] as const) {
  test(`both imports run in ${name}`, () => {
    const tool = requireTool(name);
    for (const module of ['tagsmith', 'tagsmith/runtime']) {
      const file = join(folder, 'imports.mjs');
      writeFileSync(
        file,
        `import { readFile } from 'node:fs/promises';
import { Tagger } from '${module}';
const tagger = await Tagger.load(await readFile('${resolve('test/fixtures/model.zip')}'));
const [{ entities }] = await tagger.tag('Ada Vale lives in Norrby.');
console.log(entities.map(({ type, text }) => type + ' ' + text).join());
process.exit();`,
      );
      expect(execFileSync(tool, [...options, file], { cwd: folder, encoding: 'utf8' })).toContain('PER Ada Vale');
    }
  });
}

/** An application of Next.js: a page whose client component loads the runtime, and a route that tags during the build. */
const NEXT_APP = {
  'package.json': '{ "private": true }',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(PACKAGE_TOOLS)} } };`,
  'app/layout.js': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
  'app/page.js': "import Tag from './tag.js'; export default () => <Tag />;",
  'app/tag.js': `'use client';
import { Tagger } from 'tagsmith/runtime';
export default function Tag() {
  return <input type="file" onChange={async (event) => Tagger.load(await event.target.files[0].bytes())} />;
}`,
  'app/tagged/route.js': `import { readFile } from 'node:fs/promises';
import { Tagger } from 'tagsmith/runtime';
export const dynamic = 'force-static';
export async function GET() {
  const tagger = await Tagger.load(await readFile('${resolve('test/fixtures/model.zip')}'));
  const [{ entities }] = await tagger.tag('Ada Vale lives in Norrby.');
  return new Response(entities.map(({ type, text }) => type + ' ' + text).join());
}`,
};

test('tagsmith/runtime runs in a route of Next.js, and a client component is built with it', () => {
  const tool = requireTool('next');
  const app = join(PACKAGE_TOOLS, 'next-app'); // Turbopack follows no link out of its root
  rmSync(app, { recursive: true, force: true });
  for (const [path, text] of Object.entries(NEXT_APP)) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    writeFileSync(join(app, path), text);
  }
  cpSync(join(folder, 'node_modules/tagsmith'), join(app, 'node_modules/tagsmith'), { recursive: true });
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  execFileSync(tool, ['build'], { cwd: app, env, stdio: 'pipe' });
  expect(readFileSync(join(app, '.next/server/app/tagged.body'), 'utf8')).toContain('PER Ada Vale');
});
