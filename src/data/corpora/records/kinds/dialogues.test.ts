import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';

const dialogues = fc.array(
  fc.array(
    fc.record({
      where: fc.constantFrom('Varde', 'New Lund', '😀 Bar', 'Oslo'),
      when: fc.option(fc.constantFrom('today', 'at nine'), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  { minLength: 1, maxLength: 3 },
);

const expected = (all: readonly (readonly { where: string; when?: string | undefined }[])[]) =>
  all.flat().flatMap(({ where, when }) => [`place ${where}`, ...(when === undefined ? [] : [`time ${when}`])]);

test('Taskmaster: the segments of utterances; utterances without segments have no entities', () => {
  fc.assert(
    fc.property(dialogues, (all) => {
      const written = all.map((turns, d) => ({
        conversation_id: `dlg-${d}`,
        instruction_id: 'table-1',
        utterances: turns.flatMap(({ where, when }, index) => {
          const length = [...where].length;
          const segments = [
            { start_index: 3, end_index: 3 + length, text: where, annotations: [{ name: 'place' }, { name: 'place' }] },
            ...(when === undefined
              ? []
              : [{ start_index: 4 + length, end_index: 4 + length + when.length, text: when, annotations: [{ name: 'time' }] }]), // prettier-ignore
          ];
          return [
            { index, speaker: 'USER', text: `go ${where} ${when ?? 'now'}`, segments },
            { index, speaker: 'ASSISTANT', text: 'fine then' },
          ];
        }),
      }));
      const corpus = readText(JSON.stringify(written), {}, 'a.json');
      expect(entitiesOf(corpus)).toEqual(expected(all));
      expect(corpus.documents).toBe(all.length);
      expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
    }),
    { numRuns: 30 },
  );
});

test('M2M: the slots of what the system and the user say, at their tokens', () => {
  fc.assert(
    fc.property(dialogues, (all) => {
      const slotted = (words: readonly (readonly [string, string?])[]) => {
        const parts = words.map(([text, slot]) => ({ tokens: text.split(' '), slot }));
        const from = (i: number) => parts.slice(0, i).flatMap(({ tokens }) => tokens).length;
        return {
          text: words.map(([text]) => text).join(' '),
          tokens: parts.flatMap(({ tokens }) => tokens),
          slots: parts.flatMap(({ slot }, i) => (slot === undefined ? [] : [{ slot, start: from(i), exclusive_end: from(i + 1) }])), // prettier-ignore
        };
      };
      const written = all.map((turns, d) => ({
        dialogue_id: `d${d}`,
        turns: turns.map(({ where, when }, i) => ({
          ...(i > 0 && { system_utterance: slotted([['ok .']]), system_acts: [{ type: 'AFFIRM' }] }),
          user_utterance: slotted([['go to'], [where, 'place'], when === undefined ? ['now'] : [when, 'time']]),
          dialogue_state: [{ slot: 'place', value: where }],
        })),
      }));
      const corpus = readText(JSON.stringify(written), {}, 'a.json');
      expect(entitiesOf(corpus)).toEqual(expected(all));
      expect(tokensOf(corpus).filter((text) => text === 'ok .').length).toBe(all.flat().length - all.length); // prettier-ignore
      expect(corpus.documents).toBe(all.length);
      expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
    }),
    { numRuns: 30 },
  );
});

test('malformed segments and slots are named', () => {
  const said = { text: 'go to Varde', segments: [{ start_index: 6, text: 'Varde', annotations: [{ name: 'place' }] }] };
  const { problems } = readText(JSON.stringify([{ conversation_id: 'a', utterances: [said] }]), {}, 'a.json');
  expect(problems[0]!.message).toContain('expected an object with start_index, end_index and annotations');
  const turn = { user_utterance: { tokens: ['Varde'], slots: [{ slot: 'place', start: 0 }] } };
  const other = readText(JSON.stringify([{ dialogue_id: 'a', turns: [turn] }]), {}, 'a.json');
  expect(other.problems[0]!.message).toContain('expected an object with slot, start and exclusive_end');
});
