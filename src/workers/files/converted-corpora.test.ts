import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { LoadedFiles } from './loaded-files.ts';

const never = new AbortController().signal;

/** Two corpora of which it is asked whether their folders are classes. */
async function lettersIn(loaded: LoadedFiles) {
  const entries = ['train', 'test'].flatMap((part) => ['a', 'b'].flatMap((name) => [1, 2].map((n) => `${part}/${name}/${n}.txt`))); // prettier-ignore
  const zip = zipSync(Object.fromEntries(entries.map((path) => [path, strToU8(`The text of ${path}.`)])));
  await loaded.add([new File([zip as Uint8Array<ArrayBuffer>], 'letters.zip')], 'own', never, () => undefined);
  const [first, second] = loaded.summary().files;
  const [yes, no] = first!.reading.question!.options;
  return { first: first!, second: second!, yes: yes!.settings, no: no!.settings };
}

test('texts whose folders are no classes become texts, all of those that were asked about, under the same ids', async () => {
  const loaded = new LoadedFiles();
  const { first, second, no } = await lettersIn(loaded);
  await loaded.update(first.id, no);
  const { files, texts } = loaded.summary();
  expect(files).toEqual([]);
  expect(texts).toMatchObject([
    { id: first.id, name: 'train.jsonl', table: { records: 4, textFields: ['text'] } },
    { id: second.id, name: 'test.jsonl', table: { records: 4 } },
  ]);
  const { sentences, rejected } = await loaded.toAnnotate([first.id], [], never);
  expect([rejected, sentences.text.length > 0]).toEqual([[], true]);
});

test('what is asked about the files waits until they are texts', async () => {
  const loaded = new LoadedFiles();
  const { first, no } = await lettersIn(loaded);
  void loaded.update(first.id, no);
  await loaded.settled();
  expect([loaded.summary().files, loaded.summary().texts.length]).toEqual([[], 2]);
});

test('a file that is removed while it becomes a text stays removed, and can be restored', async () => {
  const loaded = new LoadedFiles();
  const { first, second, no } = await lettersIn(loaded);
  const updated = loaded.update(first.id, no);
  loaded.remove(second.id);
  await updated;
  expect(loaded.summary()).toMatchObject({ files: [], texts: [{ id: first.id }] });
  await loaded.restore([second.id], never, () => undefined);
  expect(loaded.summary()).toMatchObject({ files: [{ id: second.id }], texts: [{ id: first.id }] });
});

test('of two answers at the same time the last one counts', async () => {
  const loaded = new LoadedFiles();
  const { first, second, yes, no } = await lettersIn(loaded);
  await Promise.all([loaded.update(first.id, no), loaded.update(first.id, yes)]);
  expect(loaded.summary()).toMatchObject({ files: [{ id: first.id }, { id: second.id }], texts: [] });
  const other = new LoadedFiles();
  const asked = await lettersIn(other);
  await Promise.all([other.update(asked.first.id, asked.yes), other.update(asked.first.id, asked.no)]);
  expect(other.summary()).toMatchObject({ files: [], texts: [{}, {}] });
});

test('a file that has no texts stays a corpus', async () => {
  const loaded = new LoadedFiles();
  await loaded.add([new File(['Ada B-PER\nleft O\n'], 'a.train')], 'own', never, () => undefined);
  const { id } = loaded.summary().files[0]!;
  await expect(loaded.update(id, { classField: '' })).rejects.toMatchObject({ code: 'BadInput' });
  expect(loaded.summary()).toMatchObject({ files: [{ id }], texts: [] });
});

test('a table that is read as something else keeps its name wherever it is shown', async () => {
  const loaded = new LoadedFiles();
  const rows = 'text,start,end,label\nAda saw Varde .,0,3,PER\nAda saw Varde .,8,13,LOC\n';
  await loaded.add([new File([rows], 'dev.csv')], 'own', never, () => undefined);
  const { files } = loaded.summary();
  expect(files.map(({ name }) => name)).toEqual(['dev.csv']);
  expect(JSON.stringify(loaded.summary())).not.toContain('read-as');
  await loaded.update(files[0]!.id, { role: 'dev' });
  expect(loaded.summary().blockers.join()).toContain('dev.csv is used as dev');
});
