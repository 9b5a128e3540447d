import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../../test/helpers/read-text.ts';

const TOKENS = ['Lake', 'Varde', 'is', 'near', 'Lund', ',', 'Lund', '.'];
const FEW_REL = { tokens: TOKENS, h: ['lake varde', 'Q1', [[0, 1]]], t: ['lund', 'Q2', [[4], [6]]] };

test.each<[string, unknown, string[]]>([
  ['FewRel', { P206: [FEW_REL, FEW_REL], P931: [FEW_REL] }, ['h Lake Varde', 't Lund', 't Lund']],
  ['one relation of FewRel', { P206: [FEW_REL] }, ['h Lake Varde', 't Lund', 't Lund']],
  [
    'FewRel of datasets',
    [{ relation: 'P206', tokens: TOKENS, names: ['near', 'x'], head: { text: 'lake varde', type: 'Q1', indices: [[0, 1]] }, tail: { text: 'lund', type: 'Q2', indices: [[4]] } }], // prettier-ignore
    ['head Lake Varde', 'tail Lund'],
  ],
  [
    'OpenNRE',
    [{ token: TOKENS, h: { name: 'Lake Varde', id: 'Q1', pos: [0, 2] }, t: { name: 'Lund', id: 'Q2', pos: [4, 5] }, relation: 'near' }], // prettier-ignore
    ['h Lake Varde', 't Lund'],
  ],
  [
    'TACRED, beside types that a program has found',
    [{ token: TOKENS, relation: 'near', subj_start: 0, subj_end: 1, obj_start: 4, obj_end: 4, subj_type: 'LAKE', obj_type: 'CITY', stanford_ner: TOKENS.map(() => 'O') }], // prettier-ignore
    ['LAKE Lake Varde', 'CITY Lund'],
  ],
  [
    'OpenNRE with texts',
    [{ text: 'Lake Varde is near Lund.', h: { name: 'Lake Varde', pos: [0, 10] }, t: { name: 'Lund', pos: [19, 23] }, relation: 'near' }], // prettier-ignore
    ['h Lake Varde', 't Lund'],
  ],
])('%s: whether the arguments of relations are the entities is asked', (_, value, entities) => {
  const text = JSON.stringify(value);
  const { question } = readText(text, {}, 'a.json');
  expect(question?.what).toContain('arguments of the relations');
  const corpus = readText(text, question!.options[0]!.settings, 'a.json');
  expect(entitiesOf(corpus).slice(0, entities.length)).toEqual(entities);
  expect([corpus.question, corpus.problems]).toEqual([undefined, []]);
});
