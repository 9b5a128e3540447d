import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLASS_CASES } from '../../../../test/helpers/class-models.ts';
import { newRun } from '../../../../test/helpers/exported-models.ts';
import { PATIENCE, Python } from '../../../../test/helpers/python.ts';
import { PROVENANCE, useReferences } from '../../../../test/helpers/tiny-run.ts';
import { command } from '../../../cli/commands/tag.ts';
import { runHere } from '../../../cli/testing.ts';
import { writeBundle } from '../../../export/bundle.ts';
import { readBundle } from '../../../export/read-bundle.ts';
import { toBundle, toWrite } from '../../../export/model-bundle.ts';
import { disposeWeights } from '../../../model/weights.ts';
import { languagesFor, programFor } from './programs.ts';

const MODEL = new URL('../../../../test/fixtures/model.zip', import.meta.url);
/** A name that a shell would split, and cut short. */
const ZIP = "Run 3's.zip";
/** A model of texts with a class. */
const REVIEWS = 'reviews.zip';
/** A sentence that the model of the fixture knows. */
const KNOWN = 'Nora Field sails to Westmark.';

const TAGS = { encoder: undefined, predicts: 'entities' } as const;
const CLASSES = { encoder: undefined, predicts: 'classes' } as const;

const python = new Python('torch');
const folder = mkdtempSync(join(tmpdir(), 'tagsmith-'));

beforeAll(async () => {
  await useReferences();
  const { model } = await newRun(CLASS_CASES['max, both']!);
  writeFileSync(join(folder, REVIEWS), writeBundle(await toBundle(model, PROVENANCE)));
  disposeWeights(model.weights);
  const bundle = toWrite(readBundle(new Uint8Array(readFileSync(MODEL)))); // the fixture has no programs
  writeFileSync(join(folder, ZIP), writeBundle(bundle));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the commands in the comments of a program, except for installations. */
function prepare(program: string, comment: string): void {
  const commands = program
    .split('\n')
    .filter((line) => line.startsWith(comment) && !line.includes('install'))
    .map((line) => line.slice(comment.length));
  expect(commands).toHaveLength(1);
  const unzip = 'command -v unzip >/dev/null || unzip() { python3 -m zipfile -e "$1" "$3"; }';
  rmSync(join(folder, 'model'), { recursive: true, force: true });
  execFileSync('sh', ['-ec', [unzip, ...commands].join('\n')], { cwd: folder });
}

/** The program as printed, with a sentence that the model knows. */
const withKnown = (program: string) => program.replace(/Angela Merkel flew to Berlin\./, KNOWN);

test('the Python program runs as printed', python.testOptions, () => {
  const program = programFor('Python', ZIP, TAGS);
  prepare(program, '# ');
  python.run(['-c', program], folder);
  const printed = python.run(['-c', withKnown(program)], folder);
  expect(printed).toMatch(/Entity\(type='PER', text='Nora Field', start=0, end=10, probability=0\.\d+, review=None\)/);
  expect(printed).toContain("type='LOC', text='Westmark'");
});

test('the JavaScript program runs as printed', { timeout: PATIENCE }, () => {
  const program = programFor('JavaScript', ZIP, TAGS);
  prepare(program, '// ');
  writeFileSync(join(folder, 'program.mjs'), withKnown(program));
  const printed = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(printed).toMatch(/type: 'PER'[^]*text: 'Nora Field'/);
});

test('the Python program of a model of texts runs as printed', python.testOptions, () => {
  const program = programFor('Python', REVIEWS, CLASSES);
  prepare(program, '# ');
  expect(python.run(['-c', program], folder)).toMatch(/^Class\(type='(pos|neg|so so)', probability=0\.\d+\)\n$/);
});

test('the JavaScript program of a model of texts runs as printed', { timeout: PATIENCE }, () => {
  const program = programFor('JavaScript', REVIEWS, CLASSES);
  prepare(program, '// ');
  writeFileSync(join(folder, 'program.mjs'), program);
  const printed = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(printed).toMatch(/^\{ type: '(pos|neg|so so)', probability: 0\.\d+ \}\n$/);
});

test('the line for a terminal runs as printed', async () => {
  const [, line] = programFor('Terminal', ZIP, TAGS).split('\n');
  writeFileSync(join(folder, 'notes.txt'), `${KNOWN}\n`);
  // The shell splits the line; the command runs here, since its build may be older.
  const words = execFileSync('sh', ['-c', `cd "$0" && set -- ${line!} && printf '%s\\n' "$@"`, folder], {
    encoding: 'utf8',
  });
  const [npx, tagsmith, ...args] = words.trim().split('\n');
  expect([npx, tagsmith]).toEqual(['npx', 'tagsmith']);
  const paths = args.map((arg) => (/\.(zip|txt)$/.test(arg) ? join(folder, arg) : arg));
  const [name, ...rest] = paths;
  expect(name).toBe(command.name);
  const { out } = await runHere(command, rest);
  expect(out).toMatch(/^Nora B-PER\nField I-PER\n/);
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe(`${KNOWN}\n`);
});

test('every language is tested', () => {
  expect(languagesFor({ features: [], encoder: undefined })).toEqual(['Python', 'JavaScript', 'Terminal']);
});
