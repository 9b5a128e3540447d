import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { writeCorrected } from '../write-corrected.ts';

const TOKENS = ['Ada', 'Lin', 'saw', 'Varde', '.'];
const TAGS = ['B-PER', 'I-PER', null, 'B-LOC', null];
const BARE = ['PER', 'PER', null, 'LOC', null];
const NONE = TAGS.map(() => null);

const jsonl = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const tagged = (tags: readonly (string | null)[]) => TOKENS.map((text, t) => ({ text, ner: tags[t] }));

test.each<[string, string]>([
  ['in a list', jsonl({ tokens: TOKENS, tags: TAGS }, { tokens: TOKENS, tags: NONE })],
  ['under another name', jsonl({ tokens: TOKENS, entity_labels: TAGS }, { tokens: TOKENS, entity_labels: NONE })],
  ['beside words under another name', jsonl({ kliem: TOKENS, marki: TAGS }, { kliem: TOKENS, marki: NONE })],
  ['beside a text', jsonl({ text: TOKENS.join(' '), tokens: TOKENS, labels: TAGS })],
  ['in objects', jsonl({ tokens: tagged(TAGS) })],
  ['as None', `{'tokens': ${JSON.stringify(TOKENS)}, 'tags': ['B-PER', 'I-PER', None, 'B-LOC', None]}\n`],
])('null beside tags with letters is outside, and the file says so: %s', (_, text) => {
  const corpus = readText(text, {}, 'a.jsonl');
  expect(corpus.question).toBeUndefined();
  expect(entitiesOf(corpus)).toEqual(['PER Ada Lin', 'LOC Varde']);
  expect(corpus.problems.map(({ message }) => message).join()).toMatch(
    /^\d tags are null, the first in line 1: read as O/,
  );
});

test.each<[string, (string | null)[]]>([
  ['O', [...TAGS.slice(0, 4), 'O']],
  ['types without letters', BARE],
  ['O and types', [...BARE.slice(0, 4), 'O']],
])('null beside %s is asked about', (_, tags) => {
  const text = jsonl({ tokens: TOKENS, tags });
  const { question } = readText(text, {}, 'a.jsonl');
  expect(question?.what).toBe('Does null mean outside entities?');
  const [outside, unknown] = question!.options.map(({ settings }) => readText(text, settings, 'a.jsonl'));
  expect(outside!.question).toBeUndefined();
  expect(entitiesOf(outside!)).toEqual(['PER Ada Lin', 'LOC Varde']);
  expect(unknown!.sentences[0]!.tags[2]).toBe('null');
});

test('unknown tags are no entities, and not outside', () => {
  const text = jsonl({ tokens: TOKENS, tags: [...TAGS.slice(0, 4), 'O'] });
  const { sentences } = readText(text, { unknown: 'null' }, 'a.jsonl');
  expect(sentences[0]!.unknown?.tokens).toEqual([2]);
});

test.each([
  ['a list', { tokens: TOKENS, tags: TAGS }, (tags: unknown[]) => ({ tokens: TOKENS, tags })],
  ['objects', { tokens: tagged(TAGS) }, (tags: (string | null)[]) => ({ tokens: tagged(tags) })],
])('a word whose tag is taken away has null, too: %s', (_, record, corrected) => {
  const bytes = new TextEncoder().encode(jsonl(record));
  const corpus = readText(jsonl(record), {}, 'a.jsonl');
  const { parts } = writeCorrected(bytes, corpus, new Map([[0, { spans: [{ start: 0, end: 1, type: 'PER' }] }]]));
  expect(JSON.parse(Buffer.concat(parts).toString())).toEqual(corrected(['B-PER', null, null, null, null]));
});

test('numbers beside null are refused', () => {
  const { problems } = readText(jsonl({ tokens: TOKENS, tags: [1, 2, null, 3, null] }), {}, 'a.jsonl');
  expect(problems.some(({ message }) => message.includes('contains other values than strings'))).toBe(true);
});
