import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CellRows } from './CellRows.tsx';
import { clipped, clippedName, gridLayout } from './layout.ts';
import { columnNames } from './token-table.ts';
import { probabilityText, scoreText, signedText } from './numbers.ts';

test('columns are as wide as possible, and never too narrow to read', () => {
  expect(gridLayout(5, 10, 1000, 20).column).toBe(120);
  expect(gridLayout(5, 10, 440, 20)).toMatchObject({ column: 60, width: 80 + 5 * 60 });
  expect(gridLayout(5, 10, 440, 20, 6).width).toBe(440); // it still fits with END
  expect(gridLayout(40, 10, 1000, 20)).toMatchObject({ column: 58, width: 80 + 40 * 58 });
  expect(clipped('internationalisation', 58)).toBe('interna…');
  expect(clipped('Oslo', 58)).toBe('Oslo');
  expect(clipped('B-ORGANIZACAO', 58)).toBe('B-ORGA…'); // capitals are wider
});

test('numbers are formatted', () => {
  expect([scoreText(-1.234), scoreText(0.001), scoreText(-Infinity)]).toEqual(['−1.23', '0.00', '−∞']);
  expect([0, 0.00001, 0.5, 0.99999, 1].map(probabilityText)).toEqual(['0', '1.0e−5', '0.5000', '> 0.9999', '1.0000']);
});

test('a change has its sign, unless it is shown as zero', () => {
  expect([0.412, -0.412, 0.001, -0.001].map(signedText)).toEqual(['+0.41', '−0.41', '0.00', '0.00']);
});

test('columns of a repeated word have different names', () => {
  expect(columnNames(['the', 'cat', 'the', 'the'])).toEqual(['the', 'cat', 'the (2)', 'the (3)']);
});

test('a long tag in a cell stays within its column', () => {
  const rows = [{ name: 'tag', cells: [{ value: 0, text: 'B-JURISPRUDENCIA', opacity: 0 }] }];
  const drawn = renderToStaticMarkup(createElement(CellRows, { rows, column: 58, height: 20 }));
  expect(drawn).toMatch(/>B-[A-Z]+…CIA</);
});

test('a long name of a row keeps its beginning and its end', () => {
  expect(clippedName('B-MISC')).toBe('B-MISC');
  expect(clippedName('B-JURISPRUDENCIA')).toBe('B-JUR…CIA');
  expect(clippedName('B-ORGANIZACAO')).toBe('B-ORG…CAO'); // capitals are wider
  expect(clippedName('characters')).toBe('characters');
  expect(clippedName('B-JURISDICAO')).not.toBe(clippedName('B-JURISPRUDENCIA'));
});
