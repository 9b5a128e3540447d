import { gzipSync, strToU8, zipSync, type Zippable } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { zeroModel } from '../../../test/helpers/zero-model.ts';
import { DOCUMENTS } from '../../documents/planted.testing.ts';
import { writeBundle } from '../../export/bundle.ts';
import type { Progress } from '../wire/payloads.ts';
import { readFiles } from './read-files.ts';

const CONLL = 'Mira B-PER\nleft O\n\nOslo B-LOC\n';
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n<document><p>Mira left Oslo</p></document>\n';
const PROSE =
  'Mira left.\nThen, after some days, she came back to Oslo.\n\nNobody knew why, and she did not say.\nBut Tom did.\n';
const NOISE = Uint8Array.from({ length: 100_000 }, (_, i) => 128 + ((i * 7919) % 128)); // no zero bytes

const named = (name: string, content: string | Uint8Array) => new File([content as BlobPart], name);
const zip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
    ) as Zippable,
  );
const read = (...files: File[]) =>
  readFiles(files, { signal: new AbortController().signal, onProgress: () => undefined });

/** An OpenDocument file: the standard requires the type to come first, uncompressed. */
function openDocument(type: string): Uint8Array {
  const mimetype = strToU8(`application/vnd.oasis.opendocument.${type}`);
  return zipSync({ mimetype: [mimetype, { level: 0 }], 'content.xml': strToU8(XML) });
}

function utf16(text: string): Uint8Array {
  const units = Uint16Array.from(`\uFEFF${text}`, (character) => character.charCodeAt(0));
  return new Uint8Array(units.buffer);
}

describe('unsupported files', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['empty.txt', '', /Found no sentences in empty\.txt/],
    ['blank.txt', '\n \n\t\n', /Found no sentences/],
    ['noise.bin', NOISE, /% of the characters in noise\.bin are not UTF-8/],
    ['image.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0), /binary data/],
    ['page.html', '<!DOCTYPE html>\n<html><body>\n<script>x()</script></body></html>', /is an HTML page/],
    ['document.xml', XML, /is an XML document/],
    ['prose.conll', PROSE, /is running text, not a corpus/],
    [
      'a.ann',
      'T1\tDisease 0 12\thypotension\nT2\tDrug 20 22;24 28\tnal one\n',
      /annotations of brat, but their text, a\.txt, is missing/,
    ],
    ['package.json', '{\n  "name": "x",\n  "version": "1"\n}\n', /as JSON, there is no sentence in 1 of 1 object\./],
    ['cut.conll.gz', gzipSync(strToU8(CONLL)).subarray(0, 12), /cut\.conll\.gz cannot be unpacked/],
    ['cut.zip', zip({ 'a.conll': CONLL }).subarray(0, 30), /not a complete zip archive/],
    ['empty.zip', zip({}), /is an empty or truncated zip file/],
    [
      'letter.docx',
      zip({ '[Content_Types].xml': XML, '_rels/.rels': XML, 'word/document.xml': XML }),
      /^letter\.docx has no text to tag\.$/,
    ],
    ['table.xlsx', zip({ '[Content_Types].xml': XML, 'xl/workbook.xml': XML }), /Found no sentences in table\.xlsx,/],
    ['letter.rtf', '{\\rtf1 Mira}', /^letter\.rtf is rich text\. Save it as \.docx or \.odt\.$/],
    ['letter.doc', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), /is a document of an old Office format/],
    ['slides.pptx', zip({ '[Content_Types].xml': XML, 'ppt/presentation.xml': XML }), /is an Office document/],
    ['letter.odt', openDocument('text'), /^letter\.odt has no text to tag\.$/],
    ['table.ods', openDocument('spreadsheet'), /Found no sentences in table\.ods,/],
    ['book.epub', zip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': XML }), /is an EPUB book/],
    [
      'inner.zip',
      zip({ 'letter.docx': zip({ '[Content_Types].xml': XML, 'word/a.xml': XML }) }),
      /letter\.docx has no/,
    ],
    ['zip.zip', zip({ 'inner.zip': zip({ 'a.conll': CONLL }) }), /inner\.zip is a zip file inside another zip file/],
  ])('%s is rejected with its reason', async (name, content, reason) => {
    const { rejected, ...used } = await read(named(name, content));
    expect(rejected).toMatchObject([{ name, error: { message: expect.stringMatching(reason) as string } }]);
    expect(rejected[0]!.error.code).not.toBe('Internal');
    expect(used).toEqual({ corpora: [], texts: [], lists: [], vectors: [], models: [], encoder: [] });
  });
});

