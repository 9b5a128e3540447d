import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecimalScanner } from './decimal.ts';

const encoder = new TextEncoder();

/** The numbers of a line, up to the first that is not a number, which is NaN. */
function scan(text: string): number[] {
  const bytes = encoder.encode(text);
  const scanner = new DecimalScanner();
  scanner.reset(bytes, 0, bytes.length);
  const values: number[] = [];
  while (!scanner.atEnd()) {
    const value = new Float64Array(1);
    if (scanner.read(value) === 0) return [...values, NaN];
    values.push(value[0]!);
  }
  return values;
}

const digits = (most: number) =>
  fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'), minLength: 1, maxLength: most });
const exponent = fc.tuple(fc.constantFrom('', 'e', 'E'), fc.constantFrom('', '+', '-'), fc.nat(40));
const decimal = fc
  .tuple(fc.constantFrom('', '-', '+'), digits(20), fc.constantFrom('', '.'), fc.option(digits(20)), exponent)
  .map(([sign, whole, point, fraction, [e, power, value]]) => {
    const mantissa = point === '' ? whole : `${whole}.${fraction ?? ''}`;
    return `${sign}${mantissa}${e === '' ? '' : `${e}${power}${value}`}`;
  });

describe('DecimalScanner', () => {
  it('equals Number, bit for bit, for all decimals that are finite as float32', () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 5 }), (texts) => {
        const held = texts.filter((text) => Number.isFinite(Math.fround(Number(text))));
        expect(scan(held.join(' '))).toEqual(held.map(Number)); // toEqual distinguishes -0 from 0
      }),
      { numRuns: 1000 },
    );
  });

  it('equals Number for the shortest text of any float and double', () => {
    fc.assert(
      fc.property(
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ min: -1e38, max: 1e38, noNaN: true }),
        (float, double) => {
          expect(scan(`${float} ${double} ${double.toFixed(6)} ${double.toExponential(8)}`)).toEqual([
            Number(`${float}`),
            Number(`${double}`), // the text of -0 is 0
            Number(double.toFixed(6)),
            Number(double.toExponential(8)),
          ]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('accepts tabs and runs of separators', () => {
    expect(scan(' 1\t-2.5  .5 ')).toEqual([1, -2.5, 0.5]);
  });

  it('returns how many numbers it read', () => {
    const bytes = encoder.encode('1 2 x 4');
    const scanner = new DecimalScanner();
    const values = new Float32Array(4);
    scanner.reset(bytes, 0, bytes.length);
    expect(scanner.read(values)).toBe(2);
    expect(values).toEqual(Float32Array.of(1, 2, 0, 0));
    scanner.reset(bytes, 0, 3); // a part of the line
    expect(scanner.read(values)).toBe(2);
  });

  it.each([
    'abc',
    '1a',
    '.',
    '-',
    '1e',
    '1e+',
    '0x10',
    '1_000',
    'nan',
    'inf',
    '-Infinity',
    '1e39',
    '1,5',
    '--1',
    '1.2.3',
  ])('rejects %j', (text) => {
    expect(scan(`7 ${text} 7`)).toEqual([7, NaN]);
  });
});
