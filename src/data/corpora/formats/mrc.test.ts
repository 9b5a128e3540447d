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
  const corpus = read([
    question('Ada Byrne left Varde.', 'LOC', ['15;20']),
    question('Ada Byrne left Varde.', 'PER', ['0;9']),
    question('It rained.', 'LOC', []),
  ]);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'LOC Varde']);
  expect(tokensOf(corpus)).toEqual(['Ada Byrne left Varde .', 'It rained .']);
  expect(corpus.question).toBeUndefined();
});

test('what cannot be read is said, and asked about', () => {
  const good = Array.from({ length: 5 }, (_, i) => question(`Ada left ${i}`, 'PER', ['0;0'], `${i}.1`));
  const { problems, question: asked } = read([...good, { context: 'Ada', entity_label: 'PER', start_position: [1], end_position: [] }]); // prettier-ignore
  expect(problems.map(({ message }) => message)).toEqual([
    'It has neither span_position nor as many values in start_position as in end_position. The object was skipped.',
  ]);
  expect(asked?.options).toMatchObject([{ settings: { acceptLosses: true } }]);
});

const ENDS = [{ settings: { spanEnds: 'inclusive' } }, { settings: { spanEnds: 'exclusive' } }];

test.each<[string, object[], string[], string[]]>([
  [
    'tokens',
    [question('John lives in New Paris .', 'LOC', ['3;5']), question('Mary Smith lives there .', 'PER', ['0;2'])],
    ['LOC New Paris .', 'PER Mary Smith lives'],
    ['LOC New Paris', 'PER Mary Smith'],
  ],
  [
    'characters',
    [{ context: '北京大学在中国。', entity_label: 'ORG', start_position: [0], end_position: [3] }],
    ['ORG 北京大学'],
    ['ORG 北京大'],
  ],
])('where no place of %s shows whether ends are inclusive, this is asked', (_, values, inclusive, exclusive) => {
  const joined = (corpus: ReturnType<typeof read>) => entitiesOf(corpus).map((one) => one.replaceAll(/(?<=[^\0-\x7f]) /g, '')); // prettier-ignore
  const open = read(values);
  expect([joined(open), open.question?.options]).toMatchObject([inclusive, ENDS]);
  for (const [spanEnds, expected] of [
    ['inclusive', inclusive],
    ['exclusive', exclusive],
  ] as const) {
    // prettier-ignore
    const answered = read(values, { spanEnds });
    expect([joined(answered), answered.question, answered.problems]).toEqual([expected, undefined, []]);
  }
});

test('characters with inclusive ends, as the words or a single character show', () => {
  expect(entitiesOf(read([question('Ada Byrne left', 'PER', ['0;8'])]))).toEqual(['PER Ada Byrne']);
  const corpus = read([question('京在中国。', 'LOC', ['0;0', '2;3'])]);
  expect(corpus.sentences[0]!.spans).toHaveLength(2);
  expect(corpus.question).toBeUndefined();
});

test.each(['3;9', '7;8', '0;400'])(
  'a place outside of its context (%s) is a problem, and changes no other one',
  (place) => {
    const text = 'John lives in Paris .';
    const corpus = read(['3;3', place, '3;3'].map((one, i) => question(text, 'LOC', [one], `${i}.1`)));
    expect(entitiesOf(corpus)).toEqual(['LOC Paris', 'LOC Paris']);
    expect(corpus.problems.map(({ message }) => message)).toEqual([
      `The place ${place} of LOC is not in the context, which has 5 tokens; it was skipped.`,
    ]);
    expect(corpus.question?.options).toMatchObject([{ settings: { acceptLosses: true } }]);
  },
);

