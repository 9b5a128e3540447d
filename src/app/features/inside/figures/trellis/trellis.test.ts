import { describe, expect, test } from 'vitest';
import { inspectByName } from '../../../../../../test/app/tag-by-name.ts';
import { trellisOf } from '../../../../../insight/trellis.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';
import { sentenceOf } from '../../inspected.ts';
import { explain, foldedNote, trellisTable, trellisView } from './trellis.ts';

/** Angela and Merkel are each found on their own: S-PER S-PER. */
const sentence = sentenceOf(inspectByName('Angela Merkel left Paris .'), 0);
const tagOf = (name: string) => sentence.tags.indexOf(name);

describe('the trellis', () => {
  const view = trellisView(sentence, 'viterbi', undefined);

  test('ends with the backtrack; the forward algorithm ends with log Z', () => {
    expect([view.step, view.last]).toEqual([6, 6]);
    expect(trellisView(sentence, 'forward', undefined).last).toBe(5);
    expect(trellisView(sentence, 'viterbi', 99).step).toBe(6);
  });

  test('a step is explained at the tag of the path, or at the chosen one', () => {
    const first = trellisView(sentence, 'viterbi', 0);
    expect(explain(first, undefined)).toMatchObject({ name: 'best(Angela, S-PER)', value: 3, emission: 3 });
    expect(explain(first, undefined).candidates).toMatchObject([{ from: undefined, transition: 0, total: 3 }]);
    const second = explain(trellisView(sentence, 'viterbi', 1), undefined);
    expect(second).toMatchObject({ name: 'best(Merkel, S-PER)', value: 6 });
    expect(second.sentence).toMatch(/^Merkel, S-PER: 6\.00 from S-PER, ahead of /);
    expect(explain(trellisView(sentence, 'viterbi', 1), tagOf('O')).name).toBe('best(Merkel, O)');
  });

  test('at END the values are the score of the path, and log Z', () => {
    expect(explain(view, undefined)).toMatchObject({ name: 'score of the best path', value: 15 });
    const end = explain(trellisView(sentence, 'forward', undefined), undefined);
    expect(end.name).toBe('log Z');
    expect(end.value).toBeCloseTo(trellisOf(sentence).lattice.logPartition, 10);
  });

  test('states how many tags are folded, and why', () => {
    const folded = { ...view, folded: [1, 2] };
    expect(foldedNote(folded)).toBe('2 tags folded: no path through them weighs 1/1000 of the best.');
    expect(foldedNote({ ...view, folded: [] })).toBeUndefined();
  });

  test('as a file has a row for each cell', () => {
    const rows = csvOf(trellisTable(view)).split('\n');
    expect(rows[0]).toBe('token,tag,emission,best,from,on_path');
    expect(rows).toHaveLength(1 + 5 * sentence.tags.length + 1);
    expect(rows).toContain('Angela,I-PER,0,-Infinity,START,0'); // no legal path begins there
    expect(csvOf(trellisTable(trellisView(sentence, 'forward', undefined)))).toMatch(
      /^token,tag,emission,alpha,beta,on_path\n/,
    );
  });
});
