import { expect, test } from 'vitest';
import { unpackSentences } from '../../annotation/sets/packed-sentences.ts';
import { legacyEncoder } from '../../data/files/legacy-encodings.ts';
import { LoadedFiles } from './loaded-files.ts';

const never = new AbortController().signal;
/** The letters of Ukrainian are no Russian ones, so that KOI8-U would be guessed; here, KOI8-R is. */
const koi = legacyEncoder('koi8-r');
const TEXT = 'Вчера Иванов приехал в Казань. Сегодня Петров уехал в Москву.\n';

async function loadedWith(...files: [name: string, text: string][]): Promise<LoadedFiles> {
  const loaded = new LoadedFiles();
  const added = files.map(([name, text]) => new File([koi(text)], name));
  const { rejected } = await loaded.add(added, 'own', never, () => undefined);
  expect(rejected).toEqual([]);
  return loaded;
}

async function annotated(loaded: LoadedFiles, id: number): Promise<string[]> {
  const { sentences } = await loaded.toAnnotate([id], [], never);
  return [...unpackSentences(sentences)].map(({ text }) => text);
}

test.each<[name: string, text: string]>([
  ['notes.txt', TEXT],
  ['notes.srt', `1\n00:00:01,000 --> 00:00:02,000\n${TEXT}`],
])('%s is read in the encoding that was chosen, for every use, and in the guessed one again', async (name, text) => {
  const loaded = await loadedWith([name, text]);
  const described = () => loaded.summary().texts[0]!;
  const { id, encoding } = described();
  expect(encoding).toMatchObject({ guess: 'koi8-r', chosen: undefined });
  expect(encoding!.samples).toContainEqual({ encoding: 'koi8-r', sample: 'Вчера' });
  expect((await loaded.texts.read(id)).text).toContain('Вчера Иванов');
  expect((await loaded.unlabelled(never))[0]!.tokens[0]).toBe('Вчера');
  expect(described().problems).not.toEqual([]);

  await loaded.chooseEncoding(id, 'windows-1251');
  const wrong = new TextDecoder('windows-1251').decode(koi('Вчера'));
  expect(described()).toMatchObject({ encoding: { guess: 'koi8-r', chosen: 'windows-1251' }, problems: [] });
  expect((await loaded.texts.read(id)).text).toContain(wrong);
  expect((await annotated(loaded, id))[0]).toContain(wrong);
  expect((await loaded.unlabelled(never))[0]!.tokens[0]).toBe(wrong);

  await loaded.chooseEncoding(id, undefined);
  expect(described().encoding!.chosen).toBeUndefined();
  expect((await annotated(loaded, id))[0]).toContain('Вчера');
});

test('a table of texts keeps its chosen fields in another encoding, if they still have their names', async () => {
  const rows = Array.from({ length: 5 }, (_, i) => `${i};${TEXT.trim()};Подробно о погоде номер ${i}\n`).join('');
  const loaded = await loadedWith(['mail.csv', `id;text;note\n${rows}`]);
  const { id } = loaded.summary().texts[0]!;
  loaded.texts.chooseFields(id, ['note']);
  await loaded.chooseEncoding(id, 'windows-1251');
  const { table, encoding } = loaded.summary().texts[0]!;
  expect([table!.textFields, encoding!.chosen]).toEqual([['note'], 'windows-1251']);
  const wrong = new TextDecoder('windows-1251').decode(koi('Подробно'));
  expect((await loaded.texts.read(id)).table!.records[0]!.texts[0]).toContain(wrong);
});

test('a list of names is read in the encoding that was chosen', async () => {
  const loaded = await loadedWith(['people.txt', 'Иванов\nПетров\nСидоров\nКазань\nМосква\n']);
  const { id, encoding } = loaded.summary().lists[0]!;
  expect(encoding).toMatchObject({ guess: 'koi8-r' });
  expect(loaded.lists.merged()[0]!.names[0]).toBe('Иванов');
  await loaded.chooseEncoding(id, 'windows-1251');
  expect(loaded.lists.merged()[0]!.names[0]).toBe(new TextDecoder('windows-1251').decode(koi('Иванов')));
  expect(loaded.summary().lists[0]).toMatchObject({ encoding: { chosen: 'windows-1251' }, problems: [] });
});

test('text in UTF-8 or UTF-16 needs no choice', async () => {
  const loaded = new LoadedFiles();
  const units = Uint16Array.from(`\uFEFF${TEXT}`, (letter) => letter.charCodeAt(0));
  const added = [new File([TEXT], 'a.txt'), new File([units], 'b.txt')];
  await loaded.add(added, 'own', never, () => undefined);
  expect(loaded.summary().texts.map(({ encoding }) => encoding)).toEqual([undefined, undefined]);
  await loaded.chooseEncoding(loaded.summary().texts[0]!.id, 'koi8-r');
  expect((await loaded.texts.read(loaded.summary().texts[0]!.id)).text).toBe(TEXT);
});

test('a corpus that was taken for Windows-1252 without a question is read in the encoding that was chosen', async () => {
  const loaded = new LoadedFiles();
  const western = legacyEncoder('windows-1252')('Zoë B-PER\nlebt O\nin O\nKöln B-LOC\n. O\n\n'.repeat(20));
  await loaded.add([new File([western], 'a.train.conll')], 'own', never, () => undefined);
  const described = () => loaded.summary().files[0]!;
  const { id, encoding } = described();
  expect(encoding).toMatchObject({ guess: 'windows-1252' });
  await loaded.chooseEncoding(id, 'windows-1250');
  expect(loaded.corpus(id).sentences[0]!.tokens[0]).toBe('Zoë');
  await loaded.chooseEncoding(id, 'koi8-r');
  expect(loaded.corpus(id).sentences[0]!.tokens[0]).toBe('ZoК');
  expect(described()).toMatchObject({ encoding: undefined, reading: { settings: { encoding: 'koi8-r' } } });
  await loaded.update(id, { encoding: undefined }); // "change" on its card
  expect(described().encoding).toEqual(encoding);
});
