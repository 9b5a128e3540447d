import { expect, test } from 'vitest';
import { entitiesOf } from '../../../../test/helpers/read-text.ts';
import { readCorpus } from '../read-corpus.ts';
import { openCorpus } from './open-corpus.ts';

test.each([
  [
    'training data of spaCy 2',
    `# data\nTRAIN_DATA = [\n  ('Ada left Ribe.', {'entities': [(0, 3, 'PER'), (9, 13, 'LOC')]}),\n  ("It's raining.", {'entities': []}),\n]\n`,
    'train.py',
  ],
  [
    'a list of tuples',
    `[("Ada left Ribe.", {"entities": [(0, 3, "PER"), (9, 13, "LOC")]}), ("It's raining.", {})]`,
    'data.txt',
  ],
  [
    'a list of dictionaries',
    `[{'text': 'Ada left Ribe.', 'entities': [(0, 3, 'PER'), (9, 13, 'LOC')]}, {'text': "It's raining.", 'entities': []}]`,
    'data.json',
  ],
  [
    'a list of pairs in each line',
    `[('Ada', 'B-PER'), ('left', 'O'), ('Ribe', 'B-LOC'), ('.', 'O')]\n[("It's", 'O')]\n`,
    'data.txt',
  ],
])('%s in Python', async (_, text, name) => {
  const file = await openCorpus(new File([text], name));
  const corpus = readCorpus(file.name, new Uint8Array(await file.arrayBuffer()));
  expect(corpus.sentences.map(({ tokens }) => tokens.join(' '))[0]).toBe('Ada left Ribe .');
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Ribe']);
});
