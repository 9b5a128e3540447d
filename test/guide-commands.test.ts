import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { finish } from '../src/cli/testing.ts';
import { GUIDES, programOf, programsOf } from './helpers/guide-programs.ts';
import { PATIENCE, Python } from './helpers/python.ts';

// Runs every shell command of the README and the guides as printed, in a folder with small files of the names that they use.

/** What stands in for a program or a size, so that a test can run it. */
const CHANGES = {
  'npx tagsmith':
    'dist-cli of this checkout, with settings for quick training, unless the command has them; --budget is 0.02',
  'tail -f': 'ends at the end of the file',
  hf: 'checks its arguments, since it needs a network',
  'python tagger.py train': 'trains for one epoch',
  torchrun: 'starts one process, since that of Debian fails',
};

/** Commands that are not run. */
const NOT_RUN: { command: RegExp; why: string }[] = [
  { command: /^git clone|^npm (ci|test|run)\b/, why: 'clones, installs, builds or tests the repository, as CI does' },
  { command: /^node bench\//, why: 'a benchmark on data of your own: npm run bench -- smoke runs it on the sample' },
  { command: /--nnodes/, why: 'needs two machines with GPUs' },
];

/** Settings with which a small model learns the sample's dev file in seconds. An epoch of the small files is one step. */
const QUICK = ['hidden=16', 'optimizer=adam', 'learningRate=0.01', 'batchSize=12', 'dropoutInput=0', 'dropoutOutput=0']
  .map((setting) => `--set ${setting}`)
  .join(' ');

/** A block that is no shell command: the test that runs it, and the text by which that test finds it. */
interface OtherBlock {
  path: string;
  /** What the block has, and no other block of the guide. */
  has: string;
  by: string;
  /** Default: `has`. */
  as?: string;
}

const JAVASCRIPT = { path: 'docs/javascript.md', by: 'e2e/javascript.spec.ts' };
const LIBRARY = { path: 'docs/library.md', by: 'e2e/package.spec.ts' };
const PYTHON = 'src/export/python/guides.test.ts';
const CLASSES = 'src/export/python/classes.test.ts';

const OTHER_BLOCKS: OtherBlock[] = [
  {
    path: 'docs/annotate.md',
    has: 'kind\tvalue\tbefore',
    by: 'test/guide-commands.test.ts',
    as: "programOf('docs/annotate.md'",
  },
  { path: 'docs/classes.md', has: 'tagger.classify([', by: CLASSES, as: 'tagger.classify' },
  { path: 'docs/classes.md', has: 'classifyRecords', by: CLASSES },
  { path: 'docs/formats.md', has: 'tagger.save', by: PYTHON },
  { path: 'docs/formats.md', has: 'tagger.stream', by: PYTHON },
  { path: 'docs/formats.md', has: 'quantize_dynamic', by: PYTHON },
  { path: 'docs/formats.md', has: 'import wandb', by: PYTHON },
  { path: 'docs/hosting.md', has: 'location /tagsmith/', by: 'test/hosting.test.ts', as: "'nginx'" },
  { path: 'docs/hosting.md', has: 'handle_path', by: 'test/hosting.test.ts', as: "'Caddy'" },
  { ...JAVASCRIPT, has: '<!doctype html>', as: "recipe('A page with a script tag', 'html')" },
  { ...JAVASCRIPT, has: 'new Worker', as: "recipe('Vite', 'js')" },
  { ...JAVASCRIPT, has: "new URL('model.zip', import.meta.url)", as: "recipe('Node', 'js')" },
  { ...JAVASCRIPT, has: 'event.waitUntil', as: "recipe('A service worker', 'js')" },
  { ...JAVASCRIPT, has: 'manifest_version', as: "recipe('A browser extension', 'json')" },
  { ...JAVASCRIPT, has: 'tagTokens', by: 'e2e/columns.spec.ts', as: "recipe('Tokens and columns', 'js')" },
  { ...JAVASCRIPT, has: 'tagRecords', as: "recipe('Records', 'js')" },
  { ...JAVASCRIPT, has: 'tagger.stream', as: "recipe('Long texts', 'js')" },
  { path: 'docs/lessons.md', has: '<iframe', by: 'e2e/lessons.spec.ts', as: '?embed&' },
  {
    path: 'docs/lessons.md',
    has: 'title: The best path',
    by: 'src/lessons/chapters.test.ts',
    as: 'title: The best path',
  },
  { ...LIBRARY, has: "preset: 'tagsmith-quick',\n  settings", as: "programs('Train and tag', 'js')" },
  { ...LIBRARY, has: 'readRecords', as: "programs('Train and tag', 'js')" },
  { ...LIBRARY, has: 'restoreDocument', as: "programs('Documents', 'js')" },
  { ...LIBRARY, has: 'train(data)', as: "programs('In a page', 'js')" },
  { ...LIBRARY, has: './trainer.js', as: "programs('In a page', 'js')" },
  { ...LIBRARY, has: 'optimizeDeps', as: "programs('In a page', 'js')" },
  { path: 'docs/pytorch.md', has: 'DistributedDataParallel', by: 'src/export/python/train.test.ts' },
  { path: 'docs/scale.md', has: 'process.argv', by: PYTHON },
  { path: 'docs/scale.md', has: 'mapInPandas', by: PYTHON },
  { path: 'docs/scale.md', has: 'class Tag', by: PYTHON },
];

const TOOLS = {
  tagsmith: `#!/usr/bin/env bash
command=$1; shift
case $command in
  train | ablate) set -- ${QUICK} --epochs 1 "$@" ;;
  search) set -- ${QUICK} --epochs 1 "$@" --budget 0.02 ;;
esac
exec "${process.execPath}" "${resolve('dist-cli/main.mjs')}" "$command" "$@"
`,
  npx: '#!/usr/bin/env bash\n[ "$1" = tagsmith ] || { echo "npx $1: not a command of the package" >&2; exit 1; }\nexec "$@"\n',
  tail: '#!/usr/bin/env bash\n[ "$1" = -f ] && shift\nexec cat "$@"\n',
  hf: `#!/usr/bin/env bash
case "$1 $#" in
  'upload 3') test -f "$3/README.md" && test -f "$3/config.json" ;;
  'download 4') test "$3" = --local-dir ;;
  *) false ;;
esac || { echo "hf $*: not as documented" >&2; exit 1; }
`,
  python: '#!/usr/bin/env bash\n[ "$2" = train ] && set -- "$@" --set epochs=1\nexec warm-python "$@"\n',
  torchrun: '#!/usr/bin/env bash\nwhile [ "$1" != tagger.py ]; do shift; done\nexec python "$@"\n',
};

interface Command {
  line: number;
  text: string;
}

/** The commands of a file: lines, joined where they end in a backslash. */
function commandsOf(path: string): Command[] {
  return programsOf(path)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ line, code }) => {
      const commands: Command[] = [];
      let isContinued = false;
      for (const [i, text] of code.trimEnd().split('\n').entries()) {
        if (isContinued) commands.at(-1)!.text += `\n${text}`;
        else if (text.trim() !== '' && !text.startsWith('#')) commands.push({ line: line + i, text });
        isContinued = text.endsWith('\\');
      }
      return commands;
    });
}

