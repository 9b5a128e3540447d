import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { damagesOf } from '../../../test/helpers/damage.ts';
import type { LogEntry } from '../sets/history.ts';
import { sentence } from '../testing.ts';
import { MemoryFiles } from './files.ts';
import { mergeSet } from './merge.ts';
import { ownLines } from './own-lines.ts';
import { hashOf } from './format.ts';
import { readProject, readTexts } from './read-project.ts';
import { MERGE_NOTE, noteActions, notesAsTaken } from './shared-notes.ts';
import { addFile, mergeCopy, writeSet } from './write-project.ts';
import { filesOfZip, zipOfFiles } from './zip-files.ts';

const LOG: LogEntry[] = [
  { kind: 'do', at: 1, action: { kind: 'describe', name: 'Letters' } },
  { kind: 'do', at: 2, action: { kind: 'import', sentences: [sentence('Nora sails'), sentence('Ivo stays')] } },
  { kind: 'do', at: 3, action: { kind: 'edit', edits: [{ id: 0, spans: [{ start: 0, end: 1, type: 'PER' }], state: 'accepted' }] } }, // prettier-ignore
];
const PATH = 'sets/letters-1/log/ada-0001.jsonl';
const NOTES = { guidelines: 'Names only.\n', rules: '' };

async function written(log = LOG, files = new MemoryFiles('project'), writer = 'ada-0001'): Promise<MemoryFiles> {
  await writeSet(files, { id: 'letters-1', writer, own: await ownLines(log, writer), notes: NOTES });
  return files;
}

const shown = async (files: MemoryFiles) => {
  const { sets, problems } = await readProject(files);
  const { name, sentences } = mergeSet(sets[0]!);
  return { name, states: sentences.map(({ agreed }) => agreed?.state), problems };
};

