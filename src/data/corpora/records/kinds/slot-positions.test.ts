import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';

const said = fc.record({
  who: fc.constantFrom('Ada', 'Bo Lin', 'Ylva 😀'),
  where: fc.constantFrom('Varde', 'Lund'),
});

test('SNIPS: the positions of slots, whose ends the texts of the slots decide', () => {
  const form = fc.record({
    isInclusive: fc.boolean(),
    isById: fc.boolean(),
    areLists: fc.boolean(),
    hasIntent: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(said, { minLength: 2, maxLength: 5 }),
      form,
      (some, { isInclusive, isById, areLists, hasIntent }) => {
        const records = some.map(({ who, where }, i) => {
          const [from, to] = [5, 5 + [...who].length];
          const last = isInclusive ? 1 : 0;
          const [first, second] = [
            [from, to - last],
            [to + 4, to + 4 + where.length - last],
          ];
          return {
            text: `take ${who} to ${where}`,
            ...(hasIntent && { intent: ['go', 'ride'][i % 2] }),
            slots: { who: areLists ? [who] : who, where },
            positions: { who: areLists ? [first] : first, where: second },
          };
        });
        const plain = { text: 'wait here now', ...(hasIntent && { intent: 'go' }), slots: {}, positions: {} };
        const all = [...records, plain];
        const text = JSON.stringify(isById ? Object.fromEntries(all.map((record, i) => [i, record])) : all);
        const corpus = readText(text, {}, 'a.json');
        expect(entitiesOf(corpus)).toEqual(some.flatMap(({ who, where }) => [`who ${who}`, `where ${where}`]));
        expect(corpus.sentences).toHaveLength(all.length);
        expect(corpus.question).toBeUndefined();
      },
    ),
    { numRuns: 50 },
  );
});

test('Schema-Guided Dialogue: the slots of all turns, however short', () => {
  const slot = (name: string, start: number, end: number) => ({ slot: name, start, exclusive_end: end });
  const turns = [
    { speaker: 'USER', utterance: 'to Oslo', frames: [{ service: 's', slots: [slot('city', 3, 7)], state: {} }] },
    { speaker: 'SYSTEM', utterance: 'Ok', frames: [{ service: 's', slots: [], actions: [] }] },
    { speaker: 'USER', utterance: 'thanks', frames: [{ service: 's', slots: [{ slot: 'city', copy_from: 'from' }] }] },
  ];
  const corpus = readText(
    JSON.stringify([1, 2].map((id) => ({ dialogue_id: id, services: ['s'], turns }))),
    {},
    'a.json',
  );
  expect(tokensOf(corpus)).toEqual(['to Oslo', 'Ok', 'thanks', 'to Oslo', 'Ok', 'thanks']);
  expect(entitiesOf(corpus)).toEqual(['city Oslo', 'city Oslo']);
  expect([corpus.question, corpus.problems]).toEqual([undefined, []]);
});

test('a column of other positions leaves texts their classes', () => {
  const rows = [['sales', 'joy'], ['clerk', 'anger'], ['sales', 'anger'], ['chief', 'joy']]; // prettier-ignore
  const records = rows.map(([positions, label]) => ({ text: 'She said that it went well.', positions, label }));
  expect(readText(JSON.stringify(records), {}, 'a.json').format).toBe('classTexts');
});

test('NYT: mentions are where their texts occur, as their start is no place', () => {
  const mentions = [
    { start: 0, label: 'PERSON', text: 'Ada' },
    { start: 1, label: 'LOCATION', text: 'Varde' },
  ];
  const record = { sentText: 'Then Ada left Varde .', articleId: 'x', relationMentions: [], entityMentions: mentions };
  expect(entitiesOf(readText(`${JSON.stringify(record)}\n`, {}, 'a.json'))).toEqual(['PERSON Ada', 'LOCATION Varde']);
});
