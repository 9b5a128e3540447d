import { expect, test } from 'vitest';
import { readTextTable, withRefusal } from './text-table.ts';

function remarkOf(file: string, text: string): string {
  const table = readTextTable(file, new TextEncoder().encode(text))!;
  return withRefusal(file, table, 'no corpus')
    .problems.map(({ message }) => message)
    .join(' ');
}

test.each([
  ['tags of another number', 'phrase;y\nAda saw Varde again today;O O O O\nIt rained in Ribe;B-LOC O O\nBo left for good;B-PER O O O O\n', 'The number of tags in y (4)'],
  ['tags with another name for outside', 'phrase;y\nAda saw Varde again today;_ _ _ _\nIt rained in Ribe;LOC _ _ _ _ _\nBo left;PER _ _ _ _\n', 'The values of y look like tags (_, LOC, PER)'],
  ['elements in small letters', 'phrase;y\n<name>Ada</name> saw Varde;1\nIt rained in <town>Ribe</town>;2\n<name>Bo</name> left;3\n', 'phrase has marks around words, such as <name>Ada</name>'],
  ['words with names', 'phrase;y\nAda saw Varde again;Ada=who; Varde=where\nIt rained in Ribe;Ribe=where\nBo left for Ribe;Bo=who; Ribe=where\n'.replaceAll('; ', ', '), 'y has words of the texts with names such as who'],
])('%s are told', (_, text, message) => {
  expect(remarkOf('a.csv', text)).toContain(message);
}); // prettier-ignore

test.each([
  ['reviews with a score', 'review,score\nGood and cheap,5\nBad of all,1\nSo so it is,3\nNot for me,2\n'],
  ['tickets with categories', 'subject,category\nNo login since today,login\nThe site is slow,web\nI cannot log in,login\nIt is down,other\n'],
  ['posts with dates and addresses', 'post,date,link\nHello to all,2020/01/02,https://a.b/c\nBye to all,2020/01/03,https://a.b/d\nI am away,2021/02/03,https://a.b/e\n'],
  ['texts with masked words', 'text,masked\nMy order came late,My order [MASK] late\nIt broke after two days,[MASK] broke after two days\nI would buy it,[MASK] would buy it\n'],
  ['posts in HTML', 'post,n\n<p>Hello <b>you</b> over there</p>,1\n<p>Good bye <i>all</i></p>,2\n<a href=x>I am</a> far away,3\n'],
  ['questions with answers', 'q,a\nWhere is Oslo?,In Norway - the north\nWho is Ada?,A woman: Ada Lovelace\nWhat is this?,A test\n'],
  ['songs with artists and lengths', 'lyrics,artist,length\nOh what a night,Ada,3:10\nLa la la la,Bo,2:50\nYou and me,Cy,4:05\n'],
])('nothing is told of %s', (_, text) => {
  expect(remarkOf('a.csv', text)).toBe('');
}); // prettier-ignore
