import { describe, expect, test } from 'vitest';
import { gatesByName } from '../../../../../../test/app/tag-by-name.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';
import { gatesTable, insideRows, placeOf, sumText, unitChoices, unitRows } from './gates.ts';

const text = 'Angela Merkel left Paris .';

describe('gates', () => {
  const gates = gatesByName({ text, sentence: 0, token: 3, tag: 0, unit: 1 });

  test('the emission is a sum of both directions', () => {
    expect(sumText(gates)).toBe('3.00 = 1.00 bias + 1.00 from the words up to here + 1.00 from the words from here on');
  });

  test('units have a name and a position', () => {
    expect(unitRows(gates).map(({ name }) => name)).toEqual(['→ 0', '← 0']);
    expect(unitChoices(gates.hidden, ...gates.directions)).toEqual([
      { value: '0', label: '→ 0' },
      { value: '1', label: '← 0' },
    ]);
    expect(placeOf(gates)).toBe('1');
  });

  test('gates are darker the more they are open, states the farther they are from 0', () => {
    const [forget, output] = insideRows(gates);
    expect([forget!.cells[0], output!.cells[0]]).toEqual([
      { value: 0.5, text: '0.50', opacity: 0.4 },
      { value: -0.5, text: '−0.50', opacity: 0.4 },
    ]);
    expect(csvOf(gatesTable(gates, [...unitRows(gates), ...insideRows(gates)])).split('\n')[3]).toBe(
      'backward,0,forget,0.5000,0.5000,0.5000,0.5000,0.5000',
    );
  });

  test('the same word elsewhere belongs to the emission', () => {
    const found = gatesByName({
      text: 'Merkel met Kohl in Bonn. Then Merkel left.',
      sentence: 0,
      token: 0,
      tag: 0,
      unit: 0,
    });
    expect(sumText({ ...found, sum: { ...found.sum, document: 0.5 } })).toContain(
      '+ 0.50 from the same word elsewhere',
    );
  });
});
