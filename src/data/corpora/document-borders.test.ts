import { expect, test } from 'vitest';
import { readText } from '../../../test/helpers/read-text.ts';
import { joinSources } from '../../runs/sources.ts';
import type { Corpus } from '../corpus.ts';

const documentsOf = ({ sentences, documents }: Corpus) => [documents, sentences.map(({ document }) => document)];

test('-DOCSTART- begins a document; one at the end, or two in a row, add none', () => {
  const corpus = readText('a O\n\nb O\n-DOCSTART- O\n\n-DOCSTART- O\n\nc O\n\n-DOCSTART- O\n');
  expect(documentsOf(corpus)).toEqual([2, [0, 0, 1]]);
});

test('a file without marks is one document', () => {
  expect(documentsOf(readText('a O\n\nb O\n'))).toEqual([0, [0, 0]]);
});

test('a column of ids, on every row or only on the first of a document', () => {
  const every = 'doc_id\tsentence\ttoken\ttag\nx\t1\ta\tO\nx\t2\tb\tO\ny\t3\tc\tO\n';
  expect(documentsOf(readText(every))).toEqual([2, [0, 0, 1]]);
  const first = 'doc,sentence,token,tag\nx,1,a,O\n,2,b,O\ny,3,c,O\n';
  expect(documentsOf(readText(first))).toEqual([2, [0, 0, 1]]);
});

test('CoNLL-U: # newdoc', () => {
  const token = (form: string) => `1\t${form}\t_\tX\t_\t_\t0\troot\t_\t_\n\n`;
  const text = `# newdoc id = x\n${token('a')}${token('b')}# newdoc\n${token('c')}`;
  expect(documentsOf(readText(text))).toEqual([2, [0, 0, 1]]);
});

test('JSON lines: an id, or a text of its own', () => {
  const sentence = (id: unknown, token: string) => JSON.stringify({ doc_id: id, tokens: [token], tags: ['O'] });
  const ids = [sentence('x', 'a'), sentence('x', 'b'), sentence(7, 'c')].join('\n');
  expect(documentsOf(readText(ids))).toEqual([2, [0, 0, 1]]);
  const text = (content: string) => JSON.stringify({ text: content, label: [] });
  const texts = [text('Mio left. Ada stayed.'), text('Rain fell.')].join('\n');
  expect(documentsOf(readText(texts))).toEqual([2, [0, 0, 1]]);
});

test('files of one role: documents are numbered on', () => {
  const [one, two] = [readText('a O\n-DOCSTART- O\nb O\n'), readText('c O\n')];
  const joined = joinSources([one, two]);
  expect(joined?.sentences.map(({ document }) => document)).toEqual([0, 1, 2]);
});
