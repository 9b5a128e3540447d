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
