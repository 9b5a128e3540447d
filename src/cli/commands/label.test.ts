import { legacyEncoder } from '../../data/files/legacy-encodings.ts';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { runHere } from '../testing.ts';
import { command } from './label.ts';

const turkish = legacyEncoder('windows-1254');

const FILES = {
  'a.txt': 'Nora Field sails to Weir. The town of Weir is in the north. Ada left in May 1990.\n',
  'annotated.conll': 'Weir B-PER\nleft O\n. O\n\nshe O\nleft O\nWeir B-LOC\n. O\n',
  'rules.tsv':
    'type\tkind\tvalue\tbefore\tafter\nPER\tcapitals\t@first-names.txt\nO\tnames\tMay\nO\tlowerCase\nPER\tname\tx\n',
  'first-names.txt': 'Nora\nAda\n',
  'towns.txt': 'Weir\nPort Vale\n',
  'turkish.txt': turkish('Dün bay Işık şehirdeydi. Muğla ve Eskişehir yağmurluydu.\n'),
  'people.txt': turkish('Işık\nYıldız\nŞahin\nÇağlar\n'),
};

async function label(...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tagsmith-label-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content);
  const paths = args.map((arg) => arg.replace(/[\w-]+\.\w+$/, (name) => join(folder, name)));
  const { out, err } = await runHere(command, [...paths, '--out', join(folder, 'out.conll')]);
  const bytes = await readFile(join(folder, 'out.conll'));
  return { out, err, text: bytes.toString(), corpus: readCorpus('out.conll', new Uint8Array(bytes)) };
}

test('rules and lists label a text; what they leave open is unknown', async () => {
  const { out, err, corpus } = await label('a.txt', '--rules', 'rules.tsv', '--names', 'LOC=towns.txt');
  expect(err).toContain('rules.tsv:5: Not used: its kind is “name”');
  expect(err).toContain('Wrote 4 entities in 3 sentences');
  expect(out.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
    'type  rule  matches  sentences  overlaps  conflicts  right  precision',
    'PER  Capitalized words first-names.txt  2  2  0  0  80.00',
    'O  Names May  1  1  0  0  80.00',
    'O  Words without capitals  13  3  0  0',
    'LOC  Names towns.txt  2  2  0  0  80.00',
    '',
  ]);
  const read = corpus.sentences.map(({ tokens, spans, unknown }) => ({
    spans: spans.map(({ start, end, type }) => `${type} ${tokens.slice(start, end).join(' ')}`),
    unknown: (unknown?.tokens ?? []).map((t) => tokens[t]),
  }));
  expect(read).toEqual([
    { spans: ['PER Nora Field', 'LOC Weir'], unknown: [] },
    { spans: ['LOC Weir'], unknown: ['The'] },
    { spans: ['PER Ada'], unknown: ['1990'] },
  ]);
});

test('annotated sentences are kept, and show which rules are right', async () => {
  const { out, text } = await label('annotated.conll', '--names', 'LOC=towns.txt', '--json');
  expect(text).toBe(`${FILES['annotated.conll']}\n`);
  expect(JSON.parse(out)).toMatchObject({ kind: 'names', type: 'LOC', name: 'towns.txt', annotated: 2, right: 1 });
});

test('a type with a space is mentioned, since columns have another character in its place', async () => {
  const { err, corpus } = await label('a.txt', '--names', 'Small Town=towns.txt');
  expect(err).toContain('out.conll has no-break spaces in “Small Town”, as spaces separate columns.');
  expect(corpus.sentences.flatMap(({ spans }) => spans.map(({ type }) => type))).toContain('Small\u00a0Town');
  expect((await label('a.txt', '--names', 'LOC=towns.txt')).err).not.toContain('no-break');
});

test('without rules it says what is missing', async () => {
  await expect(runHere(command, ['a.txt', '--out', 'b.conll'])).rejects.toThrow(
    'Expected --rules FILE or --names FILE.',
  );
});

test('--encoding is that of texts and of lists', async () => {
  const read = ['turkish.txt', '--names', 'PER=people.txt'];
  const [guessed, chosen] = [await label(...read), await label(...read, '--encoding', 'windows-1252')];
  expect(guessed.text).toContain('Işık B-PER');
  expect(guessed.err).toContain('read as Windows-1254');
  expect(chosen.text).toContain('Iþýk B-PER');
  expect(chosen.err).not.toContain('read as');
});
