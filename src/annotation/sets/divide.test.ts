import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenize } from '../../data/text/tokenizer.ts';
import { canSplit, renumberedList, renumbering } from './divide.ts';
import { advance, startOf, type History } from './history.ts';
import { packLogEntry, readLogEntry } from './log-entry.ts';
import { sentenceAt } from './new-sentence.ts';
import { reduce } from './reduce.ts';
import { emptySet, type Action, type AnnotationSet, type NewSentence } from './set.ts';

/** The sentences of a text, with a span on the first word of each. */
function sentencesIn(text: string, document: number): NewSentence[] {
  const source = { file: 'a.csv', line: document + 1, document };
  const spans = [{ start: 0, end: 1, type: 'PER' }];
  return tokenize(text).map((tokens) => sentenceAt(text, { tokens, spans, state: 'accepted' }, source));
}

const TEXTS = ['Ada left.  Mio stayed. Ines, who was here, saw it.', 'Okafor 🚢 sank. It rained.'];
const SET = reduce(emptySet('a'), { kind: 'import', sentences: TEXTS.flatMap(sentencesIn) });

const someDivision = fc.oneof(
  fc.record({ kind: fc.constant('merge' as const), id: fc.nat(6) }),
  fc.record({ kind: fc.constant('split' as const), id: fc.nat(6), at: fc.nat(12) }),
);

/** Spans as they are in the texts of their documents. */
function spansIn({ sentences }: AnnotationSet): unknown[] {
  return sentences.flatMap(({ source, offsets, spans, text }) =>
    spans.map(({ start, end, type }) => {
      const [from, to] = [offsets[start]!.start, offsets[end - 1]!.end];
      return [source.document, source.start! + from, source.start! + to, type, text.slice(from, to)];
    }),
  );
}

describe('merging and splitting', () => {
  test('keep every span at its place, number sentences without gaps, and can be undone', () => {
    fc.assert(
      fc.property(fc.array(someDivision, { maxLength: 10 }), (actions) => {
        const start: History = startOf(SET);
        const done = actions.reduce((history, action) => advance(history, { kind: 'do', action, at: 0 }), start);
        const { sentences } = done.set;
        expect(spansIn(done.set)).toEqual(spansIn(SET));
        expect(sentences.map(({ id }) => id)).toEqual([...sentences.keys()]);
        for (const { tokens, offsets, text } of sentences)
          expect(offsets.map(({ start: from, end }) => text.slice(from, end))).toEqual(tokens);
        const undone = actions.reduce((history) => advance(history, { kind: 'undo', at: 0 }), done);
        expect(undone.set).toEqual(SET);
      }),
    );
  });

  test('a merged sentence is the text between, and splitting it gives the same two', () => {
    const merged = reduce(SET, { kind: 'merge', id: 0 });
    expect(merged.sentences[0]).toMatchObject({ text: 'Ada left.  Mio stayed.', state: 'accepted' });
    expect(reduce(merged, { kind: 'split', id: 0, at: 3 })).toEqual(SET);
  });

  test('what was not decided alike is open', () => {
    const edited = reduce(SET, { kind: 'edit', edits: [{ id: 1, state: 'skipped' }] });
    expect(reduce(edited, { kind: 'merge', id: 0 }).sentences[0]!.state).toBe('open');
    expect(reduce(edited, { kind: 'merge', id: 0 }).sentences).toHaveLength(4);
  });

  test('not across documents, texts of a record, or within a span', () => {
    expect(reduce(SET, { kind: 'merge', id: 2 })).toBe(SET);
    const fields = TEXTS.map((text, field) => {
      const [sentence] = sentencesIn(text, 0);
      return { ...sentence!, source: { ...sentence!.source, field } };
    });
    const set = reduce(emptySet('a'), { kind: 'import', sentences: fields });
    expect(reduce(set, { kind: 'merge', id: 0 })).toBe(set);
    const spans = [{ start: 0, end: 2, type: 'ORG' }];
    expect([0, 1, 2, 3].map((at) => canSplit({ tokens: ['A', 'b', 'c'], spans }, at))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  test('suggestions of a file keep their places; those across the border go', () => {
    const predicted = [
      { start: 0, end: 1, type: 'PER', probability: 0.5 },
      { start: 1, end: 3, type: 'ORG', probability: undefined },
      { start: 3, end: 4, type: 'LOC', probability: 0.25 },
    ];
    const [sentence] = sentencesIn('Ada Bo saw Oslo', 0);
    const set = reduce(emptySet('a'), { kind: 'import', sentences: [{ ...sentence!, spans: [], predicted }] });
    const split = reduce(set, { kind: 'split', id: 0, at: 2 });
    expect(split.sentences.map((one) => one.predicted)).toEqual([
      [predicted[0]],
      [{ start: 1, end: 2, type: 'LOC', probability: 0.25 }],
    ]);
    expect(reduce(split, { kind: 'merge', id: 0 }).sentences[0]!.predicted).toEqual([predicted[0], predicted[2]]);
  });

  test.each<Action>([
    { kind: 'merge', id: 1 },
    { kind: 'split', id: 1, at: 2 },
  ])('$kind is stored, and read back', async (action) => {
    const stored = structuredClone(packLogEntry({ kind: 'do', action, at: 5 }));
    expect((await readLogEntry(stored)).entry).toEqual({ kind: 'do', action, at: 5 });
    expect((await readLogEntry({ kind: 'do', action: { ...action, id: -1 }, at: 5 })).problem).toMatch(/no sentence/);
  });
});

test('other sentences keep their place in a list of numbers', () => {
  const merged = reduce(SET, { kind: 'merge', id: 0 });
  const change = renumbering(SET.sentences, merged.sentences);
  expect(change.isDivision).toBe(true);
  expect(renumberedList([4, 1, 0, 2], change)).toEqual([3, 0, 1]);
  expect(renumberedList([3, 0, 1], renumbering(merged.sentences, SET.sentences))).toEqual([4, 0, 1, 2]);
  expect(renumbering(SET.sentences, SET.sentences.slice(0, 2)).isDivision).toBe(false);
});
