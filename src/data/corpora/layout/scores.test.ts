import { expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';
import { describeReading } from '../describe-reading.ts';

const ROWS = [
  'Ada B-PER',
  'Brandt I-PER',
  'left O',
  '. O',
  '',
  'Harbour B-ORG',
  'Trust I-ORG',
  'fell O',
  '',
  'Lund B-LOC',
  '. O',
];

/** The rows as lines, with each tag made by `tagOf`. */
function written(tagOf: (tag: string, row: number) => string): string {
  const lines = ROWS.map((row, i) => row.replace(/ (.+)/, (_, tag: string) => `\t${tagOf(tag, i)}`));
  return `${lines.join('\n')}\n`;
}

test.each([
  ['of all tags', (tag: string, n: number) => `${tag}-0.${90 + n}`],
  ['of the tags of entities', (tag: string, n: number) => (tag === 'O' ? tag : `${tag}-0.${90 + n}`)],
  ['in parentheses', (tag: string, n: number) => `${tag}(0.${90 + n})`],
  ['behind a colon, also 1 and small ones', (tag: string, n: number) => `${tag}:${['1.0', '1e-5', '.5'][n % 3]}`],
  ['of many digits', (tag: string, n: number) => `${tag}/0.${String(n * 7919).padStart(9, '1')}`],
])('the probability at the end %s is taken off, and this is said', (_, scored) => {
  const corpus = readText(Array.from({ length: 150 }, (_, i) => written((tag, t) => scored(tag, 20 * i + t))).join('\n')); // prettier-ignore
  expect(describeReading(corpus)).toMatchObject({ entities: { PER: 150, ORG: 150, LOC: 150 }, scheme: 'BIO' });
  expect(corpus.problems.map(({ kind }) => kind)).toEqual(['scores']);
});

test.each(['PER-0.9', 'V2.0', 'X-7.5'])(
  'the number of %s is a part of the type if it is the same, or none from 0 to 1',
  (type) => {
    const corpus = readText(written((tag) => (tag === 'O' ? tag : `B-${type}`)));
    expect(Object.keys(describeReading(corpus).entities)).toEqual([type]);
  },
);
