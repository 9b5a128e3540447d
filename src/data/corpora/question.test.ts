import { expect, test } from 'vitest';
import { readText } from '../../../test/helpers/read-text.ts';
import { requireUsable } from './read-corpus.ts';

test('a corpus with a question cannot be used: the message has the reason, the question and the choices', () => {
  const question = {
    what: 'Which column has the tags?',
    reason: 'Columns 2 and 3 both look like tags.',
    options: [
      { label: 'column 2', settings: { tagColumn: 1 } },
      { label: 'column 3', settings: { tagColumn: 2 } },
    ],
  };
  expect(() => requireUsable({ ...readText('Mira\tB-PER\n'), question })).toThrow(
    'text.conll: Columns 2 and 3 both look like tags. Which column has the tags? (1) column 2 (2) column 3',
  );
});

test.each([
  ['tags joined before their words', 'B-PER*Ada\nO*left\n\nB-LOC*Oslo\nO*.\n', 'Is the tag of each word before *?'],
  ['settings', 'HOME=/root\nLANG=C\nPATH=/bin:/usr/bin\n', 'Are these settings, or tokens?'],
  ['two rows of a table', 'a,b\n1,2\n', 'Are these tokens, or rows of a table?'],
  ['two rows with semicolons', 'a;b;c\n1;2;3\n', 'Are these tokens, or rows of a table?'],
  ['two rows with bars', 'a|b\n1|2\n', 'Are these tokens, or rows of a table?'],
  ['two rows with quotes', '"a","b"\n"1","2"\n', 'Are these tokens, or rows of a table?'],
  ['a column of numbers', 'x\n1\n2.5\n3\n', 'Are these tokens, or rows of a table?'],
  ['requirements', 'numpy==1.2\npandas>=2.0\nscipy~=1.10\n', 'Are these settings, or tokens?'],
  [
    'settings with values that repeat',
    Array.from({ length: 20 }, (_, i) => `${'abcdefghijklmnopqrst'[i]}x=${['on', 'off', 'auto'][i % 3]}\n`).join(''),
    'Has each line a token with its label?',
  ],
  [
    'a list of names with grades',
    Array.from(
      { length: 20 },
      (_, i) => `${['Ada Byrne', 'Bo', 'Eve Rehn'][i % 3]}\t${['left', 'O', 'O', 'right'][i % 4]}\n`,
    ).join(''),
    'Has each line a token with its label?',
  ],
  ['one note of music', 'O my B-flat\n', 'Are the letters in column 3 those of a scheme?'],
  ['decimals with a unit', 'walk on and on\n1,2 la|2,3 la\n\nwe go on\n0,1 la|1,3 la\n', 'Are these lines spans of the words above them?'], // prettier-ignore
  ['tags joined to their words', 'Ada-B-PER\nleft-O\n\nOslo-B-LOC\n.-O\n', 'Is the tag of each word behind -?'],
  [
    'types that all begin like a scheme',
    'Ada\tBPER\nleft\tO\n\nOslo\tBLOC\n\nAcme\tBORG\nfell\tO\n',
    'letters of a scheme',
  ],
])('%s are asked about', (_, text, what) => {
  const { question } = readText(text);
  expect(question?.what).toContain(what);
  expect(readText(text, question!.options[0]!.settings).question).toBeUndefined();
});
