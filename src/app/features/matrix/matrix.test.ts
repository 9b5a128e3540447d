import { csvParseRows } from 'd3-dsv';
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../../lib/table-csv.ts';
import { bioesTags, illegalOf } from '../../../../test/app/samples.ts';
import type { Transitions } from '../../../crf/transitions.ts';
import { cellGroups, heatColour, moveCell } from './cells.ts';
import { GLYPH, layoutWithLegend, LONGEST_TYPE, matrixLayout, shortTag, tagGroups } from './layout.ts';
import { textWidth } from '../../ui/plot/text-width.ts';
import { colourLimit, describeCell, isWeight, largestWeight, matrixTable, matrixOf, type Matrix } from './matrix.ts';

const TAGS = ['O', 'B-PER', 'I-PER'];

/** @param illegal parts of the mask; all other transitions are legal */
function small(illegal: Partial<Transitions<Uint8Array>> = {}): Matrix {
  const legal = { transitions: new Uint8Array(9), start: new Uint8Array(3), end: new Uint8Array(3) };
  const transitions = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9); // [3, 3]
  const scores = { transitions, start: Float32Array.of(-1, -2, -3), end: Float32Array.of(10, 20, 30) };
  return matrixOf(TAGS, scores, { ...legal, ...illegal });
}

test('rows are START and tags, columns tags and END', () => {
  expect([...small().values]).toEqual([-1, -2, -3, 0, 1, 2, 3, 10, 4, 5, 6, 20, 7, 8, 9, 30]);
  const illegal = {
    transitions: Uint8Array.of(0, 0, 1, 0, 0, 0, 0, 0, 0),
    start: Uint8Array.of(0, 0, 1),
    end: Uint8Array.of(0, 1, 0),
  };
  expect([...small(illegal).illegal]).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  expect(isWeight(4, 0, 3)).toBe(false);
  expect(isWeight(4, 1, 3)).toBe(true);
});

test('a cell in words', () => {
  expect(describeCell(small(), 2, 2)).toBe('B-PER → I-PER: +6.00');
  expect(describeCell(small(), 0, 1)).toBe('START → B-PER: −2.00');
  expect(describeCell(small(), 3, 3)).toBe('I-PER → END: +30.00');
  expect(describeCell(small(), 0, 3)).toMatch(/no sentence is empty/);
  const illegal = { transitions: Uint8Array.of(0, 0, 1, 0, 0, 0, 0, 0, 0) };
  expect(describeCell(small(illegal), 1, 2)).toBe('O → I-PER: illegal in this scheme');
  expect(csvOf(matrixTable(small(illegal)))).toBe(
    'from,O,B-PER,I-PER,END\nSTART,-1,-2,-3,\nO,1,2,illegal,10\nB-PER,4,5,6,20\nI-PER,7,8,9,30\n',
  );
});

test('tags with commas are single cells in CSV', () => {
  const tags = ['O', 'B-ship, "sunk"', 'I-ship, "sunk"'];
  const [header, ...rows] = csvParseRows(csvOf(matrixTable({ ...small(), tags })));
  expect(header).toEqual(['from', ...tags, 'END']);
  expect(rows.map(([name]) => name)).toEqual(['START', ...tags]);
});

test('tags are grouped by type', () => {
  expect(tagGroups(bioesTags(['PER', 'LOC']))).toEqual([
    { type: 'PER', from: 1, count: 4 },
    { type: 'LOC', from: 5, count: 4 },
  ]);
  expect(tagGroups(['NN', 'VB'])).toEqual([]);
  expect(shortTag('S-PER')).toBe('S');
  expect(shortTag('NNP')).toBe('NNP');
});

describe('colours', () => {
  test('the scale ends at a round number of at least the largest legal weight', () => {
    expect([0, 0.3, 1, 1.01, 2, 4.9, 5.1, 10, 11].map(colourLimit)).toEqual([1, 1, 1, 2, 2, 5, 10, 10, 20]);
    const illegal = { end: Uint8Array.of(0, 0, 1) };
    expect(largestWeight(small())).toBe(30);
    expect(largestWeight(small(illegal))).toBe(20);
    expect(
      largestWeight(
        matrixOf(TAGS, undefined, { transitions: new Uint8Array(9), start: new Uint8Array(3), end: new Uint8Array(3) }),
      ),
    ).toBe(0);
  });

  test('the colour is full at the limit, and half at a quarter of it', () => {
    expect(heatColour(4, 4, 'light')).toBe(heatColour(9, 4, 'light'));
    expect(heatColour(4, 4, 'light')).toBe('rgb(192, 68, 20)');
    expect(heatColour(1, 4, 'light')).toBe('rgb(219, 158, 134)');
    expect(heatColour(NaN, 4, 'dark')).toBe(heatColour(0, 4, 'dark'));
  });

  test.each(['light', 'dark'] as const)('positive and negative colours differ in the %s theme', (theme) => {
    expect(new Set([heatColour(-2, 5, theme), heatColour(0, 5, theme), heatColour(2, 5, theme)]).size).toBe(3);
  });
});

