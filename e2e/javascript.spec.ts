import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, expect, test, type Page, type TestInfo } from '@playwright/test';
import { build } from 'vite';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { taggerDeclarations } from '../scripts/declarations.ts';
import { taggerModule } from '../scripts/tagger-source.ts';
import { recipe as written } from './fixtures/guide.ts';
import { serveFolder } from './fixtures/static-server.ts';

// Every recipe of docs/javascript.md except the one for columns (columns.spec.ts), unchanged except for the sentence, which the small
// model must know.

const MODEL = 'test/fixtures/model.zip';
const FOUND = /Nora Field.*Westmark/;

let runtime = '';
let declarations = '';
test.beforeAll(async () => {
  runtime = await taggerModule();
  declarations = taggerDeclarations();
});

/** The first program of a section, about a sentence that the model knows. */
function recipe(section: string, language: string): string {
  return written(section, language).replaceAll('Angela Merkel flew to Berlin.', 'Nora Field sails to Westmark.');
}

/** A folder with tagger.mjs, the model, and these files. */
function folderWith(info: TestInfo, files: Record<string, string>, { source = '', assets = '' } = {}): string {
  const folder = info.outputPath('folder');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  write(join(source, 'tagger.mjs'), runtime);
  write(join(source, 'tagger.d.mts'), declarations);
  mkdirSync(join(folder, assets), { recursive: true });
  copyFileSync(MODEL, join(folder, assets, 'model.zip'));
  return folder;
}

async function expectEntities(page: Page, folder: string): Promise<void> {
  const server = await serveFolder(folder);
  try {
    await page.goto(server.url);
    await expect(page.locator('#out')).toHaveText(FOUND);
    expect(await page.evaluate(() => self.crossOriginIsolated)).toBe(false);
  } finally {
    await server.close();
  }
}

const PAGE = '<!doctype html><p id="out"></p><script type="module" src="';

test('a page with a script tag', async ({ page }, info) => {
  const html = recipe('A page with a script tag', 'html');
  await expectEntities(page, folderWith(info, { 'index.html': html }));
});

test('a page with a script tag, in a worker, under a policy', async ({ page }, info) => {
  const html = recipe('A page with a script tag', 'html').replace(
    "load('model.zip')",
    "load('model.zip', { worker: true })",
  );
  expect(html).toContain('worker: true');
  const policy = `default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self'; worker-src blob:`;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  await expectEntities(page, folderWith(info, { 'index.html': html.replace('<p', `${meta}<p`) }));
  expect(page.workers()).toHaveLength(1);
});

for (const [name, change] of [
  ['its own worker file', (code: string) => code],
  [
    'a worker of its source',
    (code: string) => code.replace('{ worker }', '{ worker: true }').replace(/^const worker.*$/m, ''),
  ],
  ['no worker', (code: string) => code.replace(', { worker }', '').replace(/^const worker.*$/m, '')],
] as const) {
  test(`a production build of Vite, with ${name}`, async ({ page }, info) => {
    const code = change(recipe('Vite', 'js'));
    const files = { 'index.html': `${PAGE}src/main.js"></script>`, 'src/main.js': code };
    const root = folderWith(info, files, { source: 'src', assets: 'public' });
    await build({ root, configFile: false, logLevel: 'error', base: './' });
    await expectEntities(page, join(root, 'dist'));
    expect(page.workers()).toHaveLength(name === 'no worker' ? 0 : 1);
  });
}

