import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { corpusOf, PROVENANCE, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { DOCUMENTS } from '../../documents/planted.testing.ts';
import { openDocument } from '../../documents/registry.ts';
import { parseRows } from '../../lib/csv.ts';
import { writeBundle } from '../../export/bundle.ts';
import { toBundle } from '../../export/model-bundle.ts';
import { train } from '../../model/trainer.ts';
import type { ManifestDocument } from '../redact/redaction-journal.ts';
import { objects, runHere, SENTENCES } from '../testing.ts';
import { command } from './redact.ts';
import { command as tagCommand } from './tag.ts';
import { command as restoreCommand } from './restore.ts';

let folder = '';
const path = (name: string) => join(folder, name);
const NAMES = Object.keys(DOCUMENTS);

beforeAll(async () => {
  await useReferences();
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-redact-'));
  const { model, data } = tinyRun(corpusOf(SENTENCES), { epochs: 25, learningRate: 0.03 });
  for await (const _ of train(model, data)) continue;
  await writeFile(path('model.zip'), writeBundle(await toBundle(model, PROVENANCE)));
  await mkdir(path('in'));
  for (const name of NAMES) {
    const planted = { person: 'Ada Vale', place: 'Norrby', lead: 'Mio met' };
    await writeFile(path(`in/${name}`), DOCUMENTS[name]!(planted).bytes);
  }
  vi.stubEnv('TAGSMITH_PASSPHRASE', 'correct horse');
});

afterAll(() => rm(folder, { recursive: true }));

const redact = (out: string, ...args: string[]) =>
  runHere(command, [path('model.zip'), path('in'), '--out', path(out), '--device', 'simd', ...args]);

async function manifest(out: string): Promise<ManifestDocument[]> {
  return objects(await readFile(path(`${out}/manifest.jsonl`), 'utf8')).slice(1) as unknown as ManifestDocument[];
}

async function textOf(file: string): Promise<string> {
  const { blocks } = await openDocument({ name: file, bytes: new Uint8Array(await readFile(path(file))) });
  return blocks.flatMap(({ text, isHidden }) => (isHidden === true ? [] : [text])).join('\n');
}

test('redacts the documents of a folder; an interrupted run goes on, and ends as if it had not been', async () => {
  await redact('whole', '--as', 'pseudonym', '--key', path('whole.key'));
  const done = await manifest('whole');
  expect(done.map(({ written }) => written)).toEqual(NAMES.toSorted());
  for (const { written, entities } of done)
    expect(await textOf(`whole/${written}`)).toContain(entities![0]!.replacement);

  await redact('again', '--as', 'pseudonym', '--key', path('again.key'));
  // As if killed while the third line of a document was written.
  const text = await readFile(path('again/manifest.jsonl'), 'utf8');
  const lines = text.split('\n');
  await truncate(path('again/manifest.jsonl'), Buffer.byteLength(lines.slice(0, 3).join('\n')) + 9);
  const { err } = await redact('again', '--as', 'pseudonym', '--key', path('again.key'));
  expect(err).toContain(`Wrote ${NAMES.length - 2} of ${NAMES.length} documents`);
  expect(await readFile(path('again/manifest.jsonl'), 'utf8')).toBe(text);
  for (const name of [...NAMES, 'manifest.jsonl'])
    expect(await readFile(path(`again/${name}`))).toEqual(await readFile(path(`whole/${name}`)));
});

test('restores the text with the key, and only with its passphrase', async () => {
  const restore = () => runHere(restoreCommand, [path('whole.key'), path('whole'), '--out', path('restored')]);
  await restore();
  for (const name of NAMES) expect(await textOf(`restored/${name}`)).toBe(await textOf(`in/${name}`));
  vi.stubEnv('TAGSMITH_PASSPHRASE', 'wrong');
  await expect(restore()).rejects.toThrow(/the passphrase is wrong/);
});

test('a document without any replacement of the key is said to have none', async () => {
  vi.stubEnv('TAGSMITH_PASSPHRASE', 'correct horse');
  await writeFile(path('other.txt'), 'Nobody is here.');
  const { err } = await runHere(restoreCommand, [path('whole.key'), path('other.txt'), '--out', path('none')]);
  expect(err).toContain('restored 0 names. Contains none of the replacements in the key.');
});

test('what is given as a key is not changed, unless a document is added to it', async () => {
  const key = `${await readFile(path('whole.key'), 'utf8')}{"iv":"`; // as a run that was killed leaves it
  for (const [name, contents, problem] of [
    ['none.txt', 'no key, and no line end', /none\.txt is no key file/],
    ['wrong.key', key, /the passphrase is wrong/],
    ['read.key', key, /^restored$/],
  ] as const) {
    await writeFile(path(name), contents, { mode: 0o444 });
    vi.stubEnv('TAGSMITH_PASSPHRASE', name === 'wrong.key' ? 'wrong' : 'correct horse');
    const restored = runHere(restoreCommand, [path(name), path('whole'), '--out', path('restored')]);
    expect(
      await restored.then(
        () => 'restored',
        (error: Error) => error.message,
      ),
    ).toMatch(problem);
    expect(await readFile(path(name), 'utf8')).toBe(contents);
  }
});

test('the documents of a zip archive are those of a folder', async () => {
  const files = Object.fromEntries(
    await Promise.all(NAMES.map(async (name) => [`mail/${name}`, await readFile(path(`in/${name}`))] as const)),
  );
  await writeFile(path('all.zip'), zipSync(files));
  const args = [path('model.zip'), path('all.zip'), '--out', path('unzipped'), '--as', 'label', '--device', 'simd'];
  const { err } = await runHere(command, args);
  expect(err).toContain(`Wrote ${NAMES.length} of ${NAMES.length} documents`);
  await redact('folder', '--as', 'label');
  for (const name of NAMES)
    expect(await readFile(path(`unzipped/mail/${name}`))).toEqual(await readFile(path(`folder/${name}`)));
});

test('one table of all entities, with counts; an interrupted run completes it', async () => {
  const table = (name: string) => ['--as', 'PER=label,keep', '--table', path(`${name}.csv`)];
  await redact('tabled', ...table('tabled'));
  const read = (name: string) => readFile(path(name), 'utf8');
  const rows = parseRows(await read('tabled.csv'), ',').slice(1);
  expect(new Set(rows.map(([, , , , , , , by]) => by))).toEqual(new Set(['model', 'repeat']));
  const found = rows.filter(([document]) => document === 'letter.txt');
  const text = await textOf('in/letter.txt').then((one) => one.replaceAll('\n', '\n\n'));
  for (const [, , start, end, written] of found) expect(text.slice(Number(start), Number(end))).toBe(written);
  expect(found.map(([, place, , , written, type, , , name]) => [place, written, type, name])).toContainEqual([
    'paragraph 2',
    'VALE',
    'PER',
    'vale',
  ]);
  expect(new Set(rows.map(([document]) => document))).toEqual(new Set(NAMES));
  const counts = parseRows(await read('tabled.counts.csv'), ',').slice(1);
  const person = counts.find(([type, name]) => type === 'PER' && name === 'ada vale')!;
  expect(Number(person[3])).toBe(rows.filter((row) => row[5] === 'PER' && row[8] === 'ada vale').length);

  await redact('cut', ...table('cut'));
  const manifestText = await readFile(path('cut/manifest.jsonl'));
  await truncate(path('cut/manifest.jsonl'), manifestText.indexOf('\n', manifestText.length / 2) + 5);
  await redact('cut', ...table('cut'));
  expect(await read('cut.csv')).toBe(await read('tabled.csv'));
  expect(await read('cut.counts.csv')).toBe(await read('tabled.counts.csv'));

  // tag finds the same, at the same places; it does not join what overlaps a repeat.
  const inputs = ['letter.docx', 'letter.eml'].map((name) => path(`in/${name}`));
  inputs.push('--format', 'csv', '--table', path('tag.csv'));
  await runHere(tagCommand, [path('model.zip'), ...inputs, '--device', 'simd']);
  const tagged = parseRows(await read('tag.csv'), ',').slice(1);
  const of = (name: string, all: string[][]) =>
    all.filter((row) => row[0] === name && row[7] === 'model').map((row) => [...row.slice(0, 6), row[8]]);
  for (const name of ['letter.docx', 'letter.eml'])
    expect(of(name, tagged)).toEqual(expect.arrayContaining(of(name, rows)));
});

test('ways by type; types that are not chosen stay', async () => {
  await redact('mixed', '--as', 'PER=bar,mark', '--types', 'PER');
  const text = await textOf('mixed/letter.txt');
  expect(text).toContain('█████');
  expect(text).toContain('Norrby');
});

test('results of other options are not mixed', async () => {
  await redact('bars', '--as', 'bar');
  await expect(redact('bars', '--as', 'label')).rejects.toThrow(/results of another model or of other options/);
});

test('a document that cannot be read is reported, and the others are written', async () => {
  await writeFile(path('in/broken.docx'), 'no zip');
  await expect(redact('some', '--as', 'label')).rejects.toThrow(/1 document was not written/);
  const done = await manifest('some');
  expect(done.filter(({ problem }) => problem === undefined)).toHaveLength(NAMES.length);
  expect(done.find(({ document }) => document === 'broken.docx')?.problem).toContain('cannot be unpacked');
  await expect(redact('some', '--as', 'label')).rejects.toThrow(/1 document was not written/);
  await rm(path('in/broken.docx'));
  expect((await redact('some', '--as', 'label')).err).toContain('Wrote 0 of');
  expect((await manifest('some')).map(({ problem }) => problem)).toEqual(NAMES.map(() => undefined));
});

test('documents are not written over, however their folder is named', async () => {
  const here = relative(process.cwd(), path('in'));
  const args = [path('model.zip'), here, '--out', path('in'), '--as', 'label', '--device', 'simd'];
  await expect(runHere(command, args)).rejects.toThrow(/were not written/);
  expect(await textOf('in/letter.txt')).toContain('Ada Vale');
  await rm(path('in/manifest.jsonl'));
});

test('wrong options', () => {
  expect(() => command.parse(['m.zip', 'a.docx'])).toThrow(/Expected --out DIR/);
  expect(() => command.parse(['m.zip', 'a.docx', '--out', 'x', '--as', 'PER=hide'])).toThrow(/hide: expected bar/);
  expect(() => command.parse(['m.zip', 'a.docx', '--out', 'x', '--min-confidence', '2'])).toThrow(/from 0 to 1/);
});

test('--names gives the names that replace others', async () => {
  await writeFile(path('people.txt'), 'Mara Lind\nTove Berg\n');
  await redact('named', '--as', 'name', '--names', `PER=${path('people.txt')}`);
  expect(await textOf('named/letter.txt')).toMatch(/\b(Mara|Lind|Tove|Berg)\b/);
  await writeFile(path('people.txt'), '\n');
  await expect(redact('named', '--as', 'name', '--names', `PER=${path('people.txt')}`)).rejects.toThrow(/no names/);
  await expect(redact('named', '--names', 'people.txt')).rejects.toThrow(/expected TYPE=FILE/);
});

test('tag --resume leaves out what has a result, and completes the table', async () => {
  await mkdir(path('texts'));
  for (const name of ['a', 'b']) await writeFile(path(`texts/${name}.txt`), await readFile(path('in/letter.txt')));
  const options = ['--out', path('tagged'), '--format', 'csv', '--table', path('tagged.csv'), '--device', 'simd'];
  const tag = (...more: string[]) => runHere(tagCommand, [path('model.zip'), path('texts'), ...options, ...more]);
  await tag();
  const tableLines = async () => (await readFile(path('tagged.csv'), 'utf8')).split('\n').toSorted();
  const [table, second] = [await tableLines(), await readFile(path('tagged/b.csv'), 'utf8')];
  await writeFile(path('tagged/a.csv'), 'as it was');
  await rm(path('tagged/b.csv'));
  await tag('--resume');
  expect(await readFile(path('tagged/a.csv'), 'utf8')).toBe('as it was');
  expect(await readFile(path('tagged/b.csv'), 'utf8')).toBe(second);
  expect(await tableLines()).toEqual(table);
  await expect(runHere(tagCommand, [path('model.zip'), '--resume'])).rejects.toThrow(/add --out/);
});
