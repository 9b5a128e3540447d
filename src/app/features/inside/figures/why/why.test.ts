import { describe, expect, test } from 'vitest';
import { attributeByName } from '../../../../../../test/app/tag-by-name.ts';
import { whyTable, whyView } from './why.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';

const query = { text: 'Angela Merkel left Paris .', sentence: 0, token: 0, tag: undefined };
const attribution = attributeByName(query);

describe('why this tag', () => {
  test('names the entity, or the requested tag', () => {
    expect(whyView(attribution).target).toBe('PER “Angela Merkel”');
    expect(whyView(attributeByName({ ...query, token: 2 })).target).toBe('O of “left”');
  });

  test('has the exact change beside the gradient estimate', () => {
    const { rows, probability } = whyView(attribution);
    expect(probability).toBe('0.9700');
    expect(rows.map(({ name, cells }) => [name, cells[0]!.text])).toEqual([
      ['left out', '−0.50'],
      ['p without', '0.5883'],
      ['gradient', '−0.50'],
      ['· vector', '−0.50'],
      ['· letters', '0.00'],
    ]);
  });

  test('has the contributions of further inputs, and states what an encoder still knows', () => {
    const words = attribution.words.map((word) => ({ ...word, featureEstimate: 0.25 }));
    const view = whyView({ ...attribution, words, inputs: { network: true, features: false, encoder: true } });
    expect(view.rows.map(({ name, cells }) => [name, cells[0]!.text]).slice(2)).toEqual([
      ['gradient', '−0.25'],
      ['· vector', '−0.50'],
      ['· letters', '0.00'],
      ['· others', '+0.25'],
    ]);
    const heads = whyTable({
      ...attribution,
      words,
      inputs: { network: true, features: false, encoder: true },
    }).columns;
    expect(heads.filter(({ head }) => head !== undefined)).toHaveLength(1 + view.rows.length);
    expect(view.limits).toMatch(/^The encoder reads the whole sentence/);
    expect(whyView(attribution).limits).toBeUndefined();
  });

  test('names the most important other word, and the words that change the path', () => {
    const words = attribution.words.with(3, {
      ...attribution.words[3]!,
      logProbabilityWithout: Math.log(0.2),
      flipsTo: ['O', 'S-PER'],
    });
    const view = whyView({ ...attribution, words });
    expect(view.summary).toBe('Of the other words “Paris” matters most: without it p is 0.2000.');
    expect(view.flips).toEqual([{ token: 3, note: 'Without “Paris”, Angela Merkel becomes O S-PER.' }]);
    expect(csvOf(whyTable({ ...attribution, words })).split('\n')[4]).toMatch(/^Paris,-1\.57.*,O S-PER$/);
  });
});
