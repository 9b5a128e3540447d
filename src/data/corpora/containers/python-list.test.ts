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
  [
    'a dictionary with tokens in each line',
    `{'tokens': ['Ada', 'left', 'Ribe', '.'], 'tags': ['B-PER', 'O', 'B-LOC', 'O']}\n{'tokens': ["It's"], 'tags': ['O']}\n`,
    'data.txt',
  ],
  [
    'a dictionary with a text in each line',
    `{'text': 'Ada left Ribe.', 'entities': [(0, 3, 'PER'), (9, 13, 'LOC')]}\n{'text': "It's raining.", 'entities': []}\n`,
    'data.txt',
  ],
  [
    'a list below imports',
    `import spacy\nfrom spacy import util\n\nDATA = [("Ada left Ribe.", {"entities": [(0, 3, "PER"), (9, 13, "LOC")]})]\n`,
    'data.py',
  ],
  [
    'a list with comments',
    `# it's "old"\nDATA = [ # texts\n  # (1)\n  ("Ada left Ribe.", {"entities": [(0, 3, "PER"), (9, 13, "LOC")]}), # Ada's\n  ('It is # 2.', {}),\n]\n# the end\n`,
    'data.py',
  ],
  [
    'a list in the line after its name',
    `DATA = \\\n[\n  ("Ada left Ribe.", {"entities": [(0, 3, "PER"), (9, 13, "LOC")]}),\n]\n`,
    'data.py',
  ],
  [
    'dictionaries with comments',
    `{'text': 'Ada left Ribe.', 'entities': [(0, 3, 'PER'), (9, 13, 'LOC')]} # 1\n{'text': "It's", 'entities': []} # 2\n`,
    'data.txt',
  ],
])('%s in Python', async (_, text, name) => {
  const file = await openCorpus(new File([text], name));
  const corpus = readCorpus(file.name, new Uint8Array(await file.arrayBuffer()));
  expect(corpus.sentences.map(({ tokens }) => tokens.join(' '))[0]).toBe('Ada left Ribe .');
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Ribe']);
});

const LIST = `[('Ada left Ribe.', {'entities': [(0, 3, 'PER')]})]`;

test.each([
  ['two lists', `TRAIN = ${LIST}\nTEST = ${LIST}\n`],
  ['code behind the list', `DATA = ${LIST}\nprint(len(DATA))\n`],
])('Python with %s is refused, with the remedy, and left as it is to tag', async (_, text) => {
  const file = new File([text], 'data.txt');
  await expect(openCorpus(file)).rejects.toThrow('Save the data as JSON, in Python with json.dump');
  expect(await openCorpus(file, true)).toBe(file);
});
