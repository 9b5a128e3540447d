import { expect, test } from 'vitest';
import type { Corpus, CorpusOptions } from '../../../data/corpus.ts';
import { readCorpus } from '../../../data/corpora/read-corpus.ts';
import { describeReading } from '../../../data/corpora/describe-reading.ts';
import { answeredAlike, answersIn } from './answers.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const withSettings = (settings: CorpusOptions, form?: string): Parameters<typeof answersIn>[0] => ({
  format: 'jsonl',
  columns: 0,
  reading: { roles: [], settings, form },
});

const described = (corpus: Corpus) => ({
  format: corpus.format,
  columns: corpus.columns,
  reading: { roles: describeReading(corpus).columns, settings: corpus.settings ?? {}, form: corpus.form },
});

test('what was answered is said, and forgotten without other settings', () => {
  const settings = { scheme: 'BIO', types: ['PER'], encoding: 'koi8-r', spansFrom: 1, acceptLosses: true } as const;
  expect(answersIn(withSettings(settings))).toEqual({
    inWords: 'KOI8-R, Cyrillic; spans count from 1; without what cannot be read',
    forgotten: { encoding: undefined, spansFrom: undefined, acceptLosses: undefined },
  });
  expect(answersIn(withSettings({ scheme: 'BIO' }))).toBeUndefined();
  expect(answersIn(withSettings({ encoding: undefined }))).toBeUndefined();
});

test('what has a control of its own, as columns have, is no answer', () => {
  const { reading, ...file } = described(readCorpus('a.conll', bytesOf('Ada\tB-PER\nran\tO\n\n'.repeat(9))));
  expect(reading.roles).toHaveLength(2);
  expect(answersIn({ ...file, reading: { ...reading, settings: { tagColumn: 1, outside: 'O' } } })).toBeUndefined();
});

test.each<[CorpusOptions, string]>([
  [{ tagField: 'outermost' }, 'mentions, of nested ones the outermost'],
  [{ tagField: 'a1, a2' }, 'entities of .a1 and .a2'],
  [{ tagField: 'names' }, 'the names alone'],
  [{ tagField: 'ner' }, 'tags in ner'],
  [{ classField: 'mood' }, 'classes in mood'],
  [{ occurrences: 'unknown' }, 'nothing is learned from the words of entities without offsets'],
])('%o is said in words', (settings, words) => {
  expect(answersIn(withSettings(settings))!.inWords).toBe(words);
});

test('a field that has the name of a kind of entity is a field', () => {
  expect(answersIn(withSettings({ tagField: 'names' }, '["names","tokens"]'))!.inWords).toBe('tags in names');
});

const MENTIONS = ['1', 'Ada', 'Ada', 'PROPN', 'NNP', '_', '0', 'root', '_', 'Entity=(e1-person-1-)'].join('\t');
const INTEGERS = [
  { tokens: ['Ada', 'ran'], ner_tags: [1, 0] },
  { tokens: ['Bo', 'sat'], ner_tags: [1, 0] },
];
const NULLS = [{ tokens: ['Ada', 'ran', 'x'], ner_tags: ['PER', null, 'O'] }];
const TWO_FIELDS = [{ tokens: ['Ada', 'ran'], coarse: ['B-PER', 'O'], fine: ['B-HERO', 'O'] }];
const lines = (objects: readonly object[]) => objects.map((object) => `${JSON.stringify(object)}\n`).join('');
const FILES: [string, string][] = [
  ['integers.jsonl', lines(INTEGERS)],
  ['nulls.jsonl', lines(NULLS)],
  ['fields.jsonl', lines(TWO_FIELDS)],
  ['mentions.conllu', `# global.Entity = eid-etype-head-other\n${MENTIONS}\n\n`],
  ['joined.conll', 'Ada-B-PER\nleft-O\n\nOslo-B-LOC\n.-O\n'],
  ['ends.json', JSON.stringify([{ tokens: ['we', 'met', 'bo', 'here'], entities: [[1, 2, 'PER']] }])],
  ['places.jsonl', lines([{ text: 'Ada met Ada.', entities: [{ text: 'Ada', type: 'PER' }] }])],
  ['classes.csv', Array.from({ length: 40 }, (_, i) => `${['ham', 'spam'][i % 2]!},the text number ${i}\n`).join('')],
];
const OPTIONS = FILES.flatMap(([name, text]) =>
  (readCorpus(name, bytesOf(text)).question?.options ?? []).map(
    ({ label, settings }) => [name, label, { text, settings }] as const,
  ),
).filter(([, , { settings }]) => settings.unknown === undefined && settings.classField !== ''); // a control; no corpus

test('the files of these tests have questions', () => {
  expect(new Set(OPTIONS.map(([name]) => name))).toEqual(new Set(FILES.map(([name]) => name)));
});

test.each(OPTIONS)('%s, "%s": change asks again', (name, _, { text, settings }) => {
  const before = readCorpus(name, bytesOf(text));
  const chosen = readCorpus(name, bytesOf(text), settings);
  const again = readCorpus(name, bytesOf(text), { ...settings, ...answersIn(described(chosen))?.forgotten });
  expect(again.question).toEqual(before.question);
});

test('spans that were counted from 1 by choice can be counted from 0 again', () => {
  const line = { tokens: ['we', 'met', 'bo', 'here'], entities: [{ type: 'PER', start: 2, end: 3 }], relations: [] };
  const bytes = bytesOf(JSON.stringify([line]));
  const [choice] = readCorpus('a.json', bytes).problems.flatMap(({ otherwise }) => otherwise ?? []);
  const chosen = readCorpus('a.json', bytes, choice!.settings);
  expect(chosen.sentences[0]!.spans).toEqual([{ start: 1, end: 2, type: 'PER' }]);
  const { forgotten } = answersIn(described(chosen))!;
  const again = readCorpus('a.json', bytes, { ...chosen.settings, ...forgotten });
  expect(again.sentences).toEqual(readCorpus('a.json', bytes).sentences);
});

test('files of one form that were answered in the same way are changed together', () => {
  const named = (name: string, settings: CorpusOptions, columns = 0) => ({ ...withSettings(settings), name, columns });
  const files = [
    named('train', { spansFrom: 1, types: ['PER'] }),
    named('dev', { spansFrom: 1 }),
    named('other answer', { spansFrom: 0 }),
    named('other form', { spansFrom: 1 }, 2),
    named('no answer', {}),
  ];
  expect(answeredAlike(files[0]!, files).map(({ name }) => name)).toEqual(['train', 'dev']);
});

test('what was a list of names becomes one again, without files that are alike', () => {
  const file = withSettings({ isNames: false });
  expect(answersIn(file)).toEqual({ inWords: 'not a list of names', forgotten: { isNames: true } });
  expect(answeredAlike(file, [file, withSettings({ isNames: false })])).toHaveLength(1);
});
