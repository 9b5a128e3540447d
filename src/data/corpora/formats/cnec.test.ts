import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';
import { detectFormat } from './registry.ts';

test('of nested entities the longest is kept; remarks are no entities', () => {
  const corpus = readText(
    'Včera přijel <P<pf Jan> <ps Novák>> do <gu Brna> .\n<cap Novák> & syn , <s s . r . o .> , <segm Volal> <if A &amp; B> .\n',
    {},
    'named_ent.txt',
  );
  expect(corpus.format).toBe('cnec');
  expect(entitiesOf(corpus)).toEqual(['P Jan Novák', 'gu Brna', 'if A & B']);
  expect(tokensOf(corpus).join(' ')).toBe('Včera přijel Jan Novák do Brna . Novák & syn , s . r . o . , Volal A & B .');
  expect(corpus.problems.filter(({ kind }) => kind === 'spans')).toHaveLength(2);
});

test.each([
  ['<gu Brno', '<gu does not end.'],
  ['Brno> <gu x>', 'Found > without <.'],
  ['<gu Brno> < 5', 'Found < without a type, in "< 5".'],
])('%s is skipped, with the reason', (line, reason) => {
  const corpus = readText(`${'<pf Jan> je <gu Brno> .\n'.repeat(20)}${line}\n`, {}, 'a.txt');
  expect(corpus.format).toBe('cnec');
  expect(corpus.problems.map(({ message }) => message)).toEqual([`${reason} The line was skipped.`]);
});

test.each([
  'Dear John,\nplease contact me <at home> at five.\nBest wishes',
  'rm <if any>',
  '<me too>',
  'rm <if any>\n<me too>\n<at home>\n<or more>',
  'see <P below> for more.',
  '<A HREF="x">Mary',
  '<A HREF="x">Mary\n<P >Bo\n<A HREF="y">Ada',
  '<gu Brno>\nand two lines\nwithout any',
  'see <gu Brno>.',
  '<b bold> and <i italic>',
  '<PER Jan>',
  'a < b > c',
  '<p>Jan</p>',
  'List<String> x',
])('%s is another format', (text) => {
  expect(detectFormat('a.txt', text.split('\n')).format).not.toBe('cnec');
});

test('three lines with two types are the corpus', () => {
  expect(detectFormat('a.txt', ['<gu Brno> .', '<pf Jan> .', '<gu Praha> .']).format).toBe('cnec');
});

test('entities and words are those that were written', () => {
  const words = fc.array(fc.constantFrom('Jan', 'Brno', '😀', 'o\u0308', 'a&b'), { minLength: 1, maxLength: 3 });
  const part = fc.record({ words, type: fc.option(fc.constantFrom('pf', 'g_', 'ic', 'ty'), { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const written = parts
        .map(({ words: own, type }) => {
          const text = own.join(' ').replaceAll('&', '&amp;');
          return type === undefined ? text : `<${type} ${text}>`;
        })
        .join(' ');
      const corpus = readText(`<P<pf Jan> <ps Novák>> .\n${written}\n`, {}, 'a.txt');
      const without = (text: string) => text.replaceAll(/\s/g, '');
      expect(tokensOf(corpus).map(without).join('')).toBe(
        without(`JanNovák.${parts.flatMap(({ words: own }) => own).join('')}`),
      );
      expect(entitiesOf(corpus).map(without)).toEqual([
        'PJanNovák',
        ...parts.flatMap(({ words: own, type }) => (type === undefined ? [] : [without(`${type}${own.join('')}`)])),
      ]);
    }),
  );
});
