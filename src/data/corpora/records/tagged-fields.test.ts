import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';
import { hasListCells, listTableToJson } from '../containers/list-table.ts';
import { taggedFieldsOf } from './tagged-fields.ts';

test.each([
  ['reviews with a score', [{ text: 'Good and cheap', score: '5' }, { text: 'Bad', score: '1' }, { text: 'So so it is', score: '3' }]],
  ['tickets with categories', [{ subject: 'No login today', tags: 'login,web' }, { subject: 'Slow web', tags: 'web' }]],
  ['sentences with their translation', [{ en: 'The dog is here', de: 'Der Hund ist da' }, { en: 'I run', de: 'Ich renne' }]],
  ['words with their frequencies', [{ words: ['a', 'b', 'c'], counts: ['1', '0', '0'] }, { words: ['a', 'd'], counts: ['0', '1'] }]],
  ['words with their parts of speech', [{ words: ['Dogs', 'run', '.'], pos: ['NOUN', 'VERB', 'PUNCT'] }, { words: ['Cats', 'run', 'off', '.'], pos: ['NOUN', 'VERB', 'ADV', 'PUNCT'] }]],
  ['entities in objects', [{ text: 'Ada and Bo left Varde in May.', found: [{ text: 'Ada', label: 'PER' }, { text: 'Bo', label: 'other' }, { text: 'May', label: 'other' }] }]],
  ['several categories of one ticket', [{ ticket: 'Slow web', topics: 'billing, login' }, { ticket: 'No login', topics: 'other' }, { ticket: 'It is so', topics: 'login, other' }, { ticket: 'Down', topics: 'other' }]],
  ['a table of units', [{ name: 'Sweat index', unit: 'numeric NONE' }, { name: 'Wind', unit: 'NONE' }, { name: 'Rain', unit: 'NONE' }]],
  ['encoded bytes', [{ words: 'uhZP/AAAA/O/AAAA/O/AAAA/O', more: 'gASV/AAAB/AAAC/AAAD/AAAE/AAAF' }]],
  ['messages', [{ messages: [{ role: 'user', content: 'Hi' }, { role: 'other', content: 'Hello' }, { role: 'other', content: 'Bye' }] }]],
  ['two answers for each question', [{ question: 'Is it so', answers: 'yes no maybe' }, { question: 'Why not', answers: 'no idea' }]],
])('%s are no words with tags', (_, records) => {
  expect(taggedFieldsOf(records)).toBeUndefined();
}); // prettier-ignore

test('a row with another number of tags is reported and skipped, the others are read', () => {
  const rows = Array.from({ length: 12 }, (_, i) => `Ada ran ${i},"['B-PER', 'O', 'O']"\n`);
  const table = `query,slots\n${rows.join('')}Bo left,"['B-PER']"\n`;
  expect(hasListCells(table)).toBe(true);
  const corpus = readText(listTableToJson(table)!, {}, 'a.jsonl');
  expect(tokensOf(corpus)).toHaveLength(12);
  expect(corpus.problems.map(({ line, message }) => [line, message])).toEqual([
    [14, 'Found 1 slots for 2 tokens, expected one per token. The object was skipped.'],
  ]);
});

test('of two fields with tags of a scheme, a person chooses one', () => {
  const record = { x: 'Ada saw Varde', coarse: 'B-NAME O B-NAME', fine: 'B-PER O B-LOC' };
  const [one, two] = [{}, { tagField: 'fine' }].map((options) => readText(JSON.stringify(record), options, 'a.jsonl'));
  expect(one!.question?.options.map(({ label }) => label)).toEqual(['coarse', 'fine']);
  expect([two!.question, entitiesOf(two!)]).toEqual([undefined, ['PER Ada', 'LOC Varde']]);
});

test('a word that occurs twice has the one tag that is given for it, with a remark', () => {
  const records = [{ text: 'Ada saw Ada', tags: { Ada: 'B-PER', saw: 'O' } }, { text: 'Bo ran', tags: { Bo: 'B-PER', ran: 'O' } }]; // prettier-ignore
  const corpus = readText(JSON.stringify(records), {}, 'a.json');
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'PER Ada', 'PER Bo']);
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    '1 of 2 objects have words that occur several times, but have one tag: it is that of all their places.',
  ]);
});
