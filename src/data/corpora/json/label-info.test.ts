import { expect, test } from 'vitest';
import { isDatasetInfo, labelsInInfo, mayNameLabels, readWithLabels } from './label-info.ts';

const NAMES = ['O', 'B-PER', 'I-PER'];
const features = (names: readonly string[]) => ({
  id: { dtype: 'string', _type: 'Value' },
  tokens: { feature: { dtype: 'string', _type: 'Value' }, _type: 'Sequence' },
  ner_tags: { feature: { names, _type: 'ClassLabel' }, _type: 'Sequence' },
});
const bytes = new TextEncoder().encode('{"tokens":["Mira","ran"],"ner_tags":[1,0]}\n');

test('integer labels get the names of dataset_info.json, whichever way the file describes them', () => {
  for (const info of [{ features: features(NAMES) }, { default: { features: features(NAMES) } }]) {
    const labels = labelsInInfo(JSON.stringify(info));
    const { corpus, options } = readWithLabels('a.jsonl', bytes, {}, labels);
    expect(corpus.question).toBeUndefined();
    expect(corpus.sentences[0]).toMatchObject({ tags: ['B-PER', 'O'], spans: [{ start: 0, end: 1, type: 'PER' }] });
    expect(options).toEqual({ labelNames: NAMES });
  }
});

/** A card as `push_to_hub` writes it. */
const card = (names: readonly string[]) => `---
dataset_info:
  features:
  - name: tokens
    sequence: string
  - name: ner_tags
    sequence:
      class_label:
        names:
${names.map((name, i) => `          '${i}': ${name}`).join('\n')}
  splits:
  - name: train
---
# Towns
`;

test('the card of a data set has them, too', () => {
  expect(labelsInInfo(card(NAMES))).toEqual(new Map([['ner_tags', NAMES]]));
  expect(labelsInInfo(card(NAMES).replaceAll('\n', '\r\n'))).toEqual(new Map([['ner_tags', NAMES]]));
  const sorted = card(NAMES).replace(/( +'0': .*\n)( +'1': .*)\n/, '$2 # begins\n$1');
  expect(sorted).not.toBe(card(NAMES));
  expect(labelsInInfo(sorted)).toEqual(new Map([['ner_tags', NAMES]])); // by number, not by place
  expect(labelsInInfo(card(NAMES).replace("'1'", "'7'")).size).toBe(0);
  expect(labelsInInfo(card([`O${' '.repeat(50_000)}x`])).size).toBe(1);
  expect(labelsInInfo('---\ntitle: x\n---\nnames:\n- a\n').size).toBe(0);
});

test('names that differ, are missing or unreadable leave the question; what was given counts more', () => {
  const differing = { a: { features: features(NAMES) }, b: { features: features(['O', 'B-LOC', 'I-LOC']) } };
  for (const info of [JSON.stringify(differing), '{', '{"features":{"tags":{"names":["O","B-X"]}}}']) {
    expect(readWithLabels('a.jsonl', bytes, {}, labelsInInfo(info)).corpus.question?.labelsOf).toBe('ner_tags');
  }
  const given = { labelNames: ['O', 'B-LOC'] };
  const labels = labelsInInfo(JSON.stringify({ features: features(NAMES) }));
  expect(readWithLabels('a.jsonl', bytes, given, labels).corpus.sentences[0]!.tags).toEqual(['B-LOC', 'O']);
});

test('its name', () => {
  const names = [
    'dataset_info.json',
    'a/dataset_infos.json',
    'README.md',
    'a/label.json',
    'my_dataset_info.json',
    'info.json',
  ];
  expect(names.map(isDatasetInfo)).toEqual([true, true, false, false, false, false]);
  expect(names.map(mayNameLabels)).toEqual([true, true, true, true, false, false]);
});

test.each([
  ['ids by tag', { O: 0, 'B-PER': 1, 'I-PER': 2 }],
  ['ids by tag, in another order', { 'B-PER': 1, 'I-PER': 2, O: 0 }],
  ['tags by id', { 0: 'O', 1: 'B-PER', 2: 'I-PER' }],
  ['a list', ['O', 'B-PER', 'I-PER']],
])('a map of labels names those of any field: %s', (_, map) => {
  const labels = labelsInInfo(JSON.stringify(map));
  const { corpus } = readWithLabels('a.jsonl', bytes, {}, labels);
  expect([corpus.question, corpus.sentences[0]!.tags]).toEqual([undefined, ['B-PER', 'O']]);
});

test.each([{ a: 0, b: 1 }, { 'B-PER': 1, O: 3 }, { documents: [] }, ['x'], 3])(
  'other JSON numbers no labels: %j',
  (map) => {
    expect(labelsInInfo(JSON.stringify(map)).size).toBe(0);
  },
);
