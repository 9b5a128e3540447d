import type { CorpusOptions } from '../../corpus.ts';
import { describe, expect, test } from 'vitest';
import { packedFile } from '../../../../test/helpers/packed-files.ts';
import { entitiesOf } from '../../../../test/helpers/read-text.ts';
import { readCorpus, requireUsable } from '../read-corpus.ts';
import { joinStandOff } from './stand-off.ts';
import { openCorpus } from './open-corpus.ts';

async function read(file: File, options?: CorpusOptions) {
  const opened = await openCorpus(file);
  return readCorpus(opened.name, new Uint8Array(await opened.arrayBuffer()), options);
}

const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);

describe('brat', () => {
  const text = packedFile('a.txt', '😀 Ada Byrne saw Varde\r\nand Oslo.');

  test('a text and its annotations are one document', async () => {
    const ann = 'T1\tPER 2 11\tAda Byrne\nA1\tx T1\nT2\tLOC 16 21;27 31\tVarde Oslo\n#1\tNote T1\tx\n';
    const [joined, ...others] = await joinStandOff([text, packedFile('a.ann', ann), packedFile('b.txt', 'x')]);
    expect(others.map(({ name }) => name)).toEqual(['b.txt']);
    const corpus = await read(await joined!.open());
    expect([corpus.file, corpus.documents]).toEqual(['a.jsonl', 1]);
    expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'LOC Varde and Oslo']);
    expect(corpus.problems.map(({ message }) => message)).toEqual([
      '1 of 1 objects have relations, events, attributes or notes, which were not read.',
      '1 of 1 objects have discontinuous spans: each was read as one span, from its first part to its last.',
    ]);
  });

  test('of a folder: a document each', async () => {
    const files = ['a', 'b'].flatMap((stem) => [
      packedFile(`${stem}.txt`, 'Ada ran.'),
      packedFile(`${stem}.ann`, 'T1\tPER 0 3\tAda\n'),
    ]);
    const [joined, ...others] = await joinStandOff(
      [...files, packedFile('annotation.conf', '[entities]\nPER\n')],
      'news.zip',
    );
    expect(others).toEqual([]);
    const corpus = await read(await joined!.open());
    expect([corpus.file, corpus.documents, entitiesOf(corpus)]).toEqual(['news.jsonl', 2, ['PER Ada', 'PER Ada']]);
  });

  test.each([
    ['beside it', ['a.txt', 'a.ann', 'a.con']],
    ['in other folders', ['txt/a.txt', 'ann/a.ann', 'concept/a.con']],
    ['that name the concepts first', ['a.txt', 'a.con', 'a.ann']],
  ])('a text with annotations of i2b2, too, %s, is read once, and says so', async (_, names) => {
    const contents = { txt: 'Ada ran.', ann: 'T1\tPER 0 3\tAda\n', con: 'c="ada" 1:0 1:0||t="person"\n' };
    const files = names.map((name) => packedFile(name, contents[name.slice(-3) as keyof typeof contents]));
    const [joined, ...others] = await joinStandOff(files, 'all.zip');
    expect(others).toEqual([]);
    const corpus = await read(await joined!.open());
    expect([corpus.documents, entitiesOf(corpus)]).toEqual([1, ['PER Ada']]);
    expect(corpus.problems.map(({ message }) => message)).toEqual([
      '1 of 1 objects have annotations of brat (.ann) and of i2b2 (.con): those of brat were read.',
    ]);
  });

  test('a text in Windows-1252 keeps its words', async () => {
    const latin = Uint8Array.from('Zoë ran.', (character) => character.charCodeAt(0));
    const [joined] = await joinStandOff([packedFile('a.txt', latin), packedFile('a.ann', 'T1\tPER 0 3\tZoë\n')]);
    expect(entitiesOf(await read(await joined!.open()))).toEqual(['PER Zoë']);
  });

  test('those of the BioNLP shared tasks: whether those of .a2 are entities is a question', async () => {
    const files = [
      text,
      packedFile('a.a1', 'T1\tProtein 2 11\tAda Byrne\n'),
      packedFile('a.a2', 'T2\tBind 12 15\tsaw\nE1\tBind:T2 Theme:T1\n'),
    ];
    const [joined, ...others] = await joinStandOff(files, 'a.zip');
    const opened = await joined!.open();
    const corpus = await read(opened);
    expect([others, entitiesOf(corpus)]).toEqual([[], ['Protein Ada Byrne']]);
    const found = await Promise.all(corpus.question!.options.map(async ({ settings }) => read(opened, settings)));
    expect(found.map(entitiesOf)).toEqual([['Protein Ada Byrne'], ['Protein Ada Byrne', 'Bind saw']]);
    expect(found.map(({ question }) => question)).toEqual([undefined, undefined]);
    const [plain] = await joinStandOff([text, files[1]!, packedFile('a.a2', 'E1\tBind:T1\n')], 'a.zip');
    expect((await read(await plain!.open())).question).toBeUndefined();
  });

  test('annotations alone: says what is missing', async () => {
    await expect(read(fileOf('a.ann', 'A1\tx T1\n'))).rejects.toThrow(
      'their text, a.txt, is missing. Add both files together',
    );
  });
});

