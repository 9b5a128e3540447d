import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProblemLog } from '../files/problem-log.ts';
import { VectorCollector } from './collector.ts';
import { LineSplitter } from './line-splitter.ts';
import { loadRowModule, RowParser, TEXT_BYTES } from './row-parser.ts';

const module = (await loadRowModule())!;
const encoder = new TextEncoder();

interface Collected {
  error?: string;
  [what: string]: unknown;
}

/** Everything that is read from a text in chunks of `chunk` bytes. */
function collect(
  text: Uint8Array<ArrayBuffer>,
  chunk: number,
  options: { compactWords: number; module: WebAssembly.Module | undefined; wanted: ReadonlySet<string> },
): Collected {
  const problems = new ProblemLog('x.txt');
  const collector = new VectorCollector({ name: 'x.txt', problems, ...options });
  const splitter = new LineSplitter((bytes, start, end) => collector.addLines(bytes, start, end));
  try {
    for (let at = 0; at < text.length; at += chunk) splitter.push(text.slice(at, at + chunk));
    splitter.finish();
    collector.finish();
  } catch (error) {
    return { error: String(error) };
  }
  return {
    vectors: collector.vectors(),
    chunks: collector.takeLastChunks(),
    hashes: collector.index.hashes,
    starts: collector.starts,
    counts: [collector.lines, collector.words, collector.kept],
    layout: collector.layout,
    problems: problems.problems,
    more: problems.more,
  };
}

/** Compares the results with and without the module, bit for bit: `toEqual` distinguishes -0 from 0. */
function expectSame(text: string, chunk: number, wanted: readonly string[]): Collected {
  const bytes = encoder.encode(text);
  const options = { wanted: new Set(wanted) };
  const [scanned, parsed] = [0, Infinity].map((compactWords) => {
    const expected = collect(bytes, chunk, { ...options, compactWords, module: undefined });
    expect(collect(bytes, chunk, { ...options, compactWords, module })).toEqual(expected);
    return expected;
  });
  expect({ ...scanned, chunks: 0 }).toEqual({ ...parsed, chunks: 0 });
  return parsed!;
}

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: most });
const sign = fc.constantFrom('', '', '-', '-', '+');
const decimal = fc
  .tuple(sign, digits(20), fc.constantFrom('', '.'), digits(20), fc.constantFrom('', '', '', 'e-5', 'E+7', 'e22', 'e'))
  .map((parts) => parts.join(''));
const usual = fc
  .tuple(fc.constantFrom('', '-'), fc.integer({ min: 0, max: 99 }), digits(7))
  .map(([minus, whole, fraction]) => `${minus}${whole}.${fraction}`);
const tiny = fc
  .float({ noNaN: true, noDefaultInfinity: true, min: -Math.fround(1e-36), max: Math.fround(1e-36) })
  .map(String);
// prettier-ignore
const odd = fc.constantFrom(
  'nan', 'inf', '-Infinity', '1e400', '1e39', '-1e-400', '.5', '5.', '.', '-', '+1', '--1', '1.2.3', '0x10', '1,5',
  '9007199254740991', '9007199254740993', '123456789012345', '1234567890123456', '0.000000000000000000000001',
  '-0', '-0.0', '123456789', '-987654321', '-12345678', '1.23456789', '1-2', '1.5é', '0.1\u00A0', '\u0000', '1\r', '',
);
const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map(String);
const number = fc.oneof({ weight: 20, arbitrary: usual }, { weight: 3, arbitrary: float }, decimal, tiny, odd);
const word = fc.oneof(
  fc.constantFrom(
    'the',
    'of',
    'naïve',
    '東京',
    '𝔸',
    ',',
    '.',
    '1',
    '2.5',
    '. .',
    '\uFEFF',
    'a\u00A0b',
    'x\ry',
    '',
    '-',
  ),
  fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 3 }),
);
const blank = fc.oneof({ weight: 60, arbitrary: fc.constant(' ') }, fc.constantFrom('\t', '  ', ' \t', '\r', '\v'));
const ending = fc.oneof({ weight: 6, arbitrary: fc.constant('\n') }, fc.constantFrom('\r\n', ' \n', '\t \r\n', '\n\n'));

/** A line, usually with `dimensions` numbers. */
const line = (dimensions: number) =>
  fc
    .tuple(
      fc.constantFrom('', '', '', '', '', '', '', ' '),
      word,
      fc.array(fc.tuple(blank, number), { minLength: dimensions, maxLength: dimensions }),
      fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, -1, 1),
      ending,
    )
    .map(([before, name, numbers, more, after]) => {
      const fields = more < 0 ? numbers.slice(1) : more > 0 ? [...numbers, [' ', '7']] : numbers;
      return before + name + fields.flat().join('') + after;
    });
const text = fc
  .integer({ min: 1, max: 9 })
  .chain((dimensions) => fc.array(line(dimensions), { maxLength: 80, size: 'max' }))
  .map((lines) => lines.join(''));

test('equals the other parser, for any lines in any chunks', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 400 }), fc.boolean(), (text, chunk, isTrimmed) => {
      expectSame(isTrimmed ? text.trimEnd() : text, chunk, [
        'the',
        'of',
        'naïve',
        '東京',
        '1',
        'x\ry',
        'a',
        'b',
        'c',
        '. .',
      ]);
    }),
    { numRuns: 400 },
  );
});