test('a set is written as plain files, and read again', async () => {
  const files = await written();
  expect((await files.list()).filter((path) => !path.includes('/texts/'))).toEqual([
    'tagsmith-project.json',
    '.gitattributes',
    'sets/letters-1/set.json',
    PATH,
    'sets/letters-1/guidelines.md',
  ]);
  expect((await files.read(PATH)).trim().split('\n')).toHaveLength(3);
  expect((await files.read(PATH)).split('\n')[2]).toMatch(
    /^\{"id":"ada-0001:2","at":3,"edits":\[\{"sentence":"[0-9a-f]{24}:0","state":"accepted","spans":\[\[0,4,"PER"\]\]\}\]/,
  );
  expect(await shown(files)).toEqual({ name: 'Letters', states: ['accepted', 'open'], problems: [] });
});

test('a longer log is appended to the file, and lines of others in it stay', async () => {
  const files = await written();
  const before = await files.read(PATH);
  await files.write(PATH, `${before}{"unknown":1}\n`);
  const undo: LogEntry = { kind: 'undo', at: 4 };
  await written([...LOG, undo], files);
  const after = await files.read(PATH);
  expect(after.startsWith(before)).toBe(true);
  expect(after).toContain('{"unknown":1}');
  expect((await shown(files)).states).toEqual(['open', 'open']);
});

test('a zip has the same files, also in the folder of a repository, with line ends of Windows', async () => {
  const files = await written();
  const same = await filesOfZip(new File([zipOfFiles(files)], 'project.zip'));
  expect(await shown(same)).toEqual(await shown(files));
  const inFolder = new MemoryFiles('repository');
  for (const [path, bytes] of files.contents) {
    await inFolder.write(`letters-main/${path}`, new TextDecoder().decode(bytes).replaceAll('\n', '\r\n'));
  }
  expect(await shown(await filesOfZip(new File([zipOfFiles(inFolder)], 'main.zip')))).toEqual(await shown(files));
});

test('another copy is merged: lines joined, files added, a different recipe beside the own', async () => {
  const [ada, ben] = [await written(), await written(LOG, undefined, 'ben-0002')];
  await ada.write('recipes/fast.json', '1');
  await ben.write('recipes/fast.json', '2');
  await ben.write('recipes/slow.json', '3');
  expect(await mergeCopy(ada, ben)).toEqual({ beside: ['recipes/fast (2).json'], left: [] });
  const { recipes, sets } = await readProject(ada);
  expect(recipes).toEqual(['fast (2).json', 'fast.json', 'slow.json']);
  expect(mergeSet(sets[0]!).writers).toEqual(['ada-0001', 'ben-0002']);
  const once = new Map(ada.contents);
  expect(await mergeCopy(ada, ben)).toEqual({ beside: [], left: [] });
  expect(ada.contents).toEqual(once);
});

test('a model that two copies have with different contents has both checksums after a merge', async () => {
  const [ada, ben] = [await written(), await written()];
  await addFile(ada, 'models/a.zip', new Uint8Array([1]));
  await addFile(ben, 'models/a.zip', new Uint8Array([2]));
  await mergeCopy(ada, ben);
  expect(await readProject(ada)).toMatchObject({ models: ['a (2).zip', 'a.zip'], problems: [] });
});

test('of another copy only the project is merged, not what other programs would run', async () => {
  const [ada, ben] = [await written(), await written()];
  const others = ['.GIT/hooks/post-checkout', '.git/config', '.vscode/tasks.json', 'package.json', 'readme.md'];
  for (const path of others) await ben.write(path, 'x');
  const before = new Map(ada.contents);
  expect(await mergeCopy(ada, ben)).toEqual({ beside: [], left: others });
  expect(ada.contents).toEqual(before);
});

test.each(['../up.json', 'sets/../../up.json', 'sets\\..\\up.json', '/etc/x', 'a//b', './a', 'C:/x'])(
  'an archive with the path %s is refused',
  async (path) => {
    const files = await written();
    await files.write(path, 'x');
    await expect(filesOfZip(new File([zipOfFiles(files)], 'project.zip'))).rejects.toThrow(/which no project has/);
  },
);

test('an archive without a project is refused, also one with a file of a similar name', async () => {
  const files = new MemoryFiles('other');
  await files.write('old-tagsmith-project.json', '{}');
  await expect(filesOfZip(new File([zipOfFiles(files)], 'a.zip'))).rejects.toThrow(/a\.zip is no project/);
});

test('guidelines: what one has changed is taken over, and of both the lines are kept', () => {
  expect(MERGE_NOTE.guidelines('a\n', 'a\n', 'b\n')).toBe('b\n');
  expect(MERGE_NOTE.guidelines('a\n', 'b\n', 'a\n')).toBe('b\n');
  expect(MERGE_NOTE.guidelines('a\n', 'a\nb\n', 'a\nc\n')).toBe('a\nb\nc\n');
  expect(MERGE_NOTE.guidelines(undefined, '', 'a\n')).toBe('a\n');
});

const HEAD = 'type\tkind\tvalue\tbefore\tafter\tname\n';
const rulesFile = (...rows: string[]) => HEAD + rows.map((row) => `${row}\n`).join('');
const NORA = 'PER\tnames\tNora|Ada\t\t\tfirst-names.txt';
const SEA = 'LOC\texpression\t[A-Z]\\w+ Sea\t\t\t';
const PORT = 'LOC\tcapitals\t\tin|near\t\t';

test.each([
  ['added by both', [NORA], [NORA, SEA], [NORA, PORT], [NORA, PORT, SEA]],
  ['removed by one', [NORA, SEA], [NORA], [NORA, SEA], [NORA]],
  ['removed by the other', [NORA, SEA], [NORA, SEA, PORT], [NORA], [NORA, PORT]],
  ['removed by one, where the other has a comment', [NORA, SEA], [SEA], ['# names', NORA, SEA], ['# names', SEA]],
  ['of two copies', [], [NORA], [SEA], [SEA, NORA]],
  ['all removed', [NORA], [], [NORA], []],
  ['removed by one, where the other has it by hand', [PORT], [], [PORT.trimEnd()], []],
  ['twice in one of both', [], [NORA], [NORA, NORA], [NORA]],
])('rules %s', (_, base, mine, theirs, merged) => {
  const expected = merged.length === 0 ? '' : rulesFile(...merged);
  expect(MERGE_NOTE.rules(rulesFile(...base), rulesFile(...mine), rulesFile(...theirs))).toBe(expected);
});

test('rules are read from a file without the names of its last columns, and with its comments', () => {
  const theirs = `type\tkind\tvalue\n# by hand\n${NORA}\nPER\tword\tIvo\ntype\tkind\tvalue\nPER\tnames\t@first.txt\n`;
  const notes = { guidelines: '', rules: theirs };
  const set = { guidelines: '', rules: [] };
  const [action] = noteActions(set, notes);
  expect(action).toMatchObject({ kind: 'rules', rules: [{ value: 'Nora|Ada', name: 'first-names.txt' }] });
  expect(noteActions({ ...set, ...action }, notes)).toEqual([]);
  expect(notesAsTaken(notes)).toEqual({ guidelines: '', rules: rulesFile(NORA) });
});

describe('damage', () => {
  test('of any part of a line is named with its file and line, or gives another valid line; the others are used', async () => {
    const files = await written();
    const lines = (await files.read(PATH)).trim().split('\n');
    const wrong: string[] = [];
    for (const [at, line] of lines.entries()) {
      for (const { what, value } of damagesOf(JSON.parse(line))) {
        await files.write(PATH, lines.with(at, JSON.stringify(value) ?? '').join('\n'));
        const { sets, problems } = await readProject(files);
        const read = sets[0]!.lines.length;
        const isNamed = problems.length === 1 && problems[0]!.file === PATH && problems[0]!.line === at + 1;
        if (!(read === 3 || isNamed || value === undefined)) wrong.push(what);
        mergeSet(sets[0]!); // does not throw
      }
    }
    expect(wrong).toEqual([]);
  });

  test('of any part of a text is named, also if its file has the right name', async () => {
    const files = await written();
    const path = (await files.list()).find((one) => one.includes('/texts/'))!;
    const [first, second] = (await files.read(path)).trim().split('\n') as [string, string];
    const predicted = { ...(JSON.parse(second) as object), predicted: [[0, 1, 'PER', 0.5]] };
    const wrong: string[] = [];
    for (const { what, value } of damagesOf(predicted)) {
      const contents = `${first}\n${JSON.stringify(value) ?? ''}\n`;
      const { texts, problems } = await readTexts(path, await hashOf(contents), contents);
      const isNamed = problems.length === 1 && problems[0]!.line === 2 && texts.length === 0;
      if (!(isNamed || texts.length === 2 || value === undefined)) wrong.push(what);
    }
    expect(wrong).toEqual([]);
  });

  test.each(['', ' 0', '00', '0.0', '0x0'])('a key or id that ends in “%s” is named', async (number) => {
    const files = await written();
    const text = await files.read(PATH);
    for (const pattern of [/(?<="sentence":"\w+:)0/, /(?<=ada-0001:)2/]) {
      await files.write(PATH, text.replace(pattern, number));
      expect((await readProject(files)).problems).toMatchObject([{ file: PATH, line: 3 }]);
    }
  });

  test('of a long log is named line by line', async () => {
    const files = await written();
    await files.write(PATH, '{}\n'.repeat(200_000));
    expect((await readProject(files)).problems).toHaveLength(200_000);
  });

  test.each([
    ['a cut line', (text: string) => text.slice(0, -20), /no JSON object/],
    ['marks of a merge', (text: string) => `<<<<<<< HEAD\n${text}`, /a merge that is not finished/],
  ])('%s is named', async (_, change, message) => {
    const files = await written();
    await files.write(PATH, change(await files.read(PATH)));
    const { problems } = await readProject(files);
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toMatch(message);
  });

  test.each([
    ['another type', '"PER"', '"PET"'],
    ['another state', '"accepted"', '"skipped"'],
    ['another time', '"at":3', '"at":8'],
    ['another character of a name', '"Letters"', '"Lettern"'],
  ])('that leaves a valid line is named: %s', async (_, from, to) => {
    const files = await written();
    const text = await files.read(PATH);
    expect(text).toContain(from);
    await files.write(PATH, text.replace(from, to));
    const { problems, sets } = await readProject(files);
    expect(problems).toMatchObject([{ file: PATH, message: expect.stringMatching(/changed since it was written/) }]);
    expect(sets[0]!.lines).toHaveLength(2);
  });

  test('of a model or a recipe is named, at any byte; line ends of Windows are none', async () => {
    const files = await written();
    const contents = {
      'models/a.zip': new Uint8Array([80, 75, 3, 4, 9]),
      'recipes/fast.json': strToU8('{"epochs":\n12}\n'),
    };
    for (const [path, bytes] of Object.entries(contents)) await addFile(files, path, bytes);
    expect((await readProject(files)).problems).toEqual([]);
    for (const [path, bytes] of Object.entries(contents)) {
      for (const at of bytes.keys()) {
        await files.write(path, bytes.with(at, bytes[at]! ^ 1));
        expect((await readProject(files)).problems).toMatchObject([{ file: path, message: expect.stringMatching(/not the file that was added/) }]); // prettier-ignore
      }
      await files.write(path, bytes);
    }
    await files.write('recipes/fast.json', '{"epochs":\r\n12}\r\n');
    await files.write('recipes/by-hand.json', '{}');
    expect((await readProject(files)).problems).toEqual([]);
  });

  test('of guidelines and names is named as far as they are no text', async () => {
    const files = await written();
    const folder = 'sets/letters-1/';
    await files.write(`${folder}guidelines.md`, new Uint8Array([65, 10, 0xff, 66]));
    await files.write(`${folder}rules.tsv`, `${rulesFile(NORA)}PER\tword\tIvo\nPER\tnames\t@first.txt\n`);
    await files.write(`${folder}set.json`, '{"name":');
    const { problems, sets } = await readProject(files);
    expect(problems).toMatchObject([
      { file: `${folder}set.json`, message: expect.stringMatching(/no JSON object/) },
      { file: `${folder}guidelines.md`, line: 2, message: expect.stringMatching(/not text/) },
      { file: `${folder}rules.tsv`, message: expect.stringMatching(/only tagsmith label reads @first\.txt/) },
      { file: `${folder}rules.tsv`, line: 3, message: expect.stringMatching(/its kind is “word”/) },
    ]);
    expect(sets[0]!.name).toBe('letters-1');
  });

  test('of texts is named, since keys count their lines', async () => {
    const files = await written();
    const path = (await files.list()).find((one) => one.includes('/texts/'))!;
    await files.write(path, (await files.read(path)).replace('Nora', 'Dora'));
    const { problems } = await readProject(files);
    expect(problems[0]).toMatchObject({ file: path, message: expect.stringMatching(/not those that its name/) });
  });
});