test('Node', () => {
  const info = test.info();
  const folder = folderWith(info, { 'program.mjs': recipe('Node', 'js') });
  expect(execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' })).toMatch(FOUND);
});

test('long texts, sentence by sentence', () => {
  const opening = recipe('Node', 'js').split('\n').slice(0, 3).join('\n'); // up to Tagger.load
  const program = `${opening}\nconst text = 'Nora Field sails to Westmark.\\n'.repeat(200);\n${recipe('Long texts', 'js')}`;
  const folder = folderWith(test.info(), { 'program.mjs': program });
  const lines = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(lines.filter((line) => /^\w+ Westmark$/.test(line))).toHaveLength(200);
  expect(lines.filter((line) => line.endsWith('%')).length).toBeGreaterThan(2);
  expect(lines.at(-1)).toBe('100%');
});

test('records', () => {
  const opening = recipe('Node', 'js').split('\n').slice(0, 3).join('\n'); // up to Tagger.load
  const folder = folderWith(test.info(), { 'program.mjs': `${opening}\n${recipe('Records', 'js')}` });
  const out = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(out).toMatch(/^\S*7\S* \[[^]*Nora Field[^]*Westmark/); // possibly in colours
});

test('a service worker', async ({ page }, info) => {
  const main = `
    await navigator.serviceWorker.register('service-worker.js', { type: 'module' });
    navigator.serviceWorker.addEventListener('message', ({ data }) => { document.querySelector('#out').textContent = data; });
    (await navigator.serviceWorker.ready).active.postMessage('Nora Field sails to Westmark.');`;
  const worker = recipe('A service worker', 'js');
  const files = { 'index.html': `${PAGE}main.js"></script>`, 'main.js': main, 'service-worker.js': worker };
  await expectEntities(page, folderWith(info, files));
});

test('an extension of Manifest V3', async () => {
  const info = test.info();
  const main = `
    import { Tagger } from './tagger.mjs';
    const show = (text) => { document.querySelector('#out').textContent += text; };
    const worker = new Worker('tagger.mjs', { type: 'module', name: 'tagsmith-tagger' });
    const [sentence] = await (await Tagger.load('model.zip', { worker })).tag('Nora Field sails to Westmark.');
    show(sentence.entities.map(({ text }) => text).join());
    navigator.serviceWorker.addEventListener('message', ({ data }) => show(data));
    (await navigator.serviceWorker.ready).active.postMessage('Nora Field sails to Westmark.');`;
  const extension = folderWith(info, {
    'manifest.json': recipe('A browser extension', 'json'),
    'service-worker.js': recipe('A service worker', 'js'),
    'page.html': `${PAGE}page.js"></script>`,
    'page.js': main,
  });
  const context = await chromium.launchPersistentContext('', {
    executablePath: findChromium(),
    args: [...CHROMIUM_ARGS, `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
  });
  try {
    const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
    const page = await context.newPage();
    await page.goto(new URL('page.html', worker.url()).href);
    await expect(page.locator('#out')).toHaveText(/Nora Field,Westmark.*Nora Field.*Westmark/);
  } finally {
    await context.close();
  }
});

test('strict TypeScript accepts a program', () => {
  const info = test.info();
  const program = `
    import { Tagger, type Sentence } from './tagger.mjs';
    const tagger = await Tagger.load('model.zip', { worker: true, onProgress: (loaded, total) => console.log(loaded, total) });
    const found: Sentence[] = await tagger.tag('A text.', { signal: AbortSignal.timeout(1000), tokens: false });
    for await (const { entities } of tagger.stream('A text.')) console.log(entities.map(({ type, text }) => type + text));
    const tags: string[][] = await tagger.tagTokens([['A', 'text'], { tokens: ['A'], columns: { pos: ['DT'] } }]);
    // @ts-expect-error -- a model is not a number
    await Tagger.load(1);
    export { found, tags };`;
  const folder = folderWith(info, { 'program.ts': program, 'package.json': '{"type":"module"}' });
  for (const kind of [
    ['--module', 'nodenext', '--moduleResolution', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    const options = [
      '--ignoreConfig', // from this project
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--lib',
      'es2023,dom,dom.iterable',
      '--types',
      '',
      ...kind,
    ];
    execFileSync(join(process.cwd(), 'node_modules/.bin/tsc'), [...options, 'program.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
  }
});
