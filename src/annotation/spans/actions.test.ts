import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, mark, remove, resize, retype, acceptSuggestion } from './actions.ts';
import { markOccurrences, occurrencesOf } from './mark-all.ts';
import { reduce } from '../sets/reduce.ts';
import type { AnnotatedSentence, SentenceEdit } from '../sets/set.ts';
import type { Suggestion } from './suggestions.ts';
import { sentence, setOf } from '../testing.ts';

const PER = { start: 0, end: 2, type: 'PER' };
const only = (text: string, spans = [PER]) => setOf([sentence(text, spans)]).sentences[0]!;
const nora = only('Nora Field sails to Westmark-based Rail .');
const suggested = (start: number, end: number, type: string, ...others: string[]): Suggestion => ({
  start,
  end,
  type,
  probability: 0.7,
  alternatives: others.map((other, i) => ({ start, end, type: other, probability: 0.2 / (i + 1) })),
  isDoubtful: false,
});

/** The sentence after an edit. */
function after(before: AnnotatedSentence, edit: SentenceEdit | undefined): AnnotatedSentence {
  if (edit === undefined) return before;
  const set = { name: '', types: [], guidelines: '', rules: [], records: [], sentences: [before] };
  return reduce(set, { kind: 'edit', edits: [edit] }).sentences[0]!;
}

const words = ({ tokens, spans }: AnnotatedSentence) =>
  spans.map(({ start, end, type }) => `${type} ${tokens.slice(start, end).join(' ')}`);

