import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const read = (values: readonly object[], options = {}) =>
  readText(JSON.stringify(values, undefined, 2), options, 'mrc-ner.train');
const question = (context: string | string[], type: string, places: readonly string[], id?: string) => ({
  context,
  entity_label: type,
  span_position: places,
  ...(id !== undefined && { qas_id: id }),
});

test('the questions about a sentence are one sentence', () => {
  const corpus = read([
    question('Ada Byrne left Varde', 'PER', ['0;1'], '0.1'),
    question('Ada Byrne left Varde', 'LOC', ['3;3'], '0.2'),
    question('It rained', 'PER', [], '1.1'),
    question('It rained', 'LOC', [], '1.2'),
    question('It rained', 'PER', [], '2.1'),
  ]);
  expect(corpus.format).toBe('mrc');
  expect(tokensOf(corpus)).toEqual(['Ada Byrne left Varde', 'It rained', 'It rained']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'LOC Varde']);
  expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
});

test('without numbers, a type that comes again is about the next sentence', () => {
  const one = [question('Ada left', 'PER', ['0;0']), question('Ada left', 'LOC', [])];
  expect(tokensOf(read([...one, ...one]))).toEqual(['Ada left', 'Ada left']);
});

test.each([
  ['starts and ends', [{ context: 'Ada Byrne left', entity_label: 'PER', start_position: [0], end_position: [1] }]],
  ['words and pairs', [{ context: ['Ada', 'Byrne', 'left'], entity_label: 'PER', span_position: [[0, 1]] }]],
  ['all types in one object', [{ context: 'Ada Byrne left', label: { PER: ['0;1'], LOC: [] } }]],
  ['exclusive ends, chosen', [question('Ada Byrne left', 'PER', ['0;2']), { settings: { spanEnds: 'exclusive' } }]],
])('%s', (_, values: readonly object[]) => {
  const [settings] = values.flatMap((value) => ('settings' in value ? [value.settings as object] : []));
  const corpus = read(
    values.filter((value) => !('settings' in value)),
    settings,
  );
  expect([tokensOf(corpus), entitiesOf(corpus)]).toEqual([['Ada Byrne left'], ['PER Ada Byrne']]);
});

test('ends behind the last token, and no place of one token: exclusive', () => {
  const corpus = read([question('Ada left Old Varde', 'LOC', ['2;4']), question('Ada left Old Varde', 'PER', ['0;1'])]);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Old Varde']);
});

test('places beyond the tokens are characters', () => {
  expect(entitiesOf(read([question('Ada Byrne left Varde.', 'LOC', ['15;20'])]))).toEqual(['LOC Varde']);
});

test('what cannot be read is said, and asked about', () => {
  const good = Array.from({ length: 5 }, (_, i) => question(`Ada left ${i}`, 'PER', ['0;0'], `${i}.1`));
  const { problems, question: asked } = read([...good, { context: 'Ada', entity_label: 'PER', start_position: [1], end_position: [] }]); // prettier-ignore
  expect(problems.map(({ message }) => message)).toEqual([
    'It has neither span_position nor as many values in start_position as in end_position. The object was skipped.',
  ]);
  expect(asked?.options).toMatchObject([{ settings: { acceptLosses: true } }]);
});
