import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const LINKED = `-DOCSTART- (1 AL)
Ada\tB\tAda Lin\tAda_Lin\thttp://a.org/Ada\t7\t/m/1
Lin\tI\tAda Lin\tAda_Lin\thttp://a.org/Ada\t7\t/m/1
left
.

Varde\tB\tVarde\t--NME--
fell
`;

test.each(['a.tsv', 'a.txt', 'a.conll'])(
  'mentions with links, but no types, are refused with what to do: %s',
  (name) => {
    expect(() => readText(LINKED, {}, name)).toThrow(
      /says no types of them: line 2 has Ada, B, Ada Lin, Ada_Lin. Add a column/,
    );
  },
);

test.each([
  ['tabs', '\t'],
  ['spaces', ' '],
  ['commas', ','],
])('a column of numbers with #, separated by %s, makes no comments', (_, separator) => {
  const rows = ['#0 Ada B-PER', '#1 left O', '#2 Varde B-LOC', '', '# a comment', '#0 Bo B-PER', '#1 came O'];
  const lines = rows.map((row) => (row.startsWith('# ') ? row : row.replaceAll(' ', separator)));
  const corpus = readText(`${lines.join('\n')}\n`);
  expect(tokensOf(corpus)).toEqual(['Ada left Varde', 'Bo came']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Varde', 'PER Bo']);
});

test('a comment with a number among other lines is one', () => {
  expect(tokensOf(readText('#1 first one\n1 Ada B-PER\n2 left O\n\n#2 second one\n1 Bo B-PER\n2 came O\n'))).toEqual([
    'Ada left',
    'Bo came',
  ]);
});

test('a comment with a space before it, as in WebAnno TSV 1 and 2, is one in a file with tabs', () => {
  const corpus = readText(' # ner.type.NamedEntity | value\n#id=1\n1-1\tAda\tB-PER\t\n1-2\tran\tO\t\n1-3\t#1\tO\t\n\n');
  expect(tokensOf(corpus)).toEqual(['Ada ran #1']);
  expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
});