describe('an edit', () => {
  test('marks a span, and removes it when repeated', () => {
    const range = { start: 4, end: 5 };
    const marked = after(nora, mark(nora, range, 'LOC'));
    expect(words(marked)).toEqual(['PER Nora Field', 'LOC Westmark-based']);
    expect(words(after(marked, mark(marked, range, 'ORG')))).toEqual(['PER Nora Field', 'ORG Westmark-based']);
    expect(words(after(marked, mark(marked, range, 'LOC')))).toEqual(['PER Nora Field']);
  });

  test('accepts or refuses a suggestion; a refused one is not accepted with the sentence', () => {
    const suggestions = [suggested(4, 5, 'LOC'), suggested(5, 6, 'ORG')];
    expect(words(after(nora, acceptSuggestion(nora, suggestions[1]!)))).toEqual(['PER Nora Field', 'ORG Rail']);
    const refused = after(nora, remove(nora, 4, suggestions));
    expect(words(refused)).toEqual(['PER Nora Field']);
    const accepted = after(refused, decide(refused, 'accepted', suggestions));
    expect([words(accepted), accepted.state]).toEqual([['PER Nora Field', 'ORG Rail'], 'accepted']);
    expect(after(nora, decide(nora, 'skipped', suggestions)).spans).toEqual(nora.spans);
  });

  test('removes a span, which is not suggested again', () => {
    const removed = after(nora, remove(nora, 1, []));
    expect(after(removed, decide(removed, 'accepted', [suggested(0, 2, 'PER')])).spans).toEqual([]);
    expect(remove(nora, 3, [])).toBeUndefined();
  });

  test('tries the alternatives of a suggestion in turn, then the other types', () => {
    const suggestions = [suggested(4, 5, 'LOC', 'ORG')];
    let [now, types] = [nora, [] as string[]];
    for (let i = 0; i < 4; i++) {
      now = after(now, retype(now, 4, suggestions, ['PER', 'ORG', 'LOC', 'MISC']));
      types = [...types, now.spans.at(-1)!.type];
    }
    expect(types).toEqual(['ORG', 'PER', 'MISC', 'LOC']);
  });

  test('an alternative may have other tokens', () => {
    const suggestion = {
      ...suggested(4, 5, 'LOC'),
      alternatives: [{ start: 4, end: 6, type: 'ORG', probability: 0.2 }],
    };
    const wider = after(nora, retype(nora, 4, [suggestion], ['LOC']));
    expect(words(wider)).toEqual(['PER Nora Field', 'ORG Westmark-based Rail']);
    expect(words(after(wider, retype(wider, 5, [suggestion], ['LOC'])))).toEqual([
      'PER Nora Field',
      'LOC Westmark-based',
    ]);
  });

  test('a doubtful suggestion is not accepted with the sentence', () => {
    const doubtful = { ...suggested(4, 5, 'LOC'), isDoubtful: true };
    expect(words(after(nora, decide(nora, 'accepted', [doubtful])))).toEqual(['PER Nora Field']);
    expect(words(after(nora, acceptSuggestion(nora, doubtful)))).toEqual(['PER Nora Field', 'LOC Westmark-based']);
  });

  test('grows and shrinks a span by tokens', () => {
    const grown = after(nora, resize(nora, 0, { side: 'end', by: 1, unit: 'token' }, []));
    expect(words(grown)).toEqual(['PER Nora Field sails']);
    const shrunk = after(grown, resize(grown, 0, { side: 'start', by: 1, unit: 'token' }, []));
    expect(words(shrunk)).toEqual(['PER Field sails']);
    expect(resize(nora, 0, { side: 'start', by: -1, unit: 'token' }, [])).toBeUndefined();
  });

  test('shrinks a span by characters, which cuts the token once', () => {
    let now = only('Rail of Westmark-based .', [{ start: 2, end: 3, type: 'LOC' }]);
    for (let i = 0; i < '-based'.length; i++) {
      now = after(now, resize(now, 2, { side: 'end', by: -1, unit: 'character' }, []));
    }
    expect(now.tokens).toEqual(['Rail', 'of', 'Westmark', '-based', '.']);
    expect(words(now)).toEqual(['LOC Westmark']);
    for (let i = 0; i < '-based'.length; i++) {
      now = after(now, resize(now, 2, { side: 'end', by: 1, unit: 'character' }, []));
    }
    expect([now.tokens, words(now)]).toEqual([['Rail', 'of', 'Westmark-based', '.'], ['LOC Westmark-based']]);
  });

  test('moving by characters keeps every character in a token and every other span unchanged', () => {
    const start = only('Nora Field 😀 sails U.S. coast', [PER, { start: 4, end: 5, type: 'LOC' }]);
    const move = fc.record({
      side: fc.constantFrom('start' as const, 'end' as const),
      by: fc.constantFrom(1 as const, -1 as const),
    });
    const text = ({ text, offsets }: AnnotatedSentence) => offsets.map(({ start, end }) => text.slice(start, end));
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        let now = start;
        for (const { side, by } of moves) {
          now = after(now, resize(now, now.spans[0]!.start, { side, by, unit: 'character' }, []));
          expect(text(now)).toEqual(now.tokens);
          expect(now.tokens.join('')).toBe(start.tokens.join(''));
          expect(words(now)[1]).toBe('LOC U.S.');
          expect(now.spans[0]!.end).toBeLessThanOrEqual(now.spans[1]!.start);
        }
      }),
    );
  });
});

test('mark all finds other occurrences of the words, and marks the chosen ones', () => {
  const texts = ['Nora Field met Nora Field .', 'Nora Field Trust', 'Nora waits', 'Nora Field'];
  const spans = [[PER], [{ start: 0, end: 3, type: 'ORG' }], [], [PER]];
  const { sentences } = setOf(texts.map((text, i) => sentence(text, spans[i])));
  const found = occurrencesOf(['Nora', 'Field'], 'PER', sentences);
  expect(found).toEqual([
    { sentence: 0, start: 3, end: 5, overlapsSpan: false },
    { sentence: 1, start: 0, end: 2, overlapsSpan: true },
  ]);
  expect(markOccurrences(found, 'PER', sentences)).toEqual([
    { id: 0, spans: [PER, { start: 3, end: 5, type: 'PER' }] },
    { id: 1, spans: [PER] },
  ]);
});
