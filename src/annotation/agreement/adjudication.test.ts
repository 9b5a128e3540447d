import { expect, test } from 'vitest';
import type { Span } from '../../data/corpus.ts';
import { conflictsOf, mergeAnnotations, resolvedSpans, type Choice } from './adjudication.ts';
import { compareAnnotations } from './agreement.ts';
import { alignSentences } from './alignment.ts';
import type { NewSentence } from '../sets/set.ts';
import { sentence } from '../testing.ts';

const span = (start: number, end: number, type: string): Span => ({ start, end, type });
const chosen = (...choices: [number, Choice][]) => ({ choices: new Map(choices), edited: new Map<number, Span[]>() });

const FIRST = [
  sentence('Ada Vale Hill left Oslo', [span(0, 3, 'PER'), span(4, 5, 'LOC')], 'accepted'),
  sentence('Rome won', [span(0, 1, 'LOC')], 'accepted'),
  sentence('Nobody came', [], 'open'),
];
const SECOND = [
  sentence('Ada Vale Hill left Oslo', [span(0, 1, 'PER'), span(2, 3, 'LOC'), span(4, 5, 'LOC')], 'accepted'),
  sentence('Rome won', [span(0, 1, 'ORG')], 'accepted'),
  sentence('Nobody came', [span(0, 1, 'PER')], 'accepted'),
  sentence('Late news', [span(0, 1, 'MISC')], 'accepted'),
];

function adjudicated(sides: readonly [readonly NewSentence[], readonly NewSentence[]], compared: readonly number[]) {
  const alignment = alignSentences(...sides);
  const pairs = compared.map((index) => alignment.pairs[index]!);
  return { sides, alignment, compared, conflicts: conflictsOf(compareAnnotations(pairs).differences) };
}

test('differences that overlap are decided together, so that the result has no overlapping spans', () => {
  const { alignment, conflicts } = adjudicated([FIRST, SECOND], [0, 1]);
  expect(conflicts).toEqual([
    {
      id: 0,
      sentence: 0,
      start: 0,
      end: 3,
      first: [span(0, 3, 'PER')],
      second: [span(0, 1, 'PER'), span(2, 3, 'LOC')],
    },
    { id: 1, sentence: 1, start: 0, end: 1, first: [span(0, 1, 'LOC')], second: [span(0, 1, 'ORG')] },
  ]);
  const [pair] = alignment.pairs;
  const here = [conflicts[0]!];
  expect(resolvedSpans(pair!, here, chosen())).toEqual([span(4, 5, 'LOC')]);
  expect(resolvedSpans(pair!, here, chosen([0, 'first']))).toEqual(FIRST[0]!.spans);
  expect(resolvedSpans(pair!, here, chosen([0, 'second']))).toEqual(SECOND[0]!.spans);
  const decisions = { choices: new Map(), edited: new Map([[0, [span(0, 2, 'ORG')]]]) };
  expect(resolvedSpans(pair!, here, decisions)).toEqual([span(0, 2, 'ORG')]);
});

test('merges decided and undecided sentences, and those that one side lacks or has not annotated', () => {
  const merged = mergeAnnotations(adjudicated([FIRST, SECOND], [0, 1]), chosen([0, 'second']));
  expect(merged.map(({ text, spans, state, source }) => [text, spans, state, source.document])).toEqual([
    [FIRST[0]!.text, SECOND[0]!.spans, 'accepted', 0],
    ['Rome won', [], 'flagged', 0],
    ['Nobody came', [span(0, 1, 'PER')], 'accepted', 0],
    ['Late news', [span(0, 1, 'MISC')], 'accepted', 1],
  ]);
});

test('token boundaries of the second annotation are applied to the first', () => {
  const first = [sentence('Ada-Vale left', [span(0, 1, 'PER')], 'accepted')];
  const second = [sentence('Ada - Vale left', [span(0, 1, 'PER')], 'accepted')];
  const [merged] = mergeAnnotations(adjudicated([first, second], [0]), chosen([0, 'second']));
  expect(merged).toMatchObject({ text: 'Ada-Vale left', tokens: ['Ada', '-', 'Vale', 'left'], state: 'accepted' });
  expect(merged!.offsets.slice(0, 3)).toEqual([
    { start: 0, end: 3 },
    { start: 3, end: 4 },
    { start: 4, end: 8 },
  ]);
});
