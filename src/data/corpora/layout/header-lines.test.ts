import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';

const SENTENCES = [
  ['Ada\tB-PER', 'left\tO', 'Varde\tB-LOC', '.\tO'],
  ['It\tO', 'rained\tO', '.\tO'],
];
const BODY = SENTENCES.map((rows) => `${rows.join('\n')}\n`).join('\n');

test.each(['# Source\tNews', '# Team Alpha\tVarde', '# License\tCC BY 4.0'])(
  'a comment with as many cells as the rows is no header: %s',
  (comment) => {
    for (const header of ['', 'token\tner\n']) {
      const corpus = readText(`${comment}\n${header}${BODY}`, {}, 'a.tsv');
      const told = header === '' ? [] : ['This line is a header'];
      expect(corpus.problems.map(({ message }) => message.slice(0, 21))).toEqual(told);
      expect([corpus.question, entitiesOf(corpus)]).toEqual([undefined, ['PER Ada', 'LOC Varde']]);
    }
  },
);

test('a header without a name for the numbers of sentences, which repeat', () => {
  const rows = SENTENCES.flatMap((sentence, i) => sentence.map((row) => `s${i}\t${row}\n`)).join('');
  const corpus = readText(`token\tner\n${rows}`, {}, 'a.tsv');
  expect([corpus.sentences.length, entitiesOf(corpus)]).toEqual([2, ['PER Ada', 'LOC Varde']]);
});

test('a separator behind each row, but not behind the header', () => {
  const rows = BODY.replaceAll(/(?<=[^\n])\n/g, '\t\n');
  expect(entitiesOf(readText(`token\tner\n${rows}`, {}, 'a.tsv'))).toEqual(['PER Ada', 'LOC Varde']);
});
