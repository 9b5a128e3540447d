import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const lines = (...objects: object[]) => objects.map((object) => JSON.stringify(object)).join('\n');
const messages = ({ problems }: ReturnType<typeof readText>) => problems.map(({ message }) => message);

describe('ADE corpus', () => {
  const places =
    (...starts: number[]) =>
    (own: string) => ({
      start_char: starts,
      end_char: starts.map((start) => start + own.length),
    });
  const row = (text: string, drug: string, effect: string) => ({
    text,
    drug,
    effect,
    indexes: { drug: places(text.indexOf(drug))(drug), effect: places(text.indexOf(effect))(effect) },
  });
  const FIRST = row('Mild rash after zolium and quarin.', 'zolium', 'rash');
  const AGAIN = row('Mild rash after zolium and quarin.', 'quarin', 'rash');
  const OTHER = row('Zolium caused a cough.', 'Zolium', 'cough');

  test('the rows of a text are joined, also if others are between them', () => {
    const corpus = readText(lines(FIRST, OTHER, AGAIN), {}, 'ade.jsonl');
    expect(entitiesOf(corpus)).toEqual(['effect rash', 'drug zolium', 'drug quarin', 'drug Zolium', 'effect cough']);
    expect([corpus.format, corpus.question, corpus.problems]).toEqual(['partialRows', undefined, []]);
  });

  test('several places of a word, and single offsets in place of lists', () => {
    const text = 'Zolium or zolium 😀?';
    const twice = { text, drug: 'zolium', indexes: { drug: { start_char: [0, 10], end_char: [6, 16] } } };
    const single = { text: 'No rash.', effect: 'rash', indexes: { effect: { start_char: 3, end_char: 7 } } };
    expect(entitiesOf(readText(lines(twice, single), { acceptLosses: true }, 'a.json'))).toEqual([
      'drug Zolium',
      'drug zolium',
      'effect rash',
    ]);
  });

  test('a row whose offsets do not fit each other is skipped, and asked about', () => {
    const wrong = { ...OTHER, indexes: { drug: { start_char: [0], end_char: [] } } };
    const corpus = readText(lines(FIRST, wrong), {}, 'ade.jsonl');
    expect(messages(corpus).join()).toContain('expected as many starts as ends. The object was skipped.');
    expect(corpus.question?.what).toBe('Use the file without these objects?');
  });
});

describe('GPT-NER', () => {
  const PER = { input: 'Ada met Bo in Varde.', output: '@@Ada## met @@Bo## in Varde.', entity_type: 'PER' };
  const LOC = { ...PER, output: 'Ada met Bo in @@Varde##.', entity_type: 'LOC' };
  const NONE = { input: 'It rained.', output: 'It rained.', entity_type: 'LOC' };

  test.each([
    ['beside the text', [PER, LOC, NONE]],
    ['first without marks', [NONE, PER, LOC]],
    ['alone', [PER, LOC, NONE].map(({ output, entity_type }) => ({ output, entity_type }))],
  ])('marks of one type in each object, %s', (_, rows) => {
    const corpus = readText(lines(...rows), {}, 'a.jsonl');
    expect(entitiesOf(corpus)).toEqual(['PER Ada', 'PER Bo', 'LOC Varde']);
    expect(tokensOf(corpus).toSorted()).toEqual(['Ada met Bo in Varde .', 'It rained .']);
    expect([corpus.question, corpus.problems]).toEqual([undefined, []]);
  });

  test('without a type, marks are ENTITY, in objects and in lines, and the file says so', () => {
    const objects = readText(lines({ text: 'Ada left.', label: '@@Ada## left.' }), {}, 'a.jsonl');
    const plain = readText('@@Ada## left.\n', {}, 'a.txt');
    for (const corpus of [objects, plain]) {
      expect(entitiesOf(corpus)).toEqual(['ENTITY Ada']);
      expect(messages(corpus).join()).toContain('marks without a type, such as @@Oslo##, which were read as ENTITY');
    }
  });

  test('an answer with other words than its text is skipped', () => {
    const corpus = readText(lines(PER, NONE, { ...LOC, output: 'Ada saw Bo in @@Varde##.' }), {}, 'a.jsonl');
    expect(messages(corpus).join()).toContain('output without its marks is not the text in input.');
  });

  test('marks beside spans or tokens are text', () => {
    const spans = [{ start: 9, end: 11, label: 'PER' }];
    expect(entitiesOf(readText(lines({ text: 'see @@x## Bo', spans: [{ ...spans[0]!, start: 10, end: 12 }] }), {}, 'a.jsonl'))).toEqual(['PER Bo']); // prettier-ignore
    expect(readText(lines({ tokens: ['@@x##'], ner_tags: ['B-PER'] }), {}, 'a.jsonl').format).toBe('jsonl');
  });

  test('what is marked is read, wherever it is', () => {
    const word = fc.constantFrom('Ada', 'Bo Lin', 'x', '東京', '😀');
    const parts = fc.array(fc.record({ word, isMarked: fc.boolean() }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, (some) => {
        const output = some.map(({ word: own, isMarked }) => (isMarked ? `@@${own}##` : own)).join(' ');
        const corpus = readText(lines({ output, type: 'PER' }, { output: '@@Ylva## ran', type: 'PER' }), {}, 'a.jsonl');
        const expected = some.filter(({ isMarked }) => isMarked).map(({ word: own }) => `PER ${own}`);
        expect(entitiesOf(corpus)).toEqual([...expected, 'PER Ylva']);
      }),
      { numRuns: 50 },
    );
  });
});
