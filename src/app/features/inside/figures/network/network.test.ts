import { describe, expect, test } from 'vitest';
import { inspectByName } from '../../../../../../test/app/tag-by-name.ts';
import { trellisOf } from '../../../../../insight/trellis.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';
import { sentenceOf } from '../../inspected.ts';
import type { RunConfig } from '../../../../../config/schema.ts';
import { networkRows, networkTable, stagesOf } from './network.ts';

/** Angela and Merkel are each found on their own: S-PER S-PER. */
const inspection = inspectByName('Angela Merkel left Paris .');
const sentence = sentenceOf(inspection, 0);

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
    expect(csvOf(networkTable(stagesOf(inspection, sentence)))).toMatch(/\nEmissions,5 x \d+,/);
  });
});
