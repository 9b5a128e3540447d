import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { build, preview } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { installPacked, type Packed } from './fixtures/packed.ts';

// Installs the packed file into an empty folder, and runs the programs of docs/library.md unchanged.

/** Size of the packed file: 5% more than when this was set. Half are the word vectors of the sample, 4 MB ONNX Runtime for encoders. */
const MAX_BYTES = 15_200_000; // 1.7 MB are pdf.js, for the page, the command line and the library, 1.5 MB the pictures of the README and the guides

const GUIDE = readFileSync('docs/library.md', 'utf8');

let folder = '';
let packed: Packed;

test.beforeAll(() => ({ folder, packed } = installPacked()));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The programs of a section in a language. */
function programs(section: string, language: string): string[] {
  const text = GUIDE.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return Array.from(text.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g')), ([, code]) => code ?? '');
}

const tagsmith = (...args: string[]) =>
  execFileSync(process.execPath, [join(folder, 'node_modules/.bin/tagsmith'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

test(`the packed file has at most ${MAX_BYTES / 1e6} MB, what is needed, and nothing else`, () => {
  expect(packed.size).toBeLessThan(MAX_BYTES);
  const paths = packed.files.map(({ path }) => path);
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'bin/tagsmith.mjs', 'dist-library/index.d.mts']) {
    expect(paths).toContain(file);
  }
  for (const build of ['dist', 'dist-cli', 'dist-library']) expect(paths).toContain(`${build}/THIRD-PARTY-NOTICES.txt`);
  const folders = new Set(paths.map((path) => path.split('/').slice(0, -1).join('/')));
  expect([...folders].toSorted()).toEqual(
    [
      '',
      'bin',
      'dist',
      'dist-cli',
      'dist-library',
      'docs',
      'docs/images',
      'dist/assets',
      'dist/embeddings',
      'dist/sample',
    ]
      .concat(['dist/icons', 'dist-cli/generated', 'dist-cli/onnxruntime', 'dist-library/generated'])
      .toSorted(),
  );
  const isNeeded = (path: string) => /^(dist\/icons|docs\/images)\//.test(path) || path.endsWith('.d.mts');
  const isOther = (path: string) => /\.(test|spec)\.|\.m?tsx?$|\.(png|gif|map)$/.test(path);
  expect(paths.filter((path) => isOther(path) && !isNeeded(path))).toEqual([]);
});

test('it has no dependencies', () => {
  expect(packageJson).not.toHaveProperty('dependencies');
  const tree = JSON.parse(
    execFileSync('npm', ['ls', '--all', '--json', '--offline'], { cwd: folder, encoding: 'utf8' }),
  ) as { dependencies: Record<string, { dependencies?: object }> };
  expect(Object.keys(tree.dependencies)).toEqual(['tagsmith']);
  expect(tree.dependencies['tagsmith']).not.toHaveProperty('dependencies');
});

test('every file that package.json names is there', () => {
  const resolve = createRequire(join(folder, 'program.mjs')).resolve;
  for (const path of Object.keys(packageJson.exports)) expect(existsSync(resolve(join('tagsmith', path)))).toBe(true);
  for (const { types } of [packageJson.exports['.'], packageJson.exports['./runtime']]) {
    expect(existsSync(join(folder, 'node_modules/tagsmith', types))).toBe(true);
  }
});

test('the programs of the guide train a model, and tag a text and records; the command line tags with that model, too', () => {
  const [program = '', records = ''] = programs('Train and tag', 'js');
  writeFileSync(join(folder, 'program.mjs'), program);
  const out = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(out).toMatch(/^(epoch \d: dev F1 0\.\d{4}\n){8}PER Nora Field\nLOC Westmark\n$/);

  writeFileSync(join(folder, 'reviews.csv'), 'id,text\n1,Nora Field sails to Westmark.\n');
  writeFileSync(join(folder, 'records.mjs'), `${records}console.log(table);`);
  expect(execFileSync(process.execPath, ['records.mjs'], { cwd: folder, encoding: 'utf8' })).toContain('Nora Field');

  expect(tagsmith('--version')).toBe(`${packageJson.version}\n`);
  writeFileSync(join(folder, 'text.txt'), 'Nora Field sails to Westmark.\n');
  expect(tagsmith('tag', 'model.zip', 'text.txt', '--format', 'csv')).toMatch(
    /^sentence,type,text,start,end,probability\n1,PER,Nora Field,0,10,.*\n1,LOC,Westmark,20,28,.*\n$/,
  );
});

test('the program of the guide redacts documents and restores them', () => {
  const [program = ''] = programs('Documents', 'js');
  for (const name of ['letter.html', 'reply.html'])
    writeFileSync(join(folder, name), '<!doctype html><p>Nora Field sails to Westmark.</p>');
  writeFileSync(join(folder, 'documents.mjs'), program);
  const out = execFileSync(process.execPath, ['documents.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(out).toContain('<p>Nora Field sails to Westmark.</p>');
  expect(readFileSync(join(folder, 'redacted-reply.html'), 'utf8')).toContain('<p>[PER 1] sails to Westmark.</p>');
});

test('tag takes several files and folders, and standard input line by line', async () => {
  const texts = join(folder, 'texts');
  mkdirSync(join(texts, 'more'), { recursive: true });
  writeFileSync(join(texts, 'a.txt'), 'Nora Field sails to Westmark.\n');
  writeFileSync(join(texts, 'more', 'b.txt'), 'Westmark is far. Nora Field sails to Westmark.\n');
  writeFileSync(join(texts, 'more', 'picture.png'), 'no text');
  const rows = tagsmith('tag', 'model.zip', 'texts', 'text.txt', '--format', 'csv').trimEnd().split('\n');
  expect(rows[0]).toBe('file,sentence,type,text,start,end,probability');
  const files = ['texts/a.txt', 'texts/more/b.txt', 'text.txt'];
  expect([...new Set(rows.slice(1).map((row) => row.split(',')[0]))]).toEqual(files);

  tagsmith('tag', 'model.zip', 'texts', '--format', 'jsonl', '--out', 'tagged');
  expect(readFileSync(join(folder, 'tagged/more/b.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(2);

  const bin = join(folder, 'node_modules/.bin/tagsmith');
  const args = [bin, 'tag', 'model.zip', '--input', 'lines', '--format', 'jsonl'];
  const stream = spawn(process.execPath, args, { cwd: folder });
  try {
    const answers = stream.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
    for (const line of ['Nora Field sails. To Westmark.', '', 'Westmark']) {
      stream.stdin.write(`${line}\n`); // the next one only after the response
      const { value } = (await answers.next()) as { value: string };
      expect(JSON.parse(value)).toMatchObject({ text: line });
    }
  } finally {
    stream.kill();
  }
});

test('strict TypeScript accepts a program', () => {
  writeFileSync(
    join(folder, 'program.ts'),
    `import { train, Tagger, type Settings, type TrainingEvent } from 'tagsmith';
    import { Tagger as Runtime, type Sentence } from 'tagsmith/runtime';
    const settings: Partial<Settings> = { hidden: 10, decoder: 'softmax' };
    const events: TrainingEvent[] = [];
    for await (const event of train({ train: ['a.conll', new URL('https://example.org/b.conll')], settings })) {
      events.push(event);
      if (event.kind !== 'model') continue;
      const tagger: Runtime = await Tagger.load(event.zip);
      const sentences: Sentence[] = await tagger.tag('A text.');
      console.log(sentences, event.test?.overall.f1);
    }
    // @ts-expect-error -- there is no such decoder
    settings.decoder = 'argmax';
    // @ts-expect-error -- training data is needed
    train({});
    export { events };`,
  );
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    const options = ['--module', module, '--moduleResolution', resolution, '--types', ''];
    const common = '--ignoreConfig --noEmit --strict --target es2022 --lib es2023,dom,dom.iterable'.split(' ');
    const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc');
    execFileSync(tsc, [...common, ...options, 'program.ts'], { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
  }
});

test('tagsmith studio serves the studio, isolated, on a free port', async ({ page }) => {
  const studio = spawn(process.execPath, [join(folder, 'node_modules/.bin/tagsmith'), 'studio'], { cwd: folder });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      studio.stdout.setEncoding('utf8').once('data', resolve);
      studio.once('exit', () => reject(new Error('tagsmith studio ended')));
    });
    expect(address).toMatch(/^http:\/\/localhost:\d+\/\n$/);
    await page.goto(`${address.trim()}?device=simd`);
    expect(await page.evaluate(() => self.crossOriginIsolated)).toBe(true);
    await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled();
  } finally {
    studio.kill();
  }
});

test('in a page built with Vite, a worker trains on all threads', async ({ page }) => {
  const root = join(folder, 'site');
  mkdirSync(root);
  const [trainer = '', main = '', config = ''] = programs('In a page', 'js');
  const html = '<!doctype html><input type="file" /><p id="out"></p><script type="module" src="main.js"></script>';
  const threads = `${main}\ntrainer.addEventListener('message', ({ data }) => {
    if (data.kind === 'device') document.title = data.device.description;
  });`;
  for (const [name, text] of Object.entries({
    'index.html': html,
    'trainer.js': trainer,
    'main.js': threads,
    'vite.config.mjs': config,
  })) {
    writeFileSync(join(root, name), text);
  }
  const options = { root, configFile: join(root, 'vite.config.mjs'), logLevel: 'error' } as const;
  await build(options);
  const server = await preview({ ...options, preview: { port: 0 } });
  try {
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.locator('input').setInputFiles(join(folder, 'node_modules/tagsmith/dist/sample/train.conll'));
    // Eight epochs without word vectors find the names, but not always the type of the first one.
    await expect(page.locator('#out')).toHaveText(/^[A-Z]+ Nora Field, LOC Westmark$/, { timeout: 120_000 });
    await expect(page).toHaveTitle(/WebAssembly SIMD, .* threads/);
  } finally {
    await server.close();
  }
});
