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
  ['latest.conll', 'unsaid'],
  ['contest.conll', 'unsaid'],
  ['übertrain.conll', 'unsaid'],
])('%s is for %s', (name, expected) => {
  const alone = rolesOf([name], false)[0];
  const beside = rolesOf([name], true)[0];
  expect(expected === 'unsaid' ? ['train', 'test'] : [expected, expected]).toEqual([alone, beside]);
});

test('files that do not say what they are for go one way together', () => {
  const letters = ['letter1.conll', 'letter2.conll'];
  expect(rolesOf(letters, false)).toEqual(['train', 'train']);
  expect(rolesOf([...letters, 'more.dev.conll'], false)).toEqual(['train', 'train', 'dev']);
  expect(rolesOf([...letters, 'all.train.conll'], false)).toEqual(['test', 'test', 'train']);
  expect(rolesOf(letters, true)).toEqual(['test', 'test']);
});
