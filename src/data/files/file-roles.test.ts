import { expect, test } from 'vitest';
import { rolesOf } from './file-roles.ts';

test.each([
  ['eng.train', 'train'],
  ['eng.testa', 'dev'],
  ['eng.testb', 'test'],
  ['train.txt', 'train'],
  ['de_dev-2.conllu', 'dev'],
  ['test2.conll', 'test'],
  ['validation.jsonl', 'dev'],
  ['training_set.conll', 'train'],
  ['devanagari.train.conll', 'train'],
  ['attested-train.txt', 'train'],
  ['latest.conll', 'default'],
  ['contest.conll', 'default'],
  ['übertrain.conll', 'default'],
])('%s: %s', (name, expected) => {
  const alone = rolesOf([name], false)[0];
  const besideTraining = rolesOf([name], true)[0];
  expect(expected === 'default' ? ['train', 'test'] : [expected, expected]).toEqual([alone, besideTraining]);
});

test('files without a role in their names share one', () => {
  const letters = ['letter1.conll', 'letter2.conll'];
  expect(rolesOf(letters, false)).toEqual(['train', 'train']);
  expect(rolesOf([...letters, 'more.dev.conll'], false)).toEqual(['train', 'train', 'dev']);
  expect(rolesOf([...letters, 'all.train.conll'], false)).toEqual(['test', 'test', 'train']);
  expect(rolesOf(letters, true)).toEqual(['test', 'test']);
});

test('folders count where names do not tell', () => {
  expect(rolesOf(['train/data.txt', 'dev/data.txt', 'test/train.txt'], false)).toEqual(['train', 'dev', 'train']);
});
