import { expect, test } from 'vitest';
import { importDocument, placeInWords } from './import-document.ts';

test('the sentences of a document know their page or paragraph', () => {
  const sentences = importDocument('report.pdf', [
    { text: 'Nora sails. Ivo stays.', place: 'page 1' },
    { text: 'Mina waits.', place: 'page 3' },
    { text: ' ', place: 'page 4' },
    { text: 'Late.', place: 'footnote' },
    { text: 'Cell.', place: 'Names!AB12' },
  ]);
  expect(sentences.map(({ text, source }) => [text, source.line, source.document])).toEqual([
    ['Nora sails.', 1, 0],
    ['Ivo stays.', 1, 0],
    ['Mina waits.', 3, 0],
    ['Late.', 4, 0],
    ['Cell.', 12, 0],
  ]);
  expect(placeInWords(sentences[2]!.source)).toBe('page 3');
  expect(placeInWords({ file: 'letter.DOCX', line: 1200 })).toBe('paragraph 1,200');
  expect(placeInWords({ file: 'letter.txt', line: 2 })).toBe('line 2');
});