describe('cells grouped by colour', () => {
  const squares = (outline: string): string[] => outline.match(/M\d+ \d+h1v1h-1z/g) ?? [];
  const groupWith = (matrix: Matrix, square: string) =>
    cellGroups(matrix, 30, 'light').find(({ outline }) => squares(outline).includes(square));

  test('each weight occurs once, in the colour of its value', () => {
    const matrix = small();
    const all = cellGroups(matrix, 30, 'light').flatMap(({ outline }) => squares(outline));
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(15); // all cells of [4, 4] except START to END
    expect(groupWith(matrix, 'M1 2h1v1h-1z')?.colour).toBe(heatColour(matrix.values[2 * 4 + 1]!, 30, 'light'));
  });

  test('illegal cells have no colour', () => {
    const illegal = { start: Uint8Array.of(0, 0, 1) };
    expect(groupWith(small(illegal), 'M2 0h1v1h-1z')?.colour).toBeUndefined();
    expect(groupWith(small(illegal), 'M1 0h1v1h-1z')?.colour).toBeDefined();
  });

  test('there are at most as many groups as shades', () => {
    const tags = Array.from({ length: 99 }, (_, i) => `T${i}`);
    const values = Float32Array.from({ length: 10_000 }, (_, i) => Math.tan(i));
    expect(cellGroups({ tags, values, illegal: new Uint8Array(10_000) }, 50, 'dark').length).toBeLessThan(100);
  });
});

test('arrow keys move the cell, and stop at the edges', () => {
  expect(moveCell('ArrowRight', 0, 0, 4)).toEqual({ row: 0, column: 1 });
  expect(moveCell('ArrowUp', 0, 2, 4)).toEqual({ row: 0, column: 2 });
  expect(moveCell('ArrowDown', 3, 2, 4)).toEqual({ row: 3, column: 2 });
  expect(moveCell('End', 1, 0, 4)).toEqual({ row: 1, column: 3 });
  expect(moveCell('a', 1, 0, 4)).toBeUndefined();
});

describe('layout', () => {
  test.each([
    { name: 'BIOES of four types', tags: bioesTags() },
    { name: 'BIO of two long types', tags: ['O', 'B-Chemical', 'I-Chemical', 'B-Disease', 'I-Disease'] },
    { name: 'parts of speech', tags: Array.from({ length: 45 }, (_, i) => `TAG${i}`) },
    { name: 'one tag', tags: ['O'] },
  ])('$name fit into the available space', ({ tags }) => {
    const layout = matrixLayout(tags, 380, 340);
    expect(layout.cell).toBeGreaterThan(0);
    expect(layout.width).toBeLessThanOrEqual(380);
    expect(layout.height).toBeLessThanOrEqual(340);
  });

  test('labels of parts of speech have room for wide letters', () => {
    const tags = ['NOUN', 'PROPN', 'PRP$', 'WWWW', 'X'];
    const { left, tagRoom } = matrixLayout(tags, 380, 340);
    // 10 pixels a letter is the widest, a W.
    expect(tagRoom).toBeGreaterThanOrEqual(40);
    expect(left).toBeGreaterThanOrEqual(tagRoom);
    expect(textWidth('WWWW')).toBeGreaterThan(textWidth('iiii'));
  });

  test('column names are rotated if the columns are narrow', () => {
    const tags = bioesTags(Array.from({ length: 18 }, (_, i) => `TYPE${i}`));
    const layout = matrixLayout(tags, 380, 340);
    expect(layout).toMatchObject({ areTypesUpright: true, hasTags: false });
    expect(layout.cell).toBeGreaterThan(0);
    expect(layout.height).toBeLessThanOrEqual(340);
    expect(matrixLayout(bioesTags(), 380, 340).areTypesUpright).toBe(false);
  });

  test.each([300, 420])('eight long names above the columns have nine letters, %d pixels wide', (width) => {
    const types = ['ORGANIZACAO', 'JURISPRUDENCIA', 'LEGISLACAO', 'PESSOA', 'TEMPO', 'LOCAL', 'EVENTO', 'DOCUMENTO'];
    const layout = matrixLayout(bioesTags(types), width, 340);
    expect(layout.areTypesUpright).toBe(true);
    expect(layout.top).toBeGreaterThanOrEqual(LONGEST_TYPE * GLYPH);
    expect(layout.cell).toBeGreaterThan(0);
  });

  test.each([
    [700, 240, true],
    [260, 400, false],
  ])('the legend is where the matrix leaves room, at %d × %d', (width, height, isLegendBeside) => {
    const found = layoutWithLegend(bioesTags(), width, height);
    expect(found).toMatchObject({ isLegendBeside });
    expect(isLegendBeside ? width - found.layout.width : height - found.layout.height).toBeGreaterThanOrEqual(18);
  });

  test('without space nothing is drawn', () => {
    expect(matrixLayout(bioesTags(), 20, 20).cell).toBe(0);
    const forty = bioesTags(Array.from({ length: 40 }, (_, i) => `TYPE${i}`));
    expect([matrixLayout(forty, 380, 340).cell, matrixLayout(forty, 800, 600).cell]).toEqual([0, 3]);
  });
});

test('in BIOES, an open entity must continue with its type', () => {
  const tags = bioesTags(['PER', 'LOC']);
  const { transitions } = illegalOf(tags);
  const at = (from: string, to: string) => transitions[tags.indexOf(from) * tags.length + tags.indexOf(to)];
  expect(at('B-PER', 'E-PER')).toBe(0);
  expect(at('B-PER', 'I-LOC')).toBe(1);
  expect(at('O', 'I-PER')).toBe(1);
});
