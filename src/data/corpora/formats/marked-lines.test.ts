import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';

const ENTITIES = ['PER Ada Byrne', 'LOC Varde', 'PER Bo', 'LOC Ribe'];

describe('a sentence with its entities in a line', () => {
  test.each([
    ['words ||| tags', 'Ada Byrne saw Varde .|||B-PER I-PER O B-LOC O\nBo left Ribe .|||B-PER O B-LOC O\n'],
    [
      'words ||| tags, with spaces',
      'Ada Byrne saw Varde . ||| B-PER I-PER O B-LOC O\n\nBo left Ribe . ||| B-PER O B-LOC O\n',
    ],
    ['tags in brackets', 'Ada[B-PER] Byrne[I-PER] saw[O] Varde[B-LOC] .[O]\nBo[B-PER] left[O] Ribe[B-LOC] .[O]\n'],
    ['types in parentheses', '[Ada Byrne](PER) saw [Varde](LOC) .\n[Bo](PER) left [Ribe](LOC) .\n'],
    ['types in braces', '[Ada Byrne]{PER} saw [Varde]{LOC} .\n[Bo]{PER} left [Ribe]{LOC} .\n'],
    ['types before the words', '[PER Ada Byrne] saw [LOC Varde] .\n[PER Bo] left [LOC Ribe] .\n'],
  ])('%s', (_, text) => {
    const corpus = readText(text, {}, 'a.txt');
    expect(corpus.question).toBeUndefined();
    expect(entitiesOf(corpus)).toEqual(ENTITIES);
    expect(tokensOf(corpus)).toEqual(['Ada Byrne saw Varde .', 'Bo left Ribe .']);
    expect(corpus.sentences.map(({ line }) => line)).toEqual([1, text.includes('\n\n') ? 3 : 2]);
  });

  test('a line without as many tags is reported', () => {
    const lines = Array.from({ length: 20 }, () => 'Bo left Ribe .|||B-PER O B-LOC O\n').join('');
    const corpus = readText(`${lines}Ada saw Bo .|||B-PER O\n`, {}, 'a.txt');
    expect(tagsOf(corpus)).toHaveLength(20);
    expect(corpus.problems.some(({ line, severity }) => line === 21 && severity === 'error')).toBe(true);
  });

  test('types of single words in brackets are refused', () => {
    const text = 'Ada[PER] Byrne[PER] saw Varde[LOC] .\nBo[PER] left Ribe[LOC] .\n';
    expect(() => readText(text, {}, 'a.txt')).toThrow('words with their types in brackets, such as Ada[PER]');
  });
});

test.each([
  ['notes', 'As Ada wrote[1] , it rained[2] .\nBo left[3] Ribe .\nIt rained[4] .\n'],
  ['links', 'See [the town](https://a.net) and [it](b.html).\nSee [Ribe](Ribe) or [Varde](Varde).\nSee [here](c/d).\n'],
  [
    'links to one page',
    'A [term](glossary) and a [word](glossary).\nAnother [term](glossary).\nOne [more](glossary).\n',
  ],
  ['speakers', '[SPEAKER 1] It rained.\n[SPEAKER 2] It rained, too.\n[SPEAKER 1] It did.\n'],
  ['few marks', 'See [it](PER).\nBo left Ribe.\nIt rained.\nAda saw Bo.\n'],
])('%s are running text', (_, text) => {
  expect(() => readText(text, {}, 'a.txt')).toThrow('is running text');
});