describe('i2b2', () => {
  const text = 'He has a  Fever .\nNo 😀 chest pain\n';
  const con = 'c="a fever" 1:2 1:3||t="problem"\nc="chest pain" 2:2 2:3||t="problem"\n';

  test('a text and its concepts: lines are sentences, words are tokens', async () => {
    const [joined, ...others] = await joinStandOff([packedFile('txt/1.txt', text), packedFile('concept/1.con', con)]);
    const corpus = await read(await joined!.open());
    expect(others).toEqual([]);
    expect(corpus.sentences.map(({ tokens }) => tokens.join(' '))).toEqual(['He has a Fever .', 'No 😀 chest pain']);
    expect(entitiesOf(corpus)).toEqual(['problem a Fever', 'problem chest pain']);
    expect(corpus.problems).toEqual([]);
  });

  test('a text that has its own annotations is not that of others of its name', async () => {
    const files = [packedFile('a/1.txt', text), packedFile('a/1.con', con), packedFile('b/1.con', con)];
    const joined = await joinStandOff(files, 'all.zip');
    expect(joined.map(({ name }) => name)).toEqual(['a/1.jsonl', 'b/1.con']);
  });

  test('annotations of two annotators, and texts of one name in two folders, are not joined', async () => {
    const two = [packedFile('txt/1.txt', text), packedFile('a1/1.con', con), packedFile('a2/1.con', con)];
    expect(await joinStandOff(two, 'all.zip')).toEqual(two);
    const texts = [packedFile('a/1.txt', text), packedFile('b/1.txt', text), packedFile('c/1.con', con)];
    expect(await joinStandOff(texts, 'all.zip')).toEqual(texts);
  });

  test('a concept that is none, or of no words of the text, is left out and counted', async () => {
    const damaged = `${con}c="oops" 9:1 9:2||t="problem"\nno concept\n`;
    const corpus = await read(
      await (await joinStandOff([packedFile('1.txt', text), packedFile('1.con', damaged)]))[0]!.open(),
    );
    expect(entitiesOf(corpus)).toEqual(['problem a Fever', 'problem chest pain']);
    expect(corpus.problems.map(({ message }) => message)).toEqual([
      '1 of 1 objects have concepts of words that are not in the text, which were left out.',
      '1 of 1 objects have lines of the .con file that are no concept (c="…" line:word line:word||t="TYPE"), which were left out.',
    ]);
  });

  test('words that are not in the text, and concepts alone: says so', async () => {
    const [joined] = await joinStandOff([packedFile('1.txt', 'He ran'), packedFile('1.con', con)]);
    const { problems } = await read(await joined!.open());
    expect(problems[0]!.message).toContain('no concept of this text: concepts of words that are not in the text');
    await expect(read(fileOf('1.con', con))).rejects.toThrow('annotations of i2b2, but their text, 1.txt, is missing');
  });
});