test('objects that are sorted by type are joined by their numbers', () => {
  const [one, other] = ['Ada left Varde', 'Bo left Lund'];
  const corpus = read([
    question(one, 'PER', ['0;0'], '0.1'),
    question(other, 'PER', ['0;0'], '1.1'),
    question(one, 'LOC', ['2;2'], '0.2'),
    question(other, 'LOC', ['2;2'], '1.2'),
  ]);
  expect(tokensOf(corpus)).toEqual([one, other]);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Varde', 'PER Bo', 'LOC Lund']);
  expect(corpus.problems).toEqual([]);
});

test('without numbers, a context that comes again with another type is a warning', () => {
  const of = (type: string) => ['Ada left Varde', 'Bo left Lund'].map((text) => question(text, type, ['0;0']));
  const { problems, sentences } = read([...of('PER'), ...of('LOC')]);
  expect(sentences).toHaveLength(4);
  expect(problems.map(({ severity, message }) => `${severity}: ${message.slice(0, 53)}`)).toEqual([
    'warning: The context of line 2 comes again after others, with ',
    'warning: The context of line 9 comes again after others, with ',
  ]);
  const repeated = [...of('PER'), ...of('PER')];
  expect(read(repeated).problems).toEqual([]);
});

const lists = (context: string, type: string, starts: number[], ends: number[]) => ({
  context,
  entity_label: type,
  start_position: starts,
  end_position: ends,
});

test('a 0 or 1 for each token, or for each character, marks places', () => {
  const corpus = read([
    lists('Ada left Old Varde', 'PER', [1, 0, 0, 0], [1, 0, 0, 0]),
    lists('Ada left Old Varde', 'LOC', [0, 0, 1, 0], [0, 0, 0, 1]),
    lists('Rain', 'PER', [0], [0]),
  ]);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Old Varde']);
  expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
  const characters = read([lists('京在中国。', 'LOC', [1, 0, 1, 0, 0], [1, 0, 0, 1, 0])]);
  expect(characters.sentences[0]!.spans).toHaveLength(2);
  const unclear = read([lists('Ada left Old Varde', 'PER', [1, 1, 0, 0], [0, 0, 1, 1])]);
  expect(unclear.problems[0]!.message).toContain('unclear which start has which end');
});

test('few places of which all are 0 or 1 are places, if others are', () => {
  const corpus = read([lists('Ada Byrne', 'PER', [0, 1], [0, 1]), lists('Ada left Old Varde', 'LOC', [2, 3], [2, 3])]);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'PER Byrne', 'LOC Old', 'LOC Varde']);
});

const prompted = (content: string, prompt: string, ...results: (readonly [number, number])[]) => ({
  content,
  prompt,
  result_list: results.map(([start, end]) => ({ text: content.slice(start, end), start, end })),
});

test('questions of UIE are joined in any order, and those about relations are left out', () => {
  const [first, second, third] = ['林小明住在维尔德', '唱歌的是苏', '下雨了'] as const;
  const questions = [
    prompted(first, '人名', [0, 3]),
    prompted(second, '人名', [4, 5]),
    prompted(third, '人名'),
    prompted(first, '地名', [5, 8]),
    prompted(second, '地名'),
    prompted(first, '林小明的住址', [5, 8]),
  ];
  const corpus = read(questions);
  expect(entitiesOf(corpus).map((entity) => entity.replaceAll(' ', ''))).toEqual([
    '人名林小明',
    '地名维尔德',
    '人名苏',
  ]);
  expect(corpus.sentences).toHaveLength(3);
  expect(corpus.question).toBeUndefined();
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    'Questions for what is related to an entity (…的…) were left out (1): only entities are read.',
  ]);
});

test('a question of UIE without places is reported', () => {
  const corpus = read([prompted('Ada ran.', 'PER', [0, 3]), { content: 'Bo ran.', prompt: 'mood[good, bad]', result_list: [{ text: 'good' }] }]); // prettier-ignore
  expect(entitiesOf(corpus)).toEqual(['PER Ada']);
  expect(corpus.problems.map(({ message }) => message).join()).toContain('expected a start and an end');
});
