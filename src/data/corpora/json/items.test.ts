import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { looksLikeJson } from './items.ts';

const RECORDS = [
  { tokens: ['Ada', 'left'], ner_tags: [1, 0] },
  { tokens: ['Bo', 'saw', 'Varde'], ner_tags: [1, 0, 2] },
];
const NAMES = ['O', 'B-PER', 'B-LOC'];

test.each([
  ['id2label', { id2label: { 0: 'O', 1: 'B-PER', 2: 'B-LOC' } }],
  ['id2label as a list', { id2label: NAMES }],
  ['label2id', { label2id: { 'B-LOC': 2, O: 0, 'B-PER': 1 } }],
])('names beside a list of records: %s', (_, names) => {
  for (const value of [
    { data: RECORDS, ...names },
    { ...names, version: 1, data: RECORDS },
  ]) {
    const corpus = readText(JSON.stringify(value), {}, 'a.json');
    expect(corpus.question).toBeUndefined();
    expect(entitiesOf(corpus)).toEqual(['PER Ada', 'PER Bo', 'LOC Varde']);
  }
});

test('names with a gap are a question', () => {
  const corpus = readText(JSON.stringify({ data: RECORDS, id2label: { 0: 'O', 2: 'B-LOC' } }), {}, 'a.json');
  expect(corpus.question?.what).toBe('What are the names of the labels?');
});

const LINES = RECORDS.map(({ tokens, ner_tags }) =>
  JSON.stringify({ tokens, ner_tags: ner_tags.map((id) => NAMES[id]) }),
);

test.each(['', ' ', '  \t', ',', ' , '])(
  'several objects on one line, with %j between them, are found in any file',
  (between) => {
    for (const name of ['a.jsonl', 'a.json', 'a.txt', 'a'])
      for (const end of ['', `\n${LINES[0]}\n`]) {
        const corpus = readText(`${LINES.join(between)}${end}`, {}, name);
        expect(corpus.problems).toEqual([]);
        expect(entitiesOf(corpus).slice(0, 3)).toEqual(['PER Ada', 'PER Bo', 'LOC Varde']);
        expect(corpus.sentences).toHaveLength(end === '' ? 2 : 3);
      }
  },
);

test.each(['', '\n', ',\n', ' '])('several arrays, with %j between them, are one', (between) => {
  const arrays = [`[${LINES[0]}]`, `[\n  ${LINES[1]},\n  ${LINES[0]}\n]`];
  const corpus = readText(arrays.join(between), {}, 'a.txt');
  expect(corpus.problems).toEqual([]);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'PER Bo', 'LOC Varde', 'PER Ada']);
});

test('a line may be a list of objects, or of sentences of pairs', () => {
  const pairsOf = (line: string) => {
    const { tokens, tags } = JSON.parse(line) as { tokens: string[]; tags: string[] };
    return JSON.stringify(tokens.map((token, i) => [token, tags[i]]));
  };
  const [a, b] = LINES.map((line) => line.replace('ner_tags', 'tags')) as [string, string];
  const [p, q] = [pairsOf(a), pairsOf(b)];
  for (const text of [
    `[${a},${b}]\n[${b}]`,
    `[${p},${q}]\n[${q}]`,
    `${p}${q}\n${q}`,
    `${p}${q}${q}`,
    `${p}, ${q}\n${q}`,
  ]) {
    const corpus = readText(text, {}, 'a.jsonl');
    expect(corpus.problems).toEqual([]);
    expect(entitiesOf(corpus)).toEqual(['PER Ada', 'PER Bo', 'LOC Varde', 'PER Bo', 'LOC Varde']);
  }
  expect(entitiesOf(readText(p, {}, 'a.jsonl'))).toEqual(['PER Ada']);
});

test.each([0, 1, 2])('a line of two objects with a comma between them may be line %i', (at) => {
  const [a, b] = LINES as [string, string];
  const corpus = readText([a, a, a].map((line, i) => (i === at ? `${line},${b}` : line)).join('\n'), {}, 'a.jsonl');
  expect(corpus.problems).toEqual([]);
  expect(corpus.sentences).toHaveLength(4);
});

test.each(['{x} {y}', '{ Ada } {left}'])('%s is no JSON', (text) => {
  expect(looksLikeJson('a.txt', [text])).toBe(false);
});

test('sentences of pairs of a word and its tag', () => {
  const pairs = [[['Ada', 'B-PER'], ['left', 'O']], [['Bo', 'B-PER'], ['saw', 'O'], ['Varde', 'B-LOC']]]; // prettier-ignore
  expect(entitiesOf(readText(JSON.stringify(pairs), {}, 'a.json'))).toEqual(['PER Ada', 'PER Bo', 'LOC Varde']);
});

test('strings in an array are texts, with or without marked entities', () => {
  const marked = readText('["Find [Ada](PERSON) now.", "Where is [Varde](LOC)?"]', {}, 'a.json');
  expect(entitiesOf(marked)).toEqual(['PERSON Ada', 'LOC Varde']);
});

test('the examples of Rasa that list no entities have none, if others have some', () => {
  const found = { text: 'Ada ran.', intent: 'x', entities: [{ start: 0, end: 3, entity: 'name', value: 'Ada' }] };
  const value = { rasa_nlu_data: { common_examples: [{ text: 'Hello there.', intent: 'greet' }, found] } };
  const corpus = readText(JSON.stringify(value), {}, 'a.json');
  expect(corpus.question).toBeUndefined();
  expect(entitiesOf(corpus)).toEqual(['name Ada']);
  expect(corpus.sentences).toHaveLength(2);
});

test('texts with the list of their words', () => {
  const words = (...pairs: [string, string][]) => pairs.map(([word, label]) => ({ word, label }));
  const value = { 林在家: words(['林', 'PER'], ['在', 'O'], ['家', 'O']), 去维尔: words(['去', 'O'], ['维尔', 'LOC']) };
  const corpus = readText(JSON.stringify(value), {}, 'a.json');
  expect(entitiesOf(corpus)).toEqual(['PER 林', 'LOC 维尔']);
});

test('words that a tokenizer of a language model has cut are named', () => {
  const record = { tokens: ['Ada', 'Ly', '##n', 'ran', '.'], ner_tags: ['B-PER', 'I-PER', 'I-PER', 'O', 'O'] };
  const corpus = readText(JSON.stringify(record), {}, 'a.jsonl');
  expect(corpus.problems.map(({ message }) => message).join()).toMatch(/^Words were cut by .* such as ##n:/);
});

test('a text with spans is read, not the pieces of its words', () => {
  const record = {
    source_text: 'Dear Adalyn, hello.',
    target_text: 'Dear [NAME], hello.',
    privacy_mask: [{ value: 'Adalyn', start: 5, end: 11, label: 'NAME' }],
    bert_tokens: ['Dear', 'Ada', '##lyn', ',', 'hello', '.'],
    bert_labels: ['O', 'B-NAME', 'I-NAME', 'O', 'O', 'O'],
  };
  const corpus = readText(JSON.stringify(record), {}, 'a.jsonl');
  expect(entitiesOf(corpus)).toEqual(['NAME Adalyn']);
  expect(corpus.problems).toEqual([]);
});

test('an id of a label beside its name is no type', () => {
  const annotations = [{ id: 1, label: 2, label_name: 'PER', start_offset: 0, end_offset: 3, user_name: 'x' }];
  const corpus = readText(JSON.stringify({ id: 1, text: 'Ada ran.', annotations }), {}, 'a.jsonl');
  expect(entitiesOf(corpus)).toEqual(['PER Ada']);
});
