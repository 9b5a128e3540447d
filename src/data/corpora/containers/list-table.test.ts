import { describe, expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { readCorpus } from '../read-corpus.ts';
import { hasListCells, listTableToJson } from './list-table.ts';

const ROWS = [
  { words: ['in', 'Paris'], tags: ['O', 'B-LOC'] },
  { words: ['John', 'is', 'here'], tags: ['B-PER', 'O', 'O'] },
  { words: ['Mary', 'went'], tags: ['B-PER', 'O'] },
];

test.each([',', '|', '/', '#', ' '].flatMap((by) => [[by, false] as const, [by, true] as const]))(
  'words and tags joined by "%s", with a header: %s',
  (by, hasHeader) => {
    const rows = ROWS.map(({ words, tags }) => `"${words.join(by)}","${tags.join(by)}"\n`);
    const json = listTableToJson([...(hasHeader ? ['words,tags\n'] : []), ...rows].join(''));
    const { sentences } = readCorpus('a.jsonl', new TextEncoder().encode(json));
    expect(sentences.map(({ tokens, tags }) => ({ words: tokens, tags }))).toEqual(ROWS);
  },
);

test.each([
  ['tags in lower case', 'find,Ada saw Varde,b-per o b-loc\nfind,Bo ran,b-per o\n'],
  ['0 for outside', 'text,labels\nAda saw Varde ,B-PER 0 B-LOC\nBo ran,B-PER 0\nIt rained,0 0\n'],
  ['tags of characters', 'find\t林去维\tb-per o b-loc\nfind\t小唱歌\tb-per o o\n'],
])('%s in a column', (_, table) => {
  expect(hasListCells(table)).toBe(true);
  const { spans } = readText(listTableToJson(table)!, {}, 'a.jsonl').sentences[0]!;
  expect(spans.map(({ start, type }) => [start, type.toUpperCase()])).toEqual([[0, 'PER'], [2, 'LOC']]); // prettier-ignore
});

test.each(['id,a\n1,0\n2,0\n', 'name,kind\nx,e-mail\ny,o\n', 'text,to\nhi,o menino\n'])('no tags: %j', (table) => {
  expect(hasListCells(table)).toBe(false);
});

test.each(['span,ner', 'Sentence #,ner', 'entity,mention'])('a row for each token below %s is no list', (header) => {
  const table = `${header}\n"Sentence: 1",B-PER\nran,O\n,\nBo,B-PER\n`;
  expect(listTableToJson(table)).toBeUndefined();
});

test.each(['data', 'comment', 'Abstract'])('the text beside spans may have any name: %s', (name) => {
  const rows = [['Ada ran.', "[[0, 3, 'PER']]"], ['It rained.', '[]'], ['Bo left.', "[[0, 2, 'PER']]"]]; // prettier-ignore
  const table = [`id,${name},label`, ...rows.map(([text, spans], i) => `${i},${text},"${spans}"`)].join('\n');
  const records = listTableToJson(table)!
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.map((record) => record['label'])).toEqual([[[0, 3, 'PER']], [], [[0, 2, 'PER']]]);
});

test('a first sentence without entities is no header', () => {
  const json = listTableToJson('I|live|in|Paris,O|O|O|O\nMary|went,B-PER|O\n');
  expect(json?.trim().split('\n')).toHaveLength(2);
});

describe('objects in cells, as Python and JSON write them', () => {
  const opened = (text: string) => (hasListCells(text) ? listTableToJson(text) : undefined);

  test.each([
    ['objects', `"[{'start': 0, 'end': 3, 'label': 'PER'}, {'start': 9, 'end': 13, 'label': 'LOC'}]"`],
    [
      'objects with constants',
      `"[{'start': 0, 'end': 3, 'label': 'PER', 'id': None}, {'start': 9, 'end': 13, 'label': 'LOC', 'sure': True}]"`,
    ],
    ['tuples', `"[(0, 3, 'PER'), (9, 13, 'LOC')]"`],
    ['tuples with texts', `"[(0, 3, 'PER', 'Ada'), (9, 13, 'LOC', 'Ribe')]"`],
    ['an object of spaCy', `"{'entities': [(0, 3, 'PER'), (9, 13, 'LOC')]}"`],
    ['lists by type', `"{'PER': ['Ada'], 'LOC': ['Ribe']}"`],
    ['lists by type as JSON', `"{""PER"": [""Ada""], ""LOC"": [""Ribe""]}"`],
    ['types and texts in lines', '"PER: Ada\nLOC: Ribe"'],
    ['types and texts between bars', 'PER: Ada | LOC: Ribe'],
    ['texts and types between semicolons', 'Ada: PER; Ribe: LOC'],
    ['texts with types', `"[{'text': ""Ada"", 'label': 'PER'}, {'text': 'Ribe', 'label': 'LOC'}]"`],
  ])('%s', (_, cell) => {
    const json = opened(`text,entities\nAda left Ribe.,${cell}\nNobody came.,\n`);
    expect(entitiesOf(readText(json!, {}, 'a.jsonl'))).toEqual(['PER Ada', 'LOC Ribe']);
  });

  test.each([
    ['genres', `title,genres\nA long day,"[{'id': 1, 'name': 'Drama'}]"\nA night,"[{'id': 2, 'name': 'Comedy'}]"\n`],
    ['sizes', `name,sizes\nA long coat,"{'EU': ['M', 'L']}"\nA hat,"{'EU': ['S']}"\n`],
  ])('%s are no annotations, and no classes', (_, table) => {
    expect(opened(table)).toBeUndefined();
    expect(() => readText(table, {}, 'a.csv')).toThrow('has a text in each row');
  });
});
