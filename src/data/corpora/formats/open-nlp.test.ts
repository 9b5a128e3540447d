import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

test('sentences keep their tokens; an empty line ends a document', () => {
  const corpus = readText(
    '<START:person> Ada Byrne <END> , 61-year-old , ran .\nIt rained .\n\n<START> Varde <END> slept .\n',
    {},
    'en-ner.train',
  );
  expect(tokensOf(corpus)).toEqual(['Ada Byrne , 61-year-old , ran .', 'It rained .', 'Varde slept .']);
  expect(entitiesOf(corpus)).toEqual(['person Ada Byrne', 'default Varde']);
  expect(corpus.documents).toBe(2);
});

test.each([
  ['<START:a> Ada', '<START> has no <END>.'],
  ['Ada <END>', '<END> has no <START>.'],
  ['<START:a> <END> ran', 'An entity has no words.'],
  ['<START:a> Ada <START:b> Byrne <END> <END>', '<START:b> is inside another entity.'],
])('%s is skipped, with the reason', (line, reason) => {
  const corpus = readText(`<START:a> Bo <END> ran .\n${line}\n`, {}, 'a.train');
  expect(corpus.problems[0]).toMatchObject({ line: 2, message: `${reason} The line was skipped.` });
});

const LINES = '<START:person> Ada <END> left .\nIt rained .\nThen <START:person> Bo <END> left , too .\n';

test.each(['a.tsv', 'a.csv', 'a.txt'])('sentences are read from %s', (file) => {
  for (const text of [LINES, `Rain .\n${LINES}`])
    expect(entitiesOf(readText(text, {}, file))).toEqual(['person Ada', 'person Bo']);
});

test('rows of a table are no sentences', () => {
  const rows = LINES.trim()
    .split('\n')
    .map((line, i) => `${i}\t${line}\n`)
    .join('');
  expect(() => readText(`id\ttext\n${rows}`, {}, 'a.tsv')).toThrow('a text in each row');
});
