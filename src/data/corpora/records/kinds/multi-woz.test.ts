import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';

const turn = (text: string, ...span_info: unknown[]) => ({ text, metadata: {}, dialog_act: {}, span_info });
const STAY = turn('a room in the east , please', ['Hotel-Inform', 'Area', 'east', 4, 4]);
const NAMED = turn('Acorn Guest House is nice .', ['Hotel-Inform', 'Name', 'acorn guest house', 0, 2]);

test('slots at words, whose ends are inclusive, in dialogues by their names, in a list, or alone', () => {
  const log = [STAY, NAMED, turn('ok')];
  const of = (value: unknown) => readText(JSON.stringify(value), {}, 'data.json');
  const all = [
    of({ 'MUL1.json': { goal: {}, log }, 'SNG2.json': { goal: {}, log } }),
    of([{ dialogue_id: 'a', log }, { dialogue_id: 'b', log }]), // prettier-ignore
    of({ 'MUL1.json': { goal: {}, log } }),
  ];
  expect(all.map(({ documents }) => documents)).toEqual([2, 2, 1]);
  for (const corpus of all) {
    expect(entitiesOf(corpus).slice(0, 2)).toEqual(['Hotel-Area east', 'Hotel-Name Acorn Guest House']);
    expect(tokensOf(corpus)[2]).toBe('ok');
    expect([corpus.question, corpus.problems]).toEqual([undefined, []]);
  }
});

test('places are words or characters, as the values show', () => {
  const WORDS = ['to', 'Ely', 'on', 'Monday', 'at', 'noon'];
  const chosen = fc.uniqueArray(fc.nat(WORDS.length - 1), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(chosen, fc.boolean(), (places, areCharacters) => {
      const text = WORDS.join(' ');
      const slots = places.map((at) => {
        const start = WORDS.slice(0, at).join(' ').length + (at > 0 ? 1 : 0);
        const own = areCharacters ? [start, start + WORDS[at]!.length] : [at, at];
        return ['Train-Inform', `S${at}`, WORDS[at]!.toLowerCase(), ...own];
      });
      const corpus = readText(JSON.stringify([turn(text, ...slots), NAMED]), {}, 'data.json');
      const expected = places.toSorted((a, b) => a - b).map((at) => `Train-S${at} ${WORDS[at]}`);
      expect(entitiesOf(corpus).slice(0, -1)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test('slots beyond the words are counted, malformed ones listed', () => {
  const beyond = readText(JSON.stringify([turn('to Ely', ['T-I', 'Dest', 'Ely', 5, 5])]), {}, 'data.json');
  expect(beyond.problems.map(({ message }) => message)).toContain(
    '1 of 1 objects have slots at words that the text does not have, which were left out.',
  );
  const { problems } = readText(JSON.stringify([NAMED, turn('to Ely', ['T-I', 'Dest'])]), {}, 'data.json');
  expect(problems.map(({ message }) => message).join()).toContain('expected the act, its slot, the value');
});
