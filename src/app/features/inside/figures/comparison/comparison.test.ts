import { expect, test } from 'vitest';
import { inspectByName } from '../../../../../../test/app/tag-by-name.ts';
import { trellisOf } from '../../../../../insight/trellis.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';
import { sentenceOf } from '../../inspected.ts';
import { comparison, comparisonTable, decodedRows, twoModels } from './comparison.ts';

const sentence = sentenceOf(inspectByName('Angela Merkel left Paris .'), 0);
const K = sentence.tags.length;
const tagOf = (name: string) => sentence.tags.indexOf(name);

/** With softmax, the second token is I-PER, which may not follow S-PER. */
function broken(decoder: 'softmax' | 'crf', name: string) {
  const emissions = sentence.emissions.slice();
  emissions[K + tagOf('I-PER')] = 4;
  return { name, config: { decoder }, trellis: trellisOf({ ...sentence, emissions }) };
}

const whole = { name: 'Run 1 (CRF)', config: { decoder: 'crf' as const }, trellis: trellisOf(sentence) };

test('each model is decoded as it was trained', () => {
  const { rows, note } = twoModels([whole, broken('softmax', 'Run 2 (softmax)')]);
  expect(rows.map(({ tags }) => tags[1])).toEqual(['S-PER', 'I-PER']);
  expect(rows.map((row) => row.broken)).toEqual([[], [1, 2]]);
  expect(note).toBe(
    'Run 1 (CRF): no step breaks the tag scheme. Run 2 (softmax): S-PER → I-PER, I-PER → O break the tag scheme. ' +
      'They differ at 1 of 5 tokens.',
  );
  expect(twoModels([whole, broken('crf', 'Run 2 (CRF)')]).rows[1]!.broken).toEqual([]);
});

test('both have the emissions of their tags', () => {
  const both = twoModels([whole, broken('softmax', 'Run 2 (softmax)')]);
  const row = both.emissions.find(({ name, model }) => name === 'I-PER' && model === 1);
  expect(row?.cells.map(({ value }) => value)).toEqual([0, 4, 0, 0, 0]);
  const csv = csvOf(comparisonTable(sentence.tokens, comparison(whole.trellis).rows, both)).split('\n');
  expect(csv[0]).toMatch(/^token,Softmax,Softmax probability,CRF,.*Run 2 \(softmax\) emission of I-PER/);
  expect(csv[2]).toMatch(/^Merkel,S-PER,/);
});

test('an illegal transition that occurs more than once is listed once', () => {
  const emissions = sentence.emissions.slice();
  for (const t of [1, 2, 3]) emissions[t * K + tagOf('B-PER')] = 9;
  const { note } = comparison(trellisOf({ ...sentence, emissions }));
  expect(note).toContain('With softmax, B-PER → B-PER (2 times), B-PER → O break the tag scheme.');
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
