import { expect, test } from 'vitest';
import { packedFiles } from '../../../../test/helpers/packed-files.ts';
import { entitiesOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import { readCorpus } from '../read-corpus.ts';
import { joinEntityTables, textsOfTable } from './entity-tables.ts';

async function read(contents: Record<string, string>) {
  const [joined, ...others] = await joinEntityTables(packedFiles(contents));
  const file = await joined!.open();
  const corpus = readCorpus(file.name, new Uint8Array(await file.arrayBuffer()));
  return { corpus, name: file.name, others: others.map((one) => one.name) };
}

const LINES = 'Ada Byrne works here.\r\nIt rained.\r\nIn Oslo.\r\n';
const COMPREHEND = 'File,Line,Begin Offset,End Offset,Type\ndocs.txt,0,0,9,PERSON\ndocs.txt,2,3,7,LOCATION\n';

test('Amazon Comprehend: each line is a document, also one without entities', async () => {
  const { corpus, name, others } = await read({ 'docs.txt': LINES, 'annotations.csv': COMPREHEND, 'other.txt': 'x' });
  expect(entitiesOf(corpus)).toEqual(['PERSON Ada Byrne', 'LOCATION Oslo']);
  expect(tokensOf(corpus)).toEqual(['Ada Byrne works here .', 'It rained .', 'In Oslo .']);
  expect([corpus.documents, name, others]).toEqual([3, 'annotations.jsonl', ['other.txt']]);
});

test.each([
  ['one document per file', 'File,Begin Offset,End Offset,Type\na.txt,0,3,PER\nb.txt,3,7,LOC\n', 'csv'],
  [
    'names without an extension, and the words',
    'filename\tmark\tlabel\toff0\toff1\tspan\na\tT1\tPER\t0\t3\tAda\nb\tT1\tLOC\t3\t7\tOslo\n',
    'tsv',
  ],
  [
    'other names of columns',
    '\uFEFFdoc_id\tann_id\tlabel\tstart_span\tend_span\ttext\r\na\tT1\tPER\t0\t3\tAda\r\nb\tT2\tLOC\t3\t7\tOslo\r\n',
    'tsv',
  ],
])('tables of entities in texts of other files: %s', async (_, table, extension) => {
  const { corpus, others } = await read({ 'a.txt': 'Ada ran.', 'b.txt': 'In Oslo.', [`ann.${extension}`]: table });
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Oslo']);
  expect([corpus.documents, others, corpus.problems]).toEqual([2, [], []]);
});

test('without their texts, and other tables, files stay as they are', async () => {
  const files = packedFiles({ 'annotations.csv': COMPREHEND, 'x.csv': 'text,label\nIt rained.,x\n', 'y.txt': 'x' });
  expect(await joinEntityTables(files)).toEqual(files);
  expect(textsOfTable(COMPREHEND)).toEqual(['docs.txt']);
  expect(textsOfTable('File,Line,Begin Offset,End Offset,Type\n../../a.txt,0,0,3,PER\n')).toEqual(['a.txt']);
  expect(textsOfTable('text,label\nIt rained.,x\n')).toEqual([]);
});
