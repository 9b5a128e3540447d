import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

/** The name of a TF.js kernel: a string, so minification keeps it, and every TF.js backend contains it. */
const TFJS_MARK = 'UnsortedSegmentSum';

/** A class name of recharts, which draws the charts. */
const RECHARTS_MARK = 'recharts-surface';

/** Bytes, gzip. What the first paint does not need is loaded on demand. */
const MAX_FIRST_LOAD = 170_000;

/** Of the page and its workers, which on a slow network take a round trip each. GROUPS in vite.config.ts has what is loaded together. */
const MAX_FILES = 24;

/** Bytes of the trainer's script, which is parsed whenever a page opens. Handlers in src/workers/handlers.ts load the rest on demand. */
const MAX_TRAINER = 640_000;

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

const read = (file: string) => readFileSync(`dist/${file}`);

/** The files that the browser loads before the page works: the entry, what it imports statically, and their styles. */
function firstLoad(): string[] {
  const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Manifest;
  const files = new Set<string>(['index.html']);
  const visited = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (visited.has(key) || chunk === undefined) return;
    visited.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit('index.html');
  return [...files];
}

test('TF.js is in the worker only', () => {
  const withTfjs = readdirSync('dist/assets')
    .map((name) => `assets/${name}`)
    .filter((file) => file.endsWith('.js') && read(file).includes(TFJS_MARK));
  expect(withTfjs.length, 'TF.js is somewhere in the build').toBeGreaterThan(0);
  expect(firstLoad().filter((file) => withTfjs.includes(file))).toEqual([]);
});

test('the charts are not in the first load', () => {
  const withCharts = readdirSync('dist/assets')
    .map((name) => `assets/${name}`)
    .filter((file) => file.endsWith('.js') && read(file).includes(RECHARTS_MARK));
  expect(withCharts.length, 'recharts is somewhere in the build').toBeGreaterThan(0);
  expect(firstLoad().filter((file) => withCharts.includes(file))).toEqual([]);
});

test(`the script of the trainer is under ${MAX_TRAINER / 1000} kB`, () => {
  const trainers = readdirSync('dist/assets').filter((name) => /^trainer\.worker-.*\.js$/.test(name));
  expect(trainers).toHaveLength(1);
  expect(read(`assets/${trainers[0]}`).length).toBeLessThan(MAX_TRAINER);
});

test('licences are in one file, not in every module', () => {
  const notices = read('THIRD-PARTY-NOTICES.txt').toString();
  // Of the page, of the worker, of a chunk that it loads, of what is compiled into WebAssembly, and data.
  for (const name of ['react', '@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-webgpu', 'assemblyscript', 'GloVe']) {
    expect(notices).toMatch(new RegExp(`^${name}[ ,].*\\(.+\\)$`, 'm'));
  }
  expect(notices).toContain('Copyright 2018 Google LLC. All Rights Reserved.');
  const scripts = readdirSync('dist/assets').filter((name) => name.endsWith('.js'));
  expect(scripts.filter((name) => read(`assets/${name}`).includes('Apache License'))).toEqual([]);
});

test('every variable of Mantine that the build uses is defined', () => {
  const assets = readdirSync('dist/assets').filter((name) => /\.(css|js)$/.test(name));
  const texts = assets.map((name) => read(`assets/${name}`).toString());
  const defined = new Set(texts.flatMap((text) => [...text.matchAll(/(--mantine-[\w-]+):/g)].map(([, name]) => name)));
  const used = new Set(
    texts.flatMap((text) => [...text.matchAll(/var\((--mantine-[\w-]+)\)/g)].map(([, name]) => name)),
  );
  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});

test('no chunk imports itself through others', () => {
  // Chunks of a circle run before what they need.
  const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Manifest;
  const circles: string[][] = [];
  const finished = new Set<string>();
  const visit = (key: string, path: string[]) => {
    if (path.includes(key)) circles.push([...path.slice(path.indexOf(key)), key]);
    else if (!finished.has(key)) for (const one of manifest[key]?.imports ?? []) visit(one, [...path, key]);
    finished.add(key);
  };
  for (const key of Object.keys(manifest)) visit(key, []);
  expect(circles).toEqual([]);
});

test(`the page works after at most ${MAX_FILES} scripts and styles`, async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (/\.(js|css)$/.test(request.url())) files.push(request.url());
  });
  await page.goto('./?device=simd');
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/^Idle/);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MAX_FILES);
});

test(`the first load is under ${MAX_FIRST_LOAD / 1000} kB compressed`, () => {
  const files = firstLoad();
  expect(files.some((file) => file.endsWith('.js'))).toBe(true);
  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
  expect(bytes).toBeLessThan(MAX_FIRST_LOAD);
});

test('npm start prints the address last, and opens it with -- --open', async () => {
  const info = test.info();
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const [build, serve] = scripts.start.split(' && ');
  expect(build).toMatch(/^npm run --silent build -- --logLevel warn$/);
  const [program, ...args] = serve!.split(' ');
  expect(program).toBe('vite');
  const [opened, browser] = [info.outputPath('opened.txt'), info.outputPath('browser.js')];
  mkdirSync(info.outputDir, { recursive: true });
  writeFileSync(
    browser,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(opened)}, process.argv.at(-1));\n`,
  );
  const server = spawn(process.execPath, ['node_modules/vite/bin/vite.js', ...args, '--port', '0', '--open'], {
    env: { ...process.env, BROWSER: browser, NO_COLOR: '1' },
  });
  try {
    let output = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toMatch(/^http:\/\/localhost:\d+\/$/);
    const lines = output.split('\n').filter((line) => line.trim() !== '');
    expect(lines.at(-1)).toContain(readFileSync(opened, 'utf8'));
  } finally {
    server.kill();
  }
});
