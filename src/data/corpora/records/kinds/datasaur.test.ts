import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';

const label = (line: number, [first, last]: readonly [number, number], id: string, more: object = {}) => ({
  startCellLine: line,
  startTokenIndex: first,
  startCharIndex: 0,
  endCellLine: line,
  endTokenIndex: last,
  layer: 0,
  type: 'SPAN',
  labelSetItemId: id,
  ...more,
});

const SENTENCES = [
  { id: 0, content: 'Ada Byrne left.', tokens: ['Ada', 'Byrne', 'left', '.'] },
  { id: 1, content: 'She sold Vardesund.', tokens: ['She', 'sold', 'Vardesund', '.'] },
];
const LABEL_SETS = [
  { index: 0, name: 'Names', labelItems: [{ id: '1', labelName: 'PER' }, { id: '2', labelName: 'LOC' }] }, // prettier-ignore
  { index: 1, name: 'Verbs', labelItems: [{ id: '1', labelName: 'VERB' }] },
];
const read = (document: object) => readText(JSON.stringify(document, undefined, 2), {}, 'document.json');

test('labels have the names of their set, and keep the tokens and lines', () => {
  const labels = [label(0, [0, 1], '1', { endCharIndex: 4 }), label(1, [2, 2], '2', { endCharIndex: 4 })];
  const corpus = read({ labelSets: LABEL_SETS, sentences: SENTENCES, labels });
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'LOC Varde']); // a part of a token
  expect(tokensOf(corpus)).toEqual(['Ada Byrne left .', 'She sold Varde sund .']);
  expect(corpus.problems.map(({ message }) => message).join()).toMatch(/^1 of 2 spans begins or ends within a word/);
});

test('arrows, rejected labels and other label sets are left out, and this is said', () => {
  const labels = [
    label(0, [0, 1], '1'),
    label(0, [0, 1], '2', { status: 'REJECTED' }),
    label(0, [2, 2], '1', { layer: 1 }),
    label(0, [0, 1], 'owns', { type: 'ARROW' }),
  ];
  const corpus = read({ labelSets: LABEL_SETS, sentences: SENTENCES, labels });
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne']);
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    '1 of 1 objects have arrows, which were not read.',
    '1 of 1 objects have rejected labels, which were left out.',
    '1 of 1 objects have labels of several label sets: those of Names were read.',
  ]);
});

test('cells, and types without a label set; a document without labels', () => {
  const cells = SENTENCES.map(({ id, ...others }) => ({ line: id, index: 0, ...others }));
  expect(entitiesOf(read({ name: 'a', cells, labels: [label(1, [2, 2], 'LOC')] }))).toEqual(['LOC Vardesund']);
  expect(tokensOf(read({ labelSets: LABEL_SETS, sentences: SENTENCES, labels: [] }))).toHaveLength(2);
});

test('a label outside the tokens is an error', () => {
  const corpus = read({ labelSets: LABEL_SETS, sentences: SENTENCES, labels: [label(0, [0, 9], '1')] });
  expect(corpus.sentences).toEqual([]);
  expect(corpus.problems[0]!.message).toContain('which has no place in the tokens');
});

test('lines with the same number keep their tokens; a label on one of them is refused', () => {
  const sentences = SENTENCES.map((one) => ({ ...one, id: 0 }));
  expect(tokensOf(read({ labelSets: LABEL_SETS, sentences, labels: [] }))).toHaveLength(2);
  const { problems } = read({ labelSets: LABEL_SETS, sentences, labels: [label(0, [0, 1], '1')] });
  expect(problems[0]!.message).toContain('but several lines have the number 0. The object was skipped.');
});

test('of the cells of a line, the one with the index is labelled', () => {
  const cells = SENTENCES.map((one, index) => ({ content: one.content, tokens: one.tokens, line: 0, index }));
  const labels = [label(0, [2, 2], 'LOC', { startCellIndex: 1, endCellIndex: 1 })];
  expect(entitiesOf(read({ name: 'a', cells, labels }))).toEqual(['LOC Vardesund']);
});

test.each([
  ['numbers', (id: number) => String(id), [0, 1]],
  ['names, with labels by place', (id: number) => `line ${id}`, [0, 1]],
  ['names', (id: number) => `s${id}`, ['s0', 's1']],
])('the ids of lines may be strings: %s', (_, idOf, [first, second]) => {
  const sentences = SENTENCES.map((one) => ({ ...one, id: idOf(one.id) }));
  const labels = [label(first as number, [0, 1], '1'), label(second as number, [2, 2], '2')];
  const corpus = read({ labelSets: LABEL_SETS, sentences, labels });
  expect([entitiesOf(corpus), corpus.problems]).toEqual([['PER Ada Byrne', 'LOC Vardesund'], []]);
});

test('a label that its label set does not have is listed', () => {
  const corpus = read({ labelSets: LABEL_SETS, sentences: SENTENCES, labels: [label(0, [0, 1], '7')] });
  expect(entitiesOf(corpus)).toEqual(['7 Ada Byrne']);
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    '1 of 1 objects have labels with the id 7, which their label set does not have; it was read as their type.',
  ]);
});
