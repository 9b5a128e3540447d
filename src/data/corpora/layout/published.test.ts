import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

describe('lines of markup around sentences', () => {
  test.each([
    ['of VLSP', '<s>\nAda\tNNP\tB-PER\nran\tVBD\tO\n</s>\n\n<s>\nLund\tNNP\tB-LOC\n</s>\n', 0],
    [
      'of vertical text',
      '<doc id="1">\n<s>\nAda\tNNP\tB-PER\nran\tVBD\tO\n</s>\n</doc>\n<doc id="2">\n<s>\nLund\tNNP\tB-LOC\n</s>\n</doc>\n',
      2,
    ],
  ])('%s', (_, text, documents) => {
    const corpus = readText(text);
    expect([tokensOf(corpus), entitiesOf(corpus), corpus.documents]).toEqual([
      ['Ada ran', 'Lund'],
      ['PER Ada', 'LOC Lund'],
      documents,
    ]);
    expect(corpus.problems).toEqual([]);
  });
});

test.each(['id', 'no', 'num', 'row'])(
  'a column named %s with the same number in each sentence has sentences',
  (name) => {
    const text = `${name},word,tag\n1,Ada,B-PER\n1,ran,O\n2,Lund,B-LOC\n2,voted,O\n3,It,O\n3,rained,O\n`;
    expect(tokensOf(readText(text, {}, 'a.csv'))).toEqual(['Ada ran', 'Lund voted', 'It rained']);
  },
);

test('texts in scripts without spaces are no tokens', () => {
  const lines = ['佐藤は月曜日に京都で話した。', '一日中ずっと雨だった。', '東京で会議があった。'];
  expect(() => readText(lines.join('\n'))).toThrow('running text');
  const rows = lines.map((text, i) => `${i},2024-01-0${i + 1},${text},ja`);
  expect(() => readText(`id,created_at,text,lang\n${rows.join('\n')}\n`, {}, 'a.csv')).toThrow('a text in each row');
});

test('columns of varying number, with slashes in each line (CoNLL-2012), are separated by spaces', () => {
  const line = (t: number, word: string, entity: string, more = '') =>
    `bc/cctv/00/cctv_0001   0   ${t}   ${word}   NNP   *   -   -   -   Speaker#1   ${entity}${more}   -`;
  const text = [
    '#begin document (bc/cctv/00/cctv_0001); part 000',
    line(0, 'Ada', '(PERSON)', '   (V*)'),
    line(1, 'ran', '*', '   *'),
    '',
    line(0, 'Lund', '(GPE)'),
    line(1, '.', '*'),
    '#end document',
  ];
  expect(entitiesOf(readText(text.join('\n')))).toEqual(['PERSON Ada', 'GPE Lund']);
});

test('words outside entities without a tag, nor a tab (Datasaur)', () => {
  const text = 'Ada\tB-PER\nByrne\tI-PER\nleft\nto\nsee\nLund\tB-LOC\n.\n\nIt\nrained\n';
  const corpus = readText(text, {}, 'a.tsv');
  expect([tokensOf(corpus), entitiesOf(corpus)]).toEqual([
    ['Ada Byrne left to see Lund .', 'It rained'],
    ['PER Ada Byrne', 'LOC Lund'],
  ]);
  expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
});

test('lines ###MEDLINE of JNLPBA begin documents', () => {
  const text = '###MEDLINE:1\n\nIL-2\tB-DNA\ngene\tI-DNA\n\n###MEDLINE:2\n\nThe\tO\ngene\tB-DNA\n';
  expect([tokensOf(readText(text)), readText(text).documents]).toEqual([['IL-2 gene', 'The gene'], 2]);
});

test.each(['O', 'OTHER', 'o'])(
  'types without letters, of which %s is not the most frequent: the reader asks',
  (outside) => {
    const sentence = `Ada\tPERSON\nByrne\tPERSON\nleft\t${outside}\nLund\tCITY\n\n`;
    const { question } = readText(sentence.repeat(10));
    expect(question?.options[0]?.settings).toMatchObject({ outside });
  },
);

test.each(['|', '^', '::', ' '])('a bracket of tags is no separator, where <-> means outside: %s', (separator) => {
  const sentence = [
    ['<B-PER>', 'Ada'],
    ['<->', 'saw'],
    ['<B-LOC>', 'Lund'],
    ['<->', '.'],
  ];
  const text = `${sentence.map((row) => `${row.join(separator)}\n`).join('')}\n`.repeat(6);
  const corpus = readText(text);
  expect([tokensOf(corpus)[0], entitiesOf(corpus).slice(0, 2)]).toEqual(['Ada saw Lund .', ['PER Ada', 'LOC Lund']]);
});