describe('Azure Language', () => {
  const text = '😀 Ada Byrne saw Varde.'; // offsets are UTF-16 code units
  const region = (labels: unknown[]) => [{ regionOffset: 0, regionLength: text.length, labels }];
  const labels = [
    { category: 'PER', offset: 3, length: 9 },
    { category: 'LOC', offset: 17, length: 5 },
  ];
  const labelsFile = (documents: unknown[]) =>
    packedFile('labels.json', JSON.stringify({ stringIndexType: 'Utf16CodeUnit', assets: { documents } }));

  test('labels and their texts, in folders or not, are a document each', async () => {
    const documents = [
      { location: 'news/a.txt', language: 'en', entities: region(labels) },
      { location: 'b.txt', language: 'en', entities: [] },
    ];
    const texts = [packedFile('a.txt', text), packedFile('b.txt', 'It rained.'), packedFile('c.txt', 'x')];
    const [joined, ...others] = await joinStandOff([...texts, labelsFile(documents)]);
    expect(others.map(({ name }) => name)).toEqual(['c.txt']);
    const corpus = await read(await joined!.open());
    expect([corpus.file, corpus.documents, corpus.sentences.length]).toEqual(['labels.jsonl', 2, 2]);
    expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'LOC Varde']);
  });

  describe('texts of the same name in several folders', () => {
    const person = (end: number) => region([{ category: 'PER', offset: 0, length: end }]);
    const documents = [
      { location: 'train/1.txt', entities: person(3) },
      { location: 'test/1.txt', entities: person(5) },
    ];
    const entitiesIn = async (labelsName: string, ...names: string[]) => {
      const texts = names.map((name) => packedFile(name, name.includes('train') ? 'Ada ran.' : 'Byrne ran.'));
      const labelled = { ...labelsFile(documents), name: labelsName };
      const [joined] = await joinStandOff([...texts, labelled]);
      return read(await joined!.open());
    };

    test.each([
      ['labels.json', 'train/1.txt', 'test/1.txt'],
      ['corpus/labels.json', 'corpus/train/1.txt', 'corpus/test/1.txt'],
      ['corpus/labels/labels.json', 'corpus/train/1.txt', 'corpus/test/1.txt'],
      ['corpus/labels.json', 'corpus/train/1.txt', 'corpus/test/1.txt', 'old/train/1.txt', 'old/test/1.txt'],
      ['labels.json', 'data/test/1.txt', 'data/train/1.txt', '1.txt'],
    ])('%s with %s, %s', async (labelled, ...names) => {
      expect(entitiesOf(await entitiesIn(labelled, ...names))).toEqual(['PER Ada', 'PER Byrne']);
    });

    test.each([
      ['none is taken for another one', ['labels.json', '1.txt', 'train/1.txt'], 'text of test/1.txt is missing'],
      [
        'two that fit are none',
        ['a/labels.json', 'b/train/1.txt', 'c/train/1.txt', 'b/test/1.txt'],
        'text of train/1.txt',
      ],
    ])('%s', async (_, [labelled, ...names], message) => {
      const corpus = await entitiesIn(labelled!, ...names);
      expect(() => requireUsable(corpus)).toThrow(message);
    });
  });

  test('of the former version: categories by number', async () => {
    const old = {
      entityNames: ['PER'],
      documents: [{ location: 'a.txt', entities: region([{ entity: 0, start: 3, length: 9 }]) }],
    };
    const [joined] = await joinStandOff([packedFile('a.txt', text), packedFile('labels.json', JSON.stringify(old))]);
    expect(entitiesOf(await read(await joined!.open()))).toEqual(['PER Ada Byrne']);
  });

  test('labels alone: says which texts are missing', async () => {
    const corpus = await read(await labelsFile([{ location: 'a.txt', entities: region(labels) }]).open());
    expect(() => requireUsable(corpus)).toThrow('their texts (a.txt) are missing. Add all files together');
  });

  test('a text that is missing is an error', async () => {
    const documents = ['a.txt', 'b.txt'].map((location) => ({ location, entities: region(labels) }));
    const [joined] = await joinStandOff([packedFile('a.txt', text), labelsFile(documents)]);
    const corpus = await read(await joined!.open());
    expect(() => requireUsable(corpus)).toThrow('The text of b.txt is missing');
  });
});
