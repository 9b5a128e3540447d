import { describe, expect, test } from 'vitest';
import { occurrencesByName } from '../../../../../../test/app/tag-by-name.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';
import { documentTable, documentView } from './document.ts';

describe('the same word elsewhere', () => {
  const asked = { text: 'Merkel met Kohl in Bonn. Then Merkel left.', sentence: 0, token: 0, tag: 0 };

  test('is shown in its context, clipped if there is no room', () => {
    const { summary, lines } = documentView(occurrencesByName(asked), 6);
    expect(summary).toBe('“Merkel”: another occurrence, which adds +0.50 to the emission of O, 3.00 in all.');
    expect(lines.map(({ before, word, after, share }) => [before, word, after, share])).toEqual([
      ['… Then', 'Merkel', 'left .', '100%'],
    ]);
    expect(documentView(occurrencesByName(asked), 3).lines).toMatchObject([{ before: '…en', after: 'le…' }]);
    expect(csvOf(documentTable(occurrencesByName(asked))).split('\n')[1]).toBe(
      '1,8,1.000000,Merkel met Kohl in Bonn . Then Merkel left .,O,0.500000',
    );
  });

  test('a word that occurs once keeps its state', () => {
    const { summary, lines } = documentView(occurrencesByName({ ...asked, token: 2 }), 5);
    expect([summary, lines]).toEqual(['“Kohl” has no other occurrence to attend to: its state does not change.', []]);
  });
});
