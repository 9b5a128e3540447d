import { expect, test } from 'vitest';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { importTexts } from './import-texts.ts';
import { exportSentences } from './export-set.ts';
import { exportRecords } from './record-lines.ts';
import { reduce } from '../sets/reduce.ts';
import { emptySet, type AnnotationSet } from '../sets/set.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The set of a file, whose first words are entities. */
function annotated(
  file: string,
  text: string,
  open: readonly number[] = [],
  fields?: readonly string[],
): AnnotationSet {
  const { sentences, records } = importTexts(file, bytes(text), fields);
  const set = reduce(emptySet('a'), { kind: 'import', sentences, records });
  const edits = set.sentences
    .filter(({ id }) => !open.includes(id))
    .map(({ id }) => ({ id, spans: [{ start: 0, end: 1, type: 'PER' }], state: 'accepted' as const }));
  return reduce(set, { kind: 'edit', edits });
}

const CSV =
  'nr,at,text,lang\r\n7,2024,"🚢 Ada left. Mio stayed.",en\r\n9,,,de\r\n3,2023,=Ines sang. Nobody cared.,en\r\n';

test('a table comes back with its columns, order and empty records', () => {
  const set = annotated('a.csv', CSV, [3]);
  const { contents, warning } = exportRecords(set, 'rows');
  expect(contents).toBe(
    '\uFEFFnr,at,text,lang,annotated PER,annotated\r\n7,2024,🚢 Ada left. Mio stayed.,en,🚢; Mio,all\r\n9,,,de,,all\r\n3,2023,=Ines sang. Nobody cared.,en,=,some\r\n',
  );
  expect(warning).toMatch(/begin/);
  expect(exportRecords(set, 'entities').contents).toBe(
    '\uFEFFrecord,type,text,start,end\r\n7,PER,🚢,0,1\r\n7,PER,Mio,12,15\r\n3,PER,=,0,1\r\n',
  );
});

test.each([
  ['a.csv', CSV, undefined],
  ['two.csv', 'id,title,body\n1,Ada left the house. It rained.,Mio stayed at home. Good.\n', ['title', 'body']],
  [
    'a.jsonl',
    '{"id":5,"text":"Ada left. Mio stayed.","when":{"year":2024},"tags":[]}\n{"id":2,"text":"It rained.","when":null}\n',
    undefined,
  ],
  ['d.jsonl', '{"id":5,"text":"Ada left.","label":[[0,3,"LOC"]],"note":"x"}\n', undefined],
])('%s: records with their annotation are imported again as they were', (file, text, fields) => {
  const refused = [{ start: 0, end: 1, type: 'LOC' }];
  const merged = reduce(annotated(file, text, [1], fields), { kind: 'merge', id: 0 });
  const set = reduce(merged, { kind: 'edit', edits: [{ id: 0, refused }] });
  const { contents } = exportRecords(set, 'lines');
  const { sentences, records } = importTexts('again.jsonl', bytes(contents));
  const again = reduce(emptySet('a'), { kind: 'import', sentences, records });
  expect(again).toEqual(set);
  expect(exportRecords(again, 'lines').contents).toBe(contents);
});

test('earlier annotation is replaced, everything else is kept', () => {
  const set = annotated('d.jsonl', '{"id":5,"label":[[0,3,"LOC"]],"text":"Ada left.","note":"x"}\n');
  const [line] = exportRecords(set, 'lines').contents.split('\n');
  expect(JSON.parse(line!)).toMatchObject({
    id: 5,
    text: 'Ada left.',
    note: 'x',
    spans: [{ start: 0, end: 3, label: 'PER' }],
  });
  expect(line).not.toContain('LOC');
});

test('only records that are annotated whole are training data', () => {
  const lines = '{"id":5,"text":"🚢 Ada left. Mio stayed.","x":1}\n{"id":2,"text":"Ines sang.","x":2}\n';
  const { contents } = exportRecords(annotated('a.jsonl', lines, [0]), 'lines');
  const { sentences, problems } = readCorpus('again.jsonl', bytes(contents));
  expect(sentences.map(({ tokens, spans }) => [tokens.join(' '), spans])).toEqual([
    ['Ines sang .', [{ start: 0, end: 1, type: 'PER' }]],
  ]);
  expect(problems.map(({ message }) => message).join()).toMatch(/open/);
});

test('sentences have the other fields of their record', () => {
  const { sentences, records } = annotated('a.csv', CSV);
  const lines = exportSentences(sentences, 'spans', records).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { meta: unknown }).meta)).toEqual([
    { record: '7', nr: '7', at: '2024', lang: 'en' },
    { record: '7', nr: '7', at: '2024', lang: 'en' },
    { record: '3', nr: '3', at: '2023', lang: 'en' },
    { record: '3', nr: '3', at: '2023', lang: 'en' },
  ]);
});
