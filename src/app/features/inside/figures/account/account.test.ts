import { describe, expect, test } from 'vitest';
import { inspectByName } from '../../../../../../test/app/tag-by-name.ts';
import { trellisOf } from '../../../../../insight/trellis.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';
import { sentenceOf } from '../../inspected.ts';
import { accountRows, accountView } from './account.ts';
import { termsTable } from './AccountFigure.tsx';

/** Angela and Merkel are each found on their own: S-PER S-PER. */
const sentence = sentenceOf(inspectByName('Angela Merkel left Paris .'), 0);
const tagOf = (name: string) => sentence.tags.indexOf(name);

describe('the account', () => {
  const trellis = trellisOf(sentence);

  test('shows the best path until another tagging is chosen', () => {
    const { tagging, summary, forbidden } = accountView(trellis, undefined);
    expect(tagging).toEqual([...trellis.path]);
    expect(summary[0]).toEqual({ label: 's(x, y)', value: '15.00' });
    expect(forbidden).toBeUndefined();
    expect(accountView(trellis, [0]).tagging).toEqual(tagging); // the tagging belongs to another sentence
  });

  test('is drawn term by term: the last sum is the score', () => {
    const { account } = accountView(trellis, undefined);
    const rows = accountRows(sentence, account);
    expect(rows.map(({ name }) => name)).toEqual(['tag', 'transition', 'emission', 'sum']);
    expect(rows.map(({ cells }) => cells.length)).toEqual([6, 6, 6, 6]);
    expect(rows[0]!.cells.map(({ text }) => text)).toEqual(['S-PER', 'S-PER', 'O', 'S-LOC', 'O', '']);
    expect(rows[3]!.cells.at(-1)!.text).toBe('15.00');
    const illegal = accountView(trellis, [tagOf('I-PER'), ...trellis.path.slice(1)]).account;
    expect(accountRows(sentence, illegal)[3]!.cells[0]!.text).toBe('−∞');
  });

  test('explains why the probability of an illegal tagging is 0', () => {
    const illegal = accountView(trellis, [tagOf('I-PER'), ...trellis.path.slice(1)]);
    expect(illegal.forbidden).toBe('p = 0: the tag scheme forbids START → I-PER, I-PER → S-PER.');
    expect(illegal.summary.map(({ value }) => value)).toEqual(['−∞', expect.any(String), '−∞', '0', '∞']);
  });

  test('as a file has a row for each term', () => {
    const file = csvOf(termsTable({ trellis, view: accountView(trellis, undefined) })).split('\n');
    expect(file).toHaveLength(1 + 6 + 1);
    expect(file[0]).toBe('token,step,transition,emission,illegal');
    expect(file.at(-2)).toBe('END,O → END,0.0000,,0');
    const forbidden = accountView(trellis, [tagOf('I-PER'), ...trellis.path.slice(1)]);
    expect(csvOf(termsTable({ trellis, view: forbidden })).split('\n')[1]).toMatch(
      /START → I-PER,-Infinity,[\d.-]+,1$/,
    );
  });
});
