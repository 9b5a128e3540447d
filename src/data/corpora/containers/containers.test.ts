import { gzipSync, strToU8, zipSync, zlibSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { entitiesOf } from '../../../../test/helpers/read-text.ts';
import { readCorpus, requireUsable } from '../read-corpus.ts';
import { openCorpus } from './open-corpus.ts';
import { valueIn } from './list-cell.ts';
import { hashString } from './string-hashes.ts';

async function read(file: File) {
  const opened = await openCorpus(file);
  return readCorpus(opened.name, new Uint8Array(await opened.arrayBuffer()));
}

const fileOf = (name: string, content: Uint8Array | ArrayBuffer | string) => new File([content as BlobPart], name);

test('gzip: what it contains, under its name', async () => {
  const corpus = await read(fileOf('a.conll.gz', gzipSync(strToU8('Mira\tB-PER\nran\tO\n'))));
  expect([corpus.file, entitiesOf(corpus)]).toEqual(['a.conll', ['PER Mira']]);
  await expect(read(fileOf('b.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 1)))).rejects.toThrow(/b\.gz cannot be unpacked/);
});

test('a text stays as it is', async () => {
  const file = fileOf('a.conll', 'Mira\tB-PER\n');
  expect(await openCorpus(file)).toBe(file);
});

test.each<[string, string, (chosen: string) => string]>([
  ['what was chosen in Prodigy, as JSON', 'accept', (chosen) => JSON.stringify([chosen])],
  ['lists of Python', 'labels', (chosen) => `['${chosen}']`],
])('a table with a list of one class in its cells: %s', async (_, name, cellOf) => {
  const classes = ['good', 'bad', 'bad', 'good'];
  const rows = classes.map((one, i) => `${i} Ada left the town,"${cellOf(one).replaceAll('"', '""')}",accept\n`);
  const corpus = await read(fileOf('a.csv', `text,${name},answer\n${rows.join('')}`));
  expect(corpus.sentences.map(({ tags }) => tags[0])).toEqual(classes);
  expect(corpus).toMatchObject({ format: 'classTexts', problems: [] });
});

test.each([
  ['Label Studio', 'article', '{""start"":0,""end"":4,""text"":""Mira"",""labels"":[""PER""]}'],
  ['doccano', 'text', '[0,4,""PER""]'],
])('a table with spans in its cells: %s', async (_, field, span) => {
  const table = `id,${field},label,annotator\r\n1,"Mira, too, left\nOslo.","[${span}]",5\r\n2,It rained all day.,[],5\r\n`;
  const corpus = await read(fileOf('export.csv', table));
  expect(corpus.sentences.map(({ tokens }) => tokens.join(' '))).toEqual([
    'Mira , too , left',
    'Oslo .',
    'It rained all day .',
  ]);
  expect(entitiesOf(corpus)).toEqual(['PER Mira']);
});

test.each([
  ['Python', `['Zoë', "O'Hara", 'ran', 'to', 'Oslo']`, "['B-PER', 'I-PER', 'O', 'O', 'B-LOC']"],
  ['NumPy', `['Zoë' "O'Hara" 'ran'\n 'to' 'Oslo']`, "['B-PER' 'I-PER' 'O' 'O' 'B-LOC']"],
  [
    'NumPy with its name',
    `array(['Zoë', "O'Hara", 'ran', 'to', 'Oslo'], dtype=object)`,
    "np.array(['B-PER', 'I-PER', 'O', 'O', 'B-LOC'])",
  ],
  ['words separated by spaces', "Zoë O'Hara ran to Oslo", 'B-PER I-PER O O B-LOC'],
  ['words separated by bars', "Zoë|O'Hara|ran|to|Oslo", 'B-PER|I-PER|O|O|B-LOC'],
  ['words separated by spaces, tags by commas', "Zoë O'Hara ran to Oslo", 'B-PER,I-PER,O,O,B-LOC'],
  ['tags separated by commas and spaces', "Zoë O'Hara ran to Oslo", 'B-PER, I-PER, O, O, B-LOC'],
])('a table with a sentence in each row: %s', async (_, words, tags) => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const corpus = await read(fileOf('a.csv', `id,text,tags\n1,${quoted(words)},${quoted(tags)}\n`));
  expect(corpus.sentences.map(({ tokens }) => tokens)).toEqual([['Zoë', "O'Hara", 'ran', 'to', 'Oslo']]);
  expect(entitiesOf(corpus)).toEqual(["PER Zoë O'Hara", 'LOC Oslo']);
});

test('cells that look like lists for long are no lists, and take no time', async () => {
  for (const part of [',[', ",['O", '[', '(']) {
    const file = fileOf('a.csv', part.repeat(20_000) + (part.length === 1 ? ']' : '').repeat(20_000));
    expect(await openCorpus(file)).toBe(file);
  }
});

test.each(["['Ada', None]", "['Ada', nan]", "['Ada', 'left'"])(
  '%s is no list, and its row is reported',
  async (cell) => {
    const good = `"['Ada', 'left']","['B-PER', 'O']"\n`;
    const corpus = await read(fileOf('a.csv', `tokens,tags\n${good}"${cell}","['B-PER', 'O']"\n`));
    expect(corpus.sentences.map(({ tokens }) => tokens)).toEqual([['Ada', 'left']]);
    expect(corpus.problems.map(({ severity, line }) => [severity, line])).toEqual([['error', 3]]);
    const alone = await read(fileOf('a.csv', `tokens,tags\n"${cell}","['B-PER', 'O']"\n`));
    expect(() => requireUsable(alone)).toThrow(/a\.csv/);
  },
);

test.each([
  ['JSON', '["Ada", "left"]', '[1, 0]'],
  ['Python', "['Ada', 'left']", '[1, 0]'],
  ['NumPy', "['Ada' 'left']", '[1 0]'],
])('ids of tags in lists of %s are a question, which names the table', async (_, words, ids) => {
  const row = [words, ids].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const corpus = await read(fileOf('a.csv', `tokens,ner_tags\n${row}\n`));
  expect(corpus.question?.what).toBe('What are the names of the labels?');
  expect(() => requireUsable(corpus)).toThrow(/^a\.csv: ner_tags are integers/);
});

test('lists that are no tags stay in their table', async () => {
  for (const cells of [
    ['[1, 2, 3]', '[3, 3]'],
    ["['day']", "['dark', 'cold']"],
  ]) {
    const file = fileOf('a.csv', `title,more\nA long day,"${cells[0]}"\nA night,"${cells[1]}"\n`);
    expect(await openCorpus(file)).toBe(file);
  }
});

test.each([
  ['lists by type in columns', `text,PER,LOC\nAda left Ribe.,"['Ada']","['Ribe']"\nIt rained.,[],[]\n`],
  [
    'spans in a dictionary',
    `text,annotation\nAda left Ribe.,"{'entities': [(0, 3, 'PER'), (9, 13, 'LOC')]}"\nIt rained.,{'entities': []}\n`,
  ],
])('a table of texts with %s', async (_, table) => {
  expect(entitiesOf(await read(fileOf('a.csv', table)))).toEqual(['PER Ada', 'LOC Ribe']);
});

test('characters that Python escapes', () => {
  expect(valueIn(String.raw`['a\U0001f600\r', "\x41\u0042\'"]`)).toEqual(['a😀\r', "AB'"]);
});

test('the same without a header, and spans as tuples of Python', async () => {
  const bare = await read(fileOf('a.tsv', 'Mira ran\tB-PER O\nIt rained\tO O\n'));
  expect([bare.sentences.length, entitiesOf(bare)]).toEqual([2, ['PER Mira']]);
  const spans = await read(fileOf('a.csv', `text,label\nMira ran.,"[(0, 4, 'PER')]"\nIt rained.,[]\n`));
  expect([spans.sentences.length, entitiesOf(spans)]).toEqual([2, ['PER Mira']]);
});

describe('Parquet', () => {
  const columns = [
    { name: 'tokens', data: [['Zoë', '😀', 'ran'], ['Oslo']], type: 'JSON' as const },
    { name: 'ner_tags', data: [[1, 0, 0], [2]], type: 'JSON' as const },
  ];
  const names = { names: ['O', 'B-PER', 'B-LOC'], _type: 'ClassLabel' };
  const features = { tokens: { feature: { dtype: 'string' } }, ner_tags: { feature: names } };

  test('with the names of its labels', async () => {
    const kvMetadata = [{ key: 'huggingface', value: JSON.stringify({ info: { features } }) }];
    const corpus = await read(fileOf('train.parquet', parquetWriteBuffer({ columnData: columns, kvMetadata })));
    requireUsable(corpus);
    expect([corpus.file, entitiesOf(corpus)]).toEqual(['train.parquet.read-as.jsonl', ['PER Zoë', 'LOC Oslo']]);
  });

  test('without them, with a question', async () => {
    const corpus = await read(fileOf('train.parquet', parquetWriteBuffer({ columnData: columns })));
    expect(corpus.question?.what).toBe('What are the names of the labels?');
  });

  test('that is damaged is refused', async () => {
    await expect(read(fileOf('a.parquet', 'PAR1 and then nothing'))).rejects.toThrow(
      /a\.parquet cannot be read as Parquet/,
    );
    const noFields = new Uint8Array([...strToU8('PAR1'), 0, 0, 0, 0, ...strToU8('PAR1')]);
    await expect(read(fileOf('a.parquet', noFields))).rejects.toThrow(
      /cannot be read as Parquet: it is damaged\. Save/,
    );
  });
});

describe('a spreadsheet', () => {
  const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;
  const shared = (reference: string, index: number) => `<c r="${reference}" t="s"><v>${index}</v></c>`;
  const inline = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const workbook = (...sheets: string[]) =>
    zipSync(
      Object.fromEntries(
        Object.entries({
          '[Content_Types].xml': '<Types/>',
          'xl/workbook.xml': `<workbook><sheets>${sheets.map((_, i) => `<sheet name="S${i}" sheetId="${i}" r:id="r${i}"/>`).join('')}</sheets></workbook>`,
          'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, i) => `<Relationship Id="r${i}" Target="worksheets/s${i}.xml"/>`).join('')}</Relationships>`,
          'xl/sharedStrings.xml':
            '<sst><si><t>Word</t></si><si><t>Tag</t></si><si><r><t>Zo</t></r><r><t>ë &amp; 😀</t></r></si></sst>',
          ...Object.fromEntries(
            sheets.map((rows, i) => [
              `xl/worksheets/s${i}.xml`,
              `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
            ]),
          ),
        }).map(([name, text]) => [name, strToU8(text)]),
      ),
    );
  const header = row(1, shared('A1', 0), shared('B1', 1));

  test('of Excel: shared and inline strings, numbers, and empty rows between sentences', async () => {
    const rows = [
      header,
      row(2, shared('A2', 2), inline('B2', 'B-PER')),
      row(3, '<c r="A3"><v>1996</v></c>', inline('B3', 'O')),
      row(5, inline('A5', '=Oslo, &quot;x&quot;'), inline('B5', 'B-LOC')),
    ];
    const corpus = await read(fileOf('t.xlsx', workbook(rows.join(''), '')));
    expect([corpus.file, entitiesOf(corpus)]).toEqual(['t.xlsx.read-as.csv', ['PER Zoë & 😀', 'LOC =Oslo, "x"']]);
    expect(corpus.sentences.map(({ tokens }) => tokens.length)).toEqual([2, 1]);
  });

  test('with rows in several sheets is refused', async () => {
    await expect(read(fileOf('t.xlsx', workbook(header, header)))).rejects.toThrow('has rows in 2 sheets (S0, S1)');
  });

  const openDocument = (...rows: string[]) => {
    const lines = rows.map((cells) => `<table:table-row>${cells}</table:table-row>`).join('');
    const content = `<office:spreadsheet><table:table table:name="A">${lines}</table:table></office:spreadsheet>`;
    const mimetype = strToU8('application/vnd.oasis.opendocument.spreadsheet');
    return fileOf('t.ods', zipSync({ mimetype: [mimetype, { level: 0 }], 'content.xml': strToU8(content) }));
  };
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const empty = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`;

  test('of OpenDocument', async () => {
    const rows = [cell('Word') + cell('Tag'), cell('New<text:s/>York') + cell('B-LOC'), cell('ran') + cell('O')];
    const corpus = await read(openDocument(...rows.map((cells) => cells + empty(16_382))));
    expect(entitiesOf(corpus)).toEqual(['LOC New York']);
  });

  test('of OpenDocument with many rows: the empty cells at their ends are not counted, those between others are kept', async () => {
    const rows = Array.from({ length: 26_000 }, () => cell('Oslo') + empty(2) + cell('B-LOC') + empty(16_380));
    const opened = await openCorpus(openDocument(cell('Word') + empty(2) + cell('Tag'), ...rows));
    const lines = (await opened.text()).split('\r\n');
    expect([lines.length, lines[0], lines[26_000]]).toEqual([26_002, 'Word,,,Tag', 'Oslo,,,B-LOC']);
  });

  test('of Excel: cells without a reference follow the one before, an empty one too', async () => {
    const rows = [header, row(2, inline('A2', 'Oslo'), inline('B2', 'B-LOC')), row(3, inline('A3', 'x'), '<c/>')];
    const more = row(4, '<c><v>a</v></c>', '<c/>', '<c><v>b</v></c>', inline('G4', 'c'), '<c s="1"/>');
    const opened = await openCorpus(fileOf('t.xlsx', workbook(rows.join('') + more)));
    expect((await opened.text()).split('\r\n').slice(2)).toEqual(['x,,,,,,', 'a,,b,,,,c', '']);
  });

  test('whose sheets are one part by several relations is read once', async () => {
    const ids = Array.from({ length: 300 }, (_, i) => `r${i}`);
    const rows = row(1, inline('A1', 'a')) + row(2, inline('A2', 'b')).repeat(10_000);
    const parts = {
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<workbook>${ids.map((id) => `<sheet name="${id}" r:id="${id}"/>`).join('')}</workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${ids.map((id) => `<Relationship Id="${id}" Target="worksheets/s.xml"/>`).join('')}</Relationships>`,
      'xl/worksheets/s.xml': `<worksheet>${rows}</worksheet>`,
    };
    const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
    expect(await (await openCorpus(fileOf('t.xlsx', bytes))).text()).toBe(`a\r\n${'b\r\n'.repeat(10_000)}`);
  });

  test('with cells or texts that are repeated, or far to the right, beyond the limit is refused', async () => {
    const repeated =
      '<table:table-cell table:number-columns-repeated="999999999"><text:p>a</text:p></table:table-cell>';
    await expect(read(openDocument(repeated))).rejects.toThrow(/has at least 999,999,999 cells/);
    await expect(read(openDocument(empty(999_999_999) + cell('a')))).rejects.toThrow(/at least 1,000,000,000 cells/);
    const far = (column: string) => row(1, inline(`${column}1`, 'a'));
    await expect(read(fileOf('t.xlsx', workbook(far('ZZZZZZ'))))).rejects.toThrow(/has at least [\d,]+ cells/);
    await expect(read(fileOf('t.xlsx', workbook(far('FAAAA'), far('FAAAA'))))).rejects.toThrow(/5,[\d,]+ cells/);
    const wide = far('XFD') + row(2, inline('A2', 'a')).repeat(20_000);
    await expect(read(fileOf('t.xlsx', workbook(wide)))).rejects.toThrow(/is 313 MiB/);
    const long = `<c t="inlineStr"><is><t>${'x'.repeat(300_000)}</t></is></c>`;
    expect((await openCorpus(fileOf('t.xlsx', workbook(row(1, long, long))))).size).toBe(600_003);
    const texts = cell('x'.repeat(300_000)).replace('>', ' table:number-columns-repeated="1000">');
    await expect(read(openDocument(texts))).rejects.toThrow(/is 287 MiB/);
  });
});

describe("spaCy's DocBin", () => {
  test('numbers of words are those of spaCy', () => {
    // nlp.vocab.strings['coffee'], from spaCy's documentation; symbols have small numbers
    expect([hashString('coffee'), hashString('PERSON'), hashString('DATE'), hashString('')]).toEqual([
      3197928453018144401n,
      380n,
      391n,
      0n,
    ]);
  });

  test('documents with tokens, spaces, entities and sentences', async () => {
    const words = ['Zoë', '😀', 'ran', '.', 'Oslo', 'is'];
    const [begin, inside, outside] = [3n, 1n, 2n];
    const tags = [
      [begin, 'PERSON'],
      [inside, 'PERSON'],
      [outside, ''],
      [outside, ''],
      [begin, 'My Place'],
      [outside, ''],
    ] as const;
    const values = words.flatMap((word, i) => [
      hashString(word),
      tags[i]![0],
      hashString(tags[i]![1]),
      [0, 4].includes(i) ? 1n : 0n,
    ]);
    const bytes = packMap({
      version: '0.1',
      attrs: [65, 77, 78, 80],
      tokens: new Uint8Array(new BigUint64Array(values).buffer),
      spaces: Uint8Array.of(1, 1, 0, 1, 1, 0),
      lengths: new Uint8Array(new Int32Array([6]).buffer),
      strings: [...words, 'PERSON', 'My Place', ''],
    });
    const corpus = await read(fileOf('train.spacy', zlibSync(bytes)));
    requireUsable(corpus);
    expect(entitiesOf(corpus)).toEqual(['PERSON Zoë 😀', 'My Place Oslo']);
    expect(corpus.sentences.map(({ tokens }) => tokens)).toEqual([words.slice(0, 4), words.slice(4)]);
  });

  test('that is damaged is refused', async () => {
    await expect(read(fileOf('a.spacy', zlibSync(Uint8Array.of(0xdf, 255, 255, 255, 255))))).rejects.toThrow(/DocBin/);
    await expect(read(fileOf('a.spacy', 'text'))).rejects.toThrow(/a\.spacy cannot be unpacked/);
  });
});

/** MessagePack of what the test needs. */
function packMap(map: Record<string, string | number[] | string[] | Uint8Array>): Uint8Array {
  const pack = (value: unknown): number[] => {
    if (typeof value === 'number') return [value];
    if (typeof value === 'string') return [0xd9, strToU8(value).length, ...strToU8(value)];
    if (value instanceof Uint8Array) return [0xc5, value.length >> 8, value.length & 255, ...value];
    const items = value as unknown[];
    return [0x90 + items.length, ...items.flatMap(pack)];
  };
  return Uint8Array.from([
    0x80 + Object.keys(map).length,
    ...Object.entries(map).flatMap(([name, value]) => [...pack(name), ...pack(value)]),
  ]);
}
