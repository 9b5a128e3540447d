import { describe, expect, test } from 'vitest';
import { gatesByName, occurrencesByName, spellingByName } from '../../../../test/app/tag-by-name.ts';
import {
  scaledActivations,
  charactersCsv,
  encoderNote,
  trigramAt,
  variantRows,
  winnerText,
} from './derive-characters.ts';
import { gatesCsv, insideRows, placeOf, sumText, unitChoices, unitRows } from './derive-gates.ts';
import { documentCsv, documentView } from './derive-document.ts';

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
    expect(variantRows(spelling)[1]).toEqual(['merkel', 'lower case', '0.50', 'unknown word', 'PER', '.97']);
    expect(charactersCsv(spelling).split('\n')).toEqual(
      expect.arrayContaining(['filter,7,rke,2.5000,,', 'spelling,MERKEL,upper case,0.5000,PER,0.9700']),
    );
    expect(encoderNote({ ...spelling, encoder: 'none' })).toMatch(/reads no characters/);
  });
});

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
    expect(gatesCsv(gates).split('\n')[3]).toBe('backward,0,forget,0.5000,0.5000,0.5000,0.5000,0.5000');
  });
});

describe('the same word elsewhere', () => {
  const asked = { text: 'Merkel met Kohl in Bonn. Then Merkel left.', sentence: 0, token: 0, tag: 0 };

  test('is shown in its context, clipped if there is no room', () => {
    const { summary, lines } = documentView(occurrencesByName(asked), 6);
    expect(summary).toBe('“Merkel”: another occurrence, which adds +0.50 to the emission of O, 3.00 in all.');
    expect(lines.map(({ before, word, after, share }) => [before, word, after, share])).toEqual([
      ['… Then', 'Merkel', 'left .', '100 %'],
    ]);
    expect(documentView(occurrencesByName(asked), 3).lines).toMatchObject([{ before: '…en', after: 'le…' }]);
    expect(documentCsv(occurrencesByName(asked)).split('\n')[1]).toBe(
      '1,8,1.000000,Merkel met Kohl in Bonn . Then Merkel left .,O,0.500000',
    );
  });

  test('a word that occurs once keeps its state', () => {
    const { summary, lines } = documentView(occurrencesByName({ ...asked, token: 2 }), 5);
    expect([summary, lines]).toEqual(['“Kohl” has no other occurrence to attend to: its state does not change.', []]);
  });

  test('belongs to the emission', () => {
    const gates = gatesByName({ ...asked, unit: 0 });
    expect(sumText({ ...gates, sum: { ...gates.sum, document: 0.5 } })).toContain(
      '+ 0.50 from the same word elsewhere',
    );
  });
});
