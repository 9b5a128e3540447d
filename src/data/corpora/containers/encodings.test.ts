import { describe, expect, test } from 'vitest';
import { packedFiles } from '../../../../test/helpers/packed-files.ts';
import type { LegacyEncoding } from '../../encodings.ts';
import { legacyEncoder } from '../../files/legacy-encodings.ts';
import { readCorpus } from '../read-corpus.ts';
import { joinClassFolders } from './class-folders.ts';
import { openCorpus } from './open-corpus.ts';
import { joinParallel } from './parallel-files.ts';
import { joinStandOff } from './stand-off.ts';

const TEXT: Partial<Record<LegacyEncoding, [person: string, rest: string]>> = {
  'windows-1251': ['Иванов', 'приехал вчера утром в Москву'],
  'windows-1250': ['Łodziński', 'często jeździ do Gdańska i Łodzi'],
  'windows-1253': ['Παπαδόπουλος', 'μίλησε χθες στην Αθήνα'],
  shift_jis: ['田中', 'さん は きのう 東京 の 会議 に いた'],
  gb18030: ['李明', '昨天 来 了 北京 的 公司 ， 他 说 不 去'],
  'windows-1252': ['Núñez', 'llegó ayer a Málaga, según él'],
};

/** Files with a person at the beginning of their text, by the words of that text. */
const FILES: Record<string, (person: string, rest: string) => Record<string, string>> = {
  'rows of entities': (person, rest) => ({
    'a.csv': `text,start,end,label\n"${person} ${rest}",0,${person.length},PER\n`,
  }),
  'a table with lists': (person, rest) => ({
    'a.csv': `tokens,tags\n"['${person}', '${rest.split(' ').join("', '")}']","['B-PER'${", 'O'".repeat(rest.split(' ').length)}]"\n`,
  }),
  'a table with marks': (person, rest) => ({ 'a.csv': `text,label\n"<PER>${person}</PER> ${rest}",x\n` }),
  'a column for each type': (person, rest) => ({
    'a.csv': `text,person,place\n"${person} ${rest}",${person},\n"${person} ${rest}",${person},"${rest.split(' ')[0]}"\n`,
  }),
  'a list of Python': (person, rest) => ({
    'a.py': `TRAIN_DATA = [\n  ("${person} ${rest}", {"entities": [(0, ${person.length}, "PER")]}),\n]\n`,
  }),
  brat: (person, rest) => ({
    'a.txt': `${person} ${rest}\n`,
    'a.ann': `T1\tPER 0 ${person.length}\t${person}\n`,
  }),
  'a table beside texts': (person, rest) => ({
    'a.csv': `file,start,end,label\na.txt,0,${person.length},PER\n`,
    'a.txt': `${person} ${rest}\n`,
  }),
  'words and tags in two files': (person, rest) => ({
    'train/seq.in': `${person} ${rest}\n`,
    'train/seq.out': `B-PER${' O'.repeat(rest.split(' ').length)}\n`,
  }),
};

async function read(files: Record<string, Uint8Array<ArrayBuffer>>, encoding?: LegacyEncoding) {
  const packed = packedFiles(files);
  const [joined, ...others] = await joinStandOff(await joinParallel(await joinClassFolders(packed, 'a')));
  expect(others).toEqual([]);
  const file = await openCorpus(await joined!.open());
  return readCorpus(file.name, new Uint8Array(await file.arrayBuffer()), encoding && { encoding });
}

describe.each(Object.entries(FILES))('%s', (_, filesOf) => {
  test.each(Object.entries(TEXT))('in %s: asked for, or remarked on, and read as in UTF-8', async (name, words) => {
    const encoding = name as LegacyEncoding;
    const written = Object.entries(filesOf(...words));
    const of = (encode: (text: string) => Uint8Array<ArrayBuffer>) =>
      Object.fromEntries(written.map(([file, text]) => [file, encode(text)]));
    const inUtf8 = await read(of((text) => new TextEncoder().encode(text)));
    expect(inUtf8.sentences[0]!.spans).toMatchObject([{ start: 0 }]);
    const guessed = await read(of(legacyEncoder(encoding)));
    const { question, problems } = guessed;
    expect({ asks: question?.options[0]!.settings, remarks: problems.some(({ kind }) => kind === 'encoding') }).toEqual(
      encoding === 'windows-1252' ? { asks: undefined, remarks: true } : { asks: { encoding }, remarks: false },
    );
    expect(guessed.sentences).toEqual(inUtf8.sentences);
    expect((await read(of(legacyEncoder(encoding)), encoding)).sentences).toEqual(inUtf8.sentences);
  });

  test('in UTF-16', async () => {
    const utf16 = (text: string) => new Uint8Array(Uint16Array.from([0xfeff, ...text].map((c) => (typeof c === 'number' ? c : c.charCodeAt(0)))).buffer); // prettier-ignore
    const written = Object.entries(filesOf(...TEXT['windows-1251']!));
    const inUtf8 = await read(
      Object.fromEntries(written.map(([name, text]) => [name, new TextEncoder().encode(text)])),
    );
    const inUtf16 = await read(Object.fromEntries(written.map(([name, text]) => [name, utf16(text)])));
    expect(inUtf16.sentences).toEqual(inUtf8.sentences);
    expect(inUtf16.question).toBeUndefined();
  });
});
