import { describe, expect, test } from 'vitest';
import { PRESETS } from '../config/presets.ts';
import { FIELD_NAMES } from '../config/schema.ts';
import { configProblems } from '../config/validate.ts';
import { defaultRanges, parseRange, rangeText } from './ranges.ts';

test.each(PRESETS.map(({ id, config }) => [id, config] as const))(
  '%s: every value of the default ranges is allowed, and none is of the search itself',
  (_, start) => {
    const ranges = defaultRanges(start);
    for (const name of FIELD_NAMES) {
      const range = ranges[name];
      if (range === undefined) continue;
      const ends = range.kind === 'interval' ? [range.low, range.high] : range.values;
      for (const value of ends) expect(configProblems({ ...start, [name]: value })).toEqual([]);
      expect(parseRange(name, rangeText(range))).toEqual({ range }); // as the help prints it
    }
    expect(Object.keys(ranges)).not.toContain('epochs');
  },
);

describe('a range as text', () => {
  test('an interval that spans a factor of ten is log-uniform', () => {
    expect(parseRange('learningRate', '0.0005..0.01')).toEqual({
      range: { kind: 'interval', low: 0.0005, high: 0.01, scale: 'log' },
    });
    expect(parseRange('dropoutInput', '0..0.5')).toMatchObject({ range: { scale: 'linear' } });
  });

  test('values have the type of their setting', () => {
    expect(parseRange('batchSize', '8, 16')).toEqual({ range: { kind: 'values', values: [8, 16] } });
    expect(parseRange('lowercase', 'true,false')).toEqual({ range: { kind: 'values', values: [true, false] } });
    expect(parseRange('cell', 'lstm,gru')).toEqual({ range: { kind: 'values', values: ['lstm', 'gru'] } });
  });

  test.each([
    ['epochs', '5..50', 'epochs is set by the search itself'],
    ['cell', 'lstm..gru', 'cell is not a number: expected values, as in lstm,gru,rnn'],
    ['dropoutInput', '0.5..0.1', 'expected two numbers from 0 to 0.95, the lower one first'],
    ['dropoutInput', '0..2', 'expected two numbers from 0 to 0.95, the lower one first'],
    ['batchSize', '8', 'expected at least two values, as in 1..512'],
    ['batchSize', '8,0', '0 is not a valid value: expected a whole number from 1 to 512'],
  ] as const)('%s=%s is refused', (name, text, problem) => {
    expect(parseRange(name, text)).toEqual({ problem });
  });
});
