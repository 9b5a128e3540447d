import { describe, expect, test } from 'vitest';
import { inspectByName } from '../../../../test/app/tag-by-name.ts';
import type { RunConfig } from '../../../config/schema.ts';
import { trellisOf } from '../../../insight/trellis.ts';
import { sentenceOf } from '../../selectors/inside.ts';
import {
  clipped,
  emissionsCsv,
  explain,
  foldedNote,
  gridLayout,
  overruledNotes,
  probabilityText,
  scoreText,
  stagesOf,
  trellisCsv,
  trellisView,
} from './derive.ts';
import { accountCsv, accountRows, accountView } from './derive-account.ts';
import { networkCsv, networkRows } from './derive-network.ts';
import { comparison, decodedRows } from './derive-comparison.ts';

/** Angela and Merkel are each found on their own: S-PER S-PER. */
const inspection = inspectByName('Angela Merkel left Paris .');
const sentence = sentenceOf(inspection, 0);
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
});

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
    expect(rows.map(({ name }) => name)).toEqual(['tag', 'transition', 'emission', 'sum so far']);
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
});

test('the network has the shapes of this sentence', () => {
  const stages = stagesOf(inspection, sentence);
  expect(stages.find(({ id }) => id === 'emissions')?.shape).toEqual([5, sentence.tags.length]);
  expect(stages.find(({ id }) => id === 'characters')?.shape[0]).toBe('AngelaMerkelleftParis.'.length);
});

describe('the drawing of the network', () => {
  const trellis = trellisOf(sentence);
  const rowsOf = (config: Partial<RunConfig>, sizes: { inputs?: number } = {}) =>
    networkRows(stagesOf({ ...inspection, ...sizes, config: { ...inspection.config, ...config } }, sentence), trellis);

  test('leads from the characters of each token to its tag', () => {
    const rows = rowsOf({ charEncoder: 'cnn', cell: 'lstm', direction: 'both', hidden: 60, decoder: 'crf' });
    expect(rows.map(({ name }) => name)).toEqual([
      'characters',
      'char CNN',
      'vector',
      'joined',
      'LSTM →',
      'LSTM ←',
      'emissions',
      'CRF',
      'tags',
    ]);
    expect(rows[0]!.texts[0]).toBe('·Angela·');
    expect(rows[4]).toMatchObject({ kind: 'forward', stage: 'recurrent', texts: Array<string>(5).fill('60') });
    expect(rows[7]!.kind).toBe('bar'); // one path through all tokens
    expect(rows.at(-1)!.texts).toEqual(['S-PER', 'S-PER', 'O', 'S-LOC', 'O']);
  });

  test('shows the architecture: one direction, a GRU, softmax, documents, no characters', () => {
    const words = { inputs: inspection.config.wordDim };
    const rows = rowsOf(
      { charEncoder: 'none', cell: 'gru', direction: 'backward', decoder: 'softmax', hidden: 7 },
      words,
    );
    expect(rows.map(({ name }) => name)).toEqual(['vector', 'GRU ←', 'emissions', 'softmax', 'tags']);
    expect(rows[1]!.texts[0]).toBe('7');
    expect(rows[3]!.kind).toBe('boxes'); // each token independently
    expect(rowsOf({ context: 'document' }).map(({ name }) => name)).toContain('document');
  });

  test('as a file has the shape of each stage', () => {
    expect(networkCsv(stagesOf(inspection, sentence))).toMatch(/\nEmissions,5 x \d+,/);
  });
});

test('a note names a transition that outweighs an emission', () => {
  const emissions = sentence.emissions.slice();
  emissions[tagOf('I-PER')] = 4; // nothing starts with it
  const [note] = overruledNotes(trellisOf({ ...sentence, emissions }));
  expect(note).toEqual({
    token: 0,
    note: 'Angela: the emission of I-PER is 1.00 higher than that of S-PER, but START → I-PER is illegal.',
  });
});

test('softmax and CRF side by side', () => {
  const emissions = sentence.emissions.slice();
  emissions[tagOf('I-PER')] = 4;
  const { rows, note } = comparison(trellisOf({ ...sentence, emissions }));
  expect(rows.map(({ tags }) => tags[0])).toEqual(['I-PER', 'S-PER']);
  expect(rows[0]!.broken).toEqual([0, 1]);
  const [tags, probabilities] = decodedRows(rows);
  expect(tags!.cells.map(({ text }) => text)).toEqual(rows[0]!.tags);
  expect([tags!.name, probabilities!.name]).toEqual(['Softmax', 'p']);
  expect(note).toBe('With softmax, START → I-PER, I-PER → S-PER break the tag scheme. 1 of 5 tokens gets another tag.');
});

test('files have a row for each token, cell or step', () => {
  expect(emissionsCsv(sentence).split('\n')).toHaveLength(1 + 5 + 1);
  const view = trellisView(sentence, 'viterbi', undefined);
  const rows = trellisCsv(view).split('\n');
  expect(rows[0]).toBe('token,tag,emission,best,from,on_path');
  expect(rows).toHaveLength(1 + 5 * sentence.tags.length + 1);
  expect(trellisCsv(trellisView(sentence, 'forward', undefined))).toMatch(/^token,tag,emission,alpha,beta,on_path\n/);
  expect(accountCsv(sentence, accountView(view.trellis, undefined)).split('\n')).toHaveLength(1 + 6 + 1);
});

test('columns are as wide as possible, and never too narrow to read', () => {
  expect(gridLayout(5, 10, 1000, 20).column).toBe(120);
  expect(gridLayout(5, 10, 436, 20)).toMatchObject({ column: 60, width: 76 + 5 * 60 });
  expect(gridLayout(5, 10, 436, 20, 6).width).toBe(436); // it still fits with END
  expect(gridLayout(40, 10, 1000, 20)).toMatchObject({ column: 58, width: 76 + 40 * 58 });
  expect(clipped('internationalisation', 58)).toBe('interna…');
  expect(clipped('Oslo', 58)).toBe('Oslo');
});

test('numbers are formatted', () => {
  expect([scoreText(-1.234), scoreText(0.001), scoreText(-Infinity)]).toEqual(['−1.23', '0.00', '−∞']);
  expect([0, 0.00001, 0.5, 0.99999, 1].map(probabilityText)).toEqual(['0', '1.0e−5', '0.5000', '> 0.9999', '1.0000']);
});
