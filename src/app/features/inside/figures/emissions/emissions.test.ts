import { expect, test } from 'vitest';
import { inspectByName } from '../../../../../../test/app/tag-by-name.ts';
import { trellisOf } from '../../../../../insight/trellis.ts';
import { csvOf } from '../../../../../lib/table-csv.ts';
import { sentenceOf } from '../../inspected.ts';
import { emissionsTable, overruledNotes } from './emissions.ts';

/** Angela and Merkel are each found on their own: S-PER S-PER. */
const sentence = sentenceOf(inspectByName('Angela Merkel left Paris .'), 0);
const tagOf = (name: string) => sentence.tags.indexOf(name);

test('a note names a transition that outweighs an emission', () => {
  const emissions = sentence.emissions.slice();
  emissions[tagOf('I-PER')] = 4; // nothing starts with it
  const [note] = overruledNotes(trellisOf({ ...sentence, emissions }));
  expect(note).toEqual({
    token: 0,
    note: 'Angela: the emission of I-PER is 1.00 higher than that of S-PER, but START → I-PER is illegal.',
  });
});

test('the table has a row for each token', () => {
  expect(csvOf(emissionsTable(sentence)).split('\n')).toHaveLength(1 + 5 + 1);
});
