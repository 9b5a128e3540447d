import { describe, expect, test } from 'vitest';
import { spellingByName } from '../../../../../../test/app/tag-by-name.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';
import { charactersTable, encoderNote, scaledActivations, trigramAt, variantsTable, winnerText } from './characters.ts';

const text = 'Angela Merkel left Paris .';

describe('characters', () => {
  const spelling = spellingByName({ text, sentence: 0, token: 1, spelling: undefined });
  const [filter] = spelling.filters;

  test('a window begins before the word and ends after it', () => {
    expect([0, 1, 5].map((p) => trigramAt(spelling.characters, p))).toEqual(['·Me', 'Mer', 'el·']);
    expect(winnerText(spelling.characters, filter!)).toBe('“rke”, +2.50 σ');
  });

  test('activations are scaled from the weakest to the strongest in the word', () => {
    expect(scaledActivations(filter!)[3]).toBe(1);
    expect(scaledActivations(filter!)[0]).toBe(0);
    expect(scaledActivations({ ...filter!, responses: new Float32Array(2) })).toEqual([1, 1]);
  });

  test('spellings have their tags, and the file contains the whole figure', () => {
    const { columns, rows } = variantsTable(spelling);
    expect(columns.map(({ text }) => text!(rows[1]!))).toEqual([
      'merkel',
      'lower case',
      '0.50',
      'unknown word',
      'PER',
      '.97',
    ]);
    expect(csvOf(charactersTable(spelling)).split('\n')).toEqual(
      expect.arrayContaining(['filter,7,rke,2.5000,,', 'spelling,MERKEL,upper case,0.5000,PER,0.9700']),
    );
    expect(encoderNote({ ...spelling, encoder: 'none' })).toMatch(/reads no characters/);
  });
});