test('equals the other parser, for any numbers on lines of the same length', () => {
  const rows = fc.array(fc.array(fc.oneof(usual, float, tiny), { minLength: 37, maxLength: 37 }), {
    minLength: 21,
    maxLength: 30,
  });
  fc.assert(
    fc.property(rows, (rows) => {
      const { counts } = expectSame(rows.map((row, i) => `w${i} ${row.join(' ')}\n`).join(''), 5000, ['w3', 'w25']);
      expect(counts).toEqual([rows.length, rows.length, rows.length > 25 ? 2 : 1]);
    }),
    { numRuns: 50 },
  );
});

test('removes duplicate words from the middle of parsed rows', () => {
  const lines = Array.from({ length: 9000 }, (_, i) => `w${i % 11 === 5 ? i - 4 : i} ${i} -${i}.5 0.25\n`);
  const { counts, problems, more } = expectSame(lines.join(''), 1 << 16, ['w1', 'w8998']);
  expect(counts).toEqual([9000, 9000 - 818, 2]);
  expect((problems as unknown[]).length + Number(more)).toBe(818);
});

test('reads lines across pieces, and lines longer than a piece', () => {
  const long = (name: string) => `${name}${' -0.5000000000000 12.0000000000'.repeat(TEXT_BYTES / 31)}\n`;
  expectSame([...'abcdefghijklmnopqrstuvw'].map(long).join(''), 1 << 20, ['c', 'v']);
  const short = Array.from({ length: 20_000 }, (_, i) => `word${i} ${i} ${-i / 8}\n`);
  expectSame(short.join(''), 300_001, ['word7777']);
});

test('parses usual numbers', () => {
  const forms = [
    '0.25',
    '-1',
    '+1',
    '.5',
    '-5.',
    '1e3',
    '-2.5E-3',
    '0.00012345678901',
    '9007199254740991',
    '-0',
    '123456789',
    '0.00000001',
    '-87654321',
    '-.12345678',
    '-1.2345678',
    '123456789.5',
  ];
  const parser = new RowParser(module, 2);
  const lines = forms.map((form, i) => `w${i} ${form}\t7${['\n', '\r\n', ' \n', '\t\r\n'][i % 4]}`);
  parser.load(encoder.encode(lines.join('')));
  expect(parser.parse(0)).toBe(forms.length);
  expect(parser.endOf(1)).toBe(lines[0]!.length + lines[1]!.length);
  expect(parser.values.subarray(0, 2 * forms.length)).toEqual(Float32Array.from(forms.flatMap((form) => [+form, 7])));
});

test('scans usual numbers', () => {
  const forms = ['0.25', '-1', '.5', '-.5', '12345678901234', '0.0000000000000000000000000001', '00.0000000000000000'];
  const parser = new RowParser(module, 3);
  const lines = forms.map((form, i) => `w${'x'.repeat(i)} ${form}\t7 ${form}${['\n', '\r\n', ' \n', '\t\r\n'][i % 4]}`);
  parser.load(encoder.encode(lines.join('')));
  expect(parser.scan(0)).toBe(forms.length);
  expect(parser.endOf(forms.length - 1)).toBe(lines.join('').length);
});

test.each([
  'a 1\nb',
  'a 1\n2\n',
  'a 1\v2\n',
  'a 1 2\v\n',
  'a 1 \u00A0\n',
  'a 1 x\n',
  'a 1e\n',
  'a 1e400 1\n',
  'a 1.0000000596046449 1\n', // rounding to a double before the division would give the lower of two floats
  '\n',
  ' 1 1\n',
  'a 1',
  'a 1 1',
  '. . 1 1\n',
])('parse stops at %j', (text) => {
  const parser = new RowParser(module, 2);
  parser.load(encoder.encode('w 1 2\nrest of the text before: 1 2\n3 4\n'));
  parser.load(encoder.encode(`w 3 4\n${text}`));
  expect(parser.parse(0)).toBe(1);
});

test.each([
  'a 1\nb',
  'a 1\n2\n',
  'a 1\v2\n',
  'a 1 \n',
  'a 1 2 3\n',
  'a 1  2\n',
  'a 1 2  \n',
  'a 1 2\v\n',
  'a 1 2\rb\n',
  'a 1 x\n',
  'a 1 2e3\n',
  'a 1 +2\n',
  'a 1 -\n',
  'a . 1\n',
  'a 1. 1\n',
  'a 1.2.3 1\n',
  'a 1.0000000000000000000000000000000000.3 1\n',
  'a 1-2 1\n',
  'a --1 1\n',
  `a 1${'0'.repeat(40)} 1\n`,
  '\n',
  ' 1 1\n',
  'a 1',
  'a 1 1',
  '. . 1 1\n',
])('scan stops at %j', (text) => {
  const parser = new RowParser(module, 2);
  parser.load(encoder.encode('w 1 2\nrest of the text before: 1 2\n3 4\n'));
  parser.load(encoder.encode(`w 3 4\n${text}`));
  expect(parser.scan(0)).toBe(1);
});

test('parseLine leaves the text unchanged', () => {
  const parser = new RowParser(module, 2);
  parser.load(encoder.encode('w 1 2\nv 3 4\nu 1.00000000000000000 6\nt 7 8\n'));
  expect(parser.parseLine(6, 12)).toBe(true);
  expect(parser.values.subarray(0, 2)).toEqual(Float32Array.of(3, 4));
  expect(parser.parseLine(12, 36)).toBe(false);
  expect(parser.scan(0)).toBe(4); // all lines are still in memory
});