const reasonFor = (text: string) => NOT_RUN.find(({ command }) => command.test(text))?.why;
const needsPython = (path: string) => commandsOf(path).some(({ text }) => /^(python|torchrun) /m.test(text));

const python = new Python('torch');
const root = mkdtempSync(join(tmpdir(), 'tagsmith-guide-commands-'));
const tools = join(root, 'tools');
const inputs = join(root, 'inputs');

/** Runs a command with the tools first in its path. */
function run(command: string, cwd: string) {
  const env = { ...process.env, PATH: `${tools}:${process.env['PATH']}`, TAGSMITH_PASSPHRASE: 'a passphrase' };
  return finish(spawn('bash', ['-euo', 'pipefail', '-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

async function mustRun(command: string, cwd: string): Promise<string> {
  const { code, out, err } = await run(command, cwd);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${out}${err}`);
  return out;
}

/** Writes all files that the guides name. */
function writeInputs(): void {
  const all = readFileSync('public/sample/dev.conll', 'utf8');
  const few = `${all.split('\n\n').slice(0, 12).join('\n\n')}\n`;
  const words = [...new Set(all.split('\n').map((line) => line.split(' ')[0]!.toLowerCase()))].filter(Boolean);
  const vectors = words.map((word, i) => `${word} ${[1, 2, 3, 4].map((n) => Math.sin(i * n).toFixed(3)).join(' ')}\n`);
  const text = 'Nora Field sails to Westmark. Maria Keller stays in Leeds.\n';
  const classes = `text,label\n${['fine', 'dull'].flatMap((word) => ['a', 'one', 'this'].map((first) => `${first} ${word} play and no more,${word === 'fine' ? 'pos' : 'neg'}`)).join('\n')}\n`;
  const files: Record<string, string | Uint8Array> = {
    'train.conll': few,
    'more.conll': few.replaceAll('-LOC', '-PLACE'),
    'dev.conll': all,
    'test.conll': few,
    'first.conll': few,
    'second.conll': few.replaceAll('-LOC', '-ORG'),
    'eng.train': few,
    'eng.testa': few,
    'wikigold.conll.txt': few,
    'vectors.txt': vectors.join(''),
    'glove.6B.100d.txt': vectors.join(''),
    'large.conll': few,
    'large.jsonl': `{"id": 7, "text": ${JSON.stringify(text.trim())}}\n`.repeat(12),
    'articles.txt': text,
    'text.txt': text,
    'rules.tsv': programOf('docs/annotate.md', '', 'kind\tvalue\tbefore'),
    'first-names.txt': 'Nora\nMaria\n',
    'places.txt': 'Westmark\nLeeds\n',
    'log.txt': text,
    'tokens.txt': 'Nora\nField\nsails\n.\n',
    'train.csv': classes,
    'dev.csv': classes,
    'test.csv': classes,
    'new.csv': `id,text\n1,${text}`,
    'reviews.csv': `id,text\n1,${text}`,
    'letters/a.md': text,
    'letters/b.html': `<p>${text}</p>`,
    'in/a.txt': text,
    'in/b.txt': text,
    'shard.mjs': programOf('docs/scale.md', 'js', 'process.argv'),
    'public/sample/train.conll': few,
    'public/sample/dev.conll': few,
    'public/embeddings/glove.6B.100d.40k.zip': zipSync({ 'glove.txt': strToU8(vectors.join('')) }),
  };
  for (const [name, contents] of Object.entries(files)) {
    mkdirSync(join(inputs, name, '..'), { recursive: true });
    writeFileSync(join(inputs, name), contents);
  }
  mkdirSync(join(inputs, 'out'));
}

beforeAll(async () => {
  mkdirSync(tools);
  for (const [name, text] of Object.entries(TOOLS)) writeFileSync(join(tools, name), text);
  if (python.command !== undefined) writeFileSync(join(tools, 'warm-python'), python.shellScript());
  for (const name of readdirSync(tools)) chmodSync(join(tools, name), 0o755);
  writeInputs();
  // The models that guides begin with. One that has learned the dev file is sure of enough entities for `calibrate`.
  await mustRun(
    'tagsmith train --train dev.conll --dev dev.conll --embeddings vectors.txt --epochs 12 --out models/mine',
    inputs,
  );
  for (const copy of ['models/seed-2/model.zip', 'model.zip'])
    cpSync(join(inputs, 'models/mine/model.zip'), join(inputs, copy));
  await mustRun('unzip -q model.zip -d model', inputs);
}, PATIENCE);
afterAll(() => rmSync(root, { recursive: true }));

for (const path of GUIDES) {
  const commands = commandsOf(path).filter(({ text }) => reasonFor(text) === undefined);
  if (commands.length === 0) continue;
  const options = needsPython(path) ? python.testOptions : { timeout: PATIENCE };
  test(`the commands of ${path} run as printed`, options, async ({ expect: expects }) => {
    const folder = join(root, path.replaceAll('/', '-'));
    cpSync(inputs, folder, { recursive: true });
    if (path === 'docs/reference.md') rmSync(join(folder, 'models'), { recursive: true }); // it makes them
    for (const { line, text } of commands) {
      const { code, out, err } = await run(text, folder);
      expects(code, `${path}:${line}: ${text}\n${out}${err}`).toBe(0);
    }
  });
}

test('the results of the parts of a large file, joined, are those of the whole', { timeout: PATIENCE }, async () => {
  const folder = join(root, 'parts');
  cpSync(inputs, folder, { recursive: true });
  const commands = programOf('docs/scale.md', 'sh', 'large.conll').replaceAll('50000', '5');
  await mustRun(commands, folder);
  expect(readdirSync(join(folder, 'tagged-columns'))).toEqual(['0000.conll', '0001.conll', '0002.conll']);
  expect(readdirSync(join(folder, 'tagged-lines'))).toHaveLength(3);
  for (const [kind, command] of [
    ['conll', 'tagsmith tag model.zip large.conll'],
    ['jsonl', 'tagsmith tag model.zip large.jsonl --format jsonl'],
  ] as const) {
    const joined = readFileSync(join(folder, `large.tagged.${kind}`), 'utf8');
    expect(joined.trimEnd()).toBe((await mustRun(command, folder)).trimEnd());
  }
});

test('what is not run, or not run as printed, is listed with the reason', () => {
  const skipped = GUIDES.flatMap((path) =>
    commandsOf(path).flatMap(({ line, text }) => {
      const why = reasonFor(text);
      return why === undefined ? [] : [{ place: `${path}:${line}`, text, why }];
    }),
  );
  process.stdout.write(
    [
      ...skipped.map(({ place, text, why }) => `${place}: not run: ${text.split('\n')[0]}: ${why}`),
      ...Object.entries(CHANGES).map(([name, change]) => `${name}: ${change}`),
      '',
    ].join('\n'),
  );
  for (const { command } of NOT_RUN) expect(skipped.some(({ text }) => command.test(text))).toBe(true);
  for (const { text } of skipped) {
    for (const [, script] of text.matchAll(/npm run ([\w:]+)/g)) expect(packageJson.scripts).toHaveProperty([script!]);
    for (const [file] of text.matchAll(/bench\/[\w/-]+\.mjs/g)) expect(existsSync(file)).toBe(true);
  }
});

test('every block that is no shell command has one test, which finds it by a text', () => {
  for (const path of GUIDES) {
    for (const { line, code } of programsOf(path).filter(({ language }) => language !== 'sh')) {
      const found = OTHER_BLOCKS.filter((block) => block.path === path && code.includes(block.has));
      expect(found, `${path}:${line} has no test that runs it, or several: see OTHER_BLOCKS`).toHaveLength(1);
    }
  }
  for (const { path, has, by, as = has } of OTHER_BLOCKS) {
    expect(programsOf(path).filter(({ language, code }) => language !== 'sh' && code.includes(has))).toHaveLength(1);
    expect(readFileSync(by, 'utf8')).toContain(as);
  }
});

test('the command on the card of a model runs as printed', { timeout: PATIENCE }, async () => {
  const folder = join(root, 'card');
  cpSync(join(inputs, 'model'), join(folder, 'MODEL'), { recursive: true });
  writeFileSync(join(folder, 'TEXT.txt'), 'Nora Field sails to Westmark.\n');
  expect(await mustRun(programOf(join(folder, 'MODEL/README.md'), 'sh', 'tagsmith'), folder)).toMatch(/^Nora \S+\n/);
});