test.each(['letter.docx', 'letter.odt', 'letter.eml', 'letter.md', 'letter.xlsx'])(
  '%s is a text to tag: its paragraphs',
  async (name) => {
    const { bytes } = DOCUMENTS[name]!({ person: 'Mira Holt', place: 'Oslo', lead: 'Tom met' });
    const { texts, rejected } = await read(named(name, bytes));
    expect(rejected).toEqual([]);
    expect(texts[0]!.text).toMatch(/(^|\n\n|# )Tom met\s+Mira Holt( \(Oslo\)\.)?/);
    expect(texts[0]!.description).toMatchObject({ name, isDocument: true, characters: texts[0]!.text!.length });
    const { problems } = texts[0]!.description;
    expect(problems.some(({ message }) => message.startsWith('It has rows in 2 sheets'))).toBe(name === 'letter.xlsx');
  },
);

describe('unusual but valid files', () => {
  test.each<[string, string | Uint8Array, { sentences: number; tokens: number }]>([
    ['one line', 'Mira B-PER', { sentences: 1, tokens: 1 }],
    ['gzip', gzipSync(strToU8(CONLL)), { sentences: 2, tokens: 3 }],
    ['PubTator', '7|t|Rain fell.\n7|a|\n7\t0\t4\tRain\tX\n', { sentences: 1, tokens: 3 }],
    ['UTF-16', utf16(CONLL), { sentences: 2, tokens: 3 }],
    ['one long sentence', 'Mira B-PER\n'.repeat(10_000), { sentences: 1, tokens: 10_000 }],
    ['a token of many digits', `${'1'.repeat(100_000)}x O\nMira B-PER\n`, { sentences: 1, tokens: 2 }],
    ['a line of spaces', `${' '.repeat(1_000_000)}\n${CONLL}`, { sentences: 2, tokens: 3 }],
  ])('%s', async (_, content, expected) => {
    const { corpora, rejected } = await read(named('a.conll', content));
    expect(rejected).toEqual([]);
    const { sentences } = corpora[0]!.corpus;
    expect({ sentences: sentences.length, tokens: sentences.flatMap(({ tokens }) => tokens).length }).toEqual(expected);
  });

  test('a zip of corpora may contain file names that are typical of documents', async () => {
    const { corpora } = await read(named('a.zip', zip({ 'word/a.conll': CONLL, mimetype: CONLL })));
    expect(corpora).toHaveLength(2);
  });

  test('uses the valid files of a zip and rejects the others by name', async () => {
    const archive = named(
      'data.zip',
      zip({
        'x/train.conll': CONLL,
        'x/README.md': CONLL,
        'x/notes.txt': PROSE,
        'x/notes.conll': PROSE,
        'x/.DS_Store': NOISE,
      }),
    );
    const { corpora, texts, rejected } = await read(archive, named('dev.conll', CONLL));
    expect(corpora.map(({ file }) => file.name)).toEqual(['train.conll', 'dev.conll']);
    expect(texts.map(({ file }) => file.name)).toEqual(['notes.txt']);
    expect(rejected.map(({ name }) => name)).toEqual(['notes.conll']);
  });
});

describe('running text in a .txt file is a text to tag', () => {
  test.each<[string, string | Uint8Array, number, string[]]>([
    ['in UTF-8', `${PROSE}🙂\n`, PROSE.length + 2, []],
    ['in UTF-16', utf16(PROSE), PROSE.length, []],
    ['in Windows-1252', Uint8Array.from([...strToU8(PROSE), 0xfc]), PROSE.length + 1, ['encoding']],
    ['on one line', 'Mira left. '.repeat(1000), 11_000, []],
    ['of one line, without a full stop', 'Mira left Oslo for Rome', 23, []],
  ])('%s', async (_, content, characters, problems) => {
    const { texts, ...others } = await read(named('prose.TXT', content));
    expect(texts[0]!.description).toMatchObject({ name: 'prose.TXT', characters });
    expect(texts[0]!.description.problems.map(({ kind }) => kind)).toEqual(problems);
    expect(others).toEqual({ corpora: [], lists: [], vectors: [], models: [], encoder: [], rejected: [] });
  });

  test('a corpus in a .txt file is a corpus', async () => {
    const { corpora, texts } = await read(named('corpus.txt', CONLL), named('one.txt', 'Mira NNP I-NP B-PER'));
    expect([corpora.length, texts.length]).toEqual([2, 0]);
  });
});

test('can be aborted, also inside a zip', async () => {
  const controller = new AbortController();
  const archive = named('data.zip', zip({ 'a.conll': CONLL, 'b.conll': CONLL }));
  const seen: string[] = [];
  const onProgress = ({ name }: Progress) => {
    if (seen.at(-1) !== name) seen.push(name);
    if (name === 'a.conll') controller.abort();
  };
  const reading = readFiles([archive], { signal: controller.signal, onProgress });
  await expect(reading).rejects.toMatchObject({ code: 'Cancelled' });
  expect(seen).toEqual(['data.zip', 'a.conll']);
});

test('records with texts, also of annotated files without accepted labels, which say so', async () => {
  const task = { id: 3, data: { text: 'Mira left Oslo.' }, annotations: [] };
  const { texts, corpora, rejected } = await read(
    named('a.csv', 'id,text,lang\n7,"Mira left, alas.",en\n8,Rain.,en\n'),
    named('b.jsonl', '{"id":1,"body":"Mira left Oslo."}\n'),
    named('tasks.json', JSON.stringify([task])),
    named('page.html', '<!doctype html><html><body><p>Mira left.</p></body></html>'),
    named('train.jsonl', '{"text":"Mira left Oslo.","spans":[{"start":0,"end":4,"label":"PER"}]}\n'),
  );
  expect(rejected).toEqual([]);
  expect(corpora.map(({ file }) => file.name)).toEqual(['train.jsonl']);
  expect(
    texts.map(({ description: { name, characters, table } }) => [name, table?.records, table?.textFields, characters]),
  ).toEqual([
    ['a.csv', 2, ['text'], 21],
    ['b.jsonl', 1, ['body'], 15],
    ['tasks.json', 1, ['data.text'], 15],
    ['page.html', 1, ['text'], 10],
  ]);
  expect(texts.map(({ description }) => description.problems.map(({ message }) => message))).toEqual([
    [],
    [],
    [
      expect.stringMatching(
        /^Read as texts without labels\. tasks\.json cannot be used as a corpus\. No object has accepted labels/,
      ),
    ],
    [],
  ]);
});

test('files of equal names in a zip are told apart by their folders, also annotations of brat', async () => {
  const ann = 'T1\tPER 0 4\tMira\n';
  const { corpora } = await read(
    named('two.zip', zip({ 'a/train.txt': CONLL, 'b/train.txt': CONLL, 'dev.txt': CONLL })),
    named('brat.zip', zip({ 'a/1.txt': 'Mira left.', 'a/1.ann': ann, 'b/1.txt': 'Mira fell.', 'b/1.ann': ann })),
  );
  expect(corpora.map(({ file }) => file.name)).toEqual(['a/train.txt', 'b/train.txt', 'dev.txt', 'brat.jsonl']);
  expect(corpora[3]!.corpus.sentences.map(({ tokens }) => tokens.join(' '))).toEqual(['Mira left .', 'Mira fell .']);
});

test('label names of dataset_info.json, beside the file or in its archive', async () => {
  const data = '{"tokens":["Mira","ran"],"ner_tags":[1,0]}\n';
  const info = JSON.stringify({ features: { ner_tags: { feature: { names: ['O', 'B-PER'], _type: 'ClassLabel' } } } });
  const beside = await read(named('train.jsonl', data), named('dataset_info.json', info));
  const packed = await read(named('data.zip', zip({ 'x/dataset_info.json': info, 'x/train.jsonl': data })));
  for (const { corpora, rejected } of [beside, packed]) {
    expect(rejected).toEqual([]);
    expect(corpora).toMatchObject([
      { corpus: { sentences: [{ tags: ['B-PER', 'O'] }] }, options: { labelNames: ['O', 'B-PER'] } },
    ]);
  }
});

describe('of several models', () => {
  /** Names of the files that are read whole. */
  let whole: string[] = [];
  const model = (name: string, contents: Uint8Array = writeBundle(zeroModel())) => {
    const file = named(name, contents);
    const read = () => {
      whole.push(name);
      return File.prototype.arrayBuffer.call(file);
    };
    return Object.assign(file, { arrayBuffer: read });
  };
  beforeEach(() => {
    whole = [];
  });

  test('only the last is read, and the one before it if it cannot be', async () => {
    const { models, rejected } = await read(model('a.zip'), model('b.zip'));
    expect(models.map(({ name }) => name)).toEqual(['b.zip']);
    expect(rejected).toMatchObject([
      { name: 'a.zip', error: { message: expect.stringMatching(/^Only one model .* b\.zip was used/) as string } },
    ]);
    expect(whole).toEqual(['b.zip']);
    const again = await read(
      model('a.zip'),
      model('b.zip', zip({ 'config.json': '{', 'vocabulary.json': '{', 'model.safetensors': 'x' })),
    );
    expect([again.models, again.rejected].map((files) => files.map(({ name }) => name))).toEqual([
      ['a.zip'],
      ['b.zip'],
    ]);
  });

  test('none is read during a run', async () => {
    const { models, rejected } = await readFiles([model('a.zip'), model('b.zip')], {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      isRunning: true,
    });
    expect([models, whole]).toEqual([[], []]);
    expect(rejected.map(({ name, error }) => [name, error.code])).toEqual([
      ['a.zip', 'NotReady'],
      ['b.zip', 'NotReady'],
    ]);
    expect(rejected[0]!.error.message).toMatch(/^A run is in progress\. Stop it/);
  });
});
