import { expect, test } from 'vitest';
import { packedFile } from '../../../../test/helpers/packed-files.ts';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { joinParallel } from './parallel-files.ts';

const WORDS = 'play Little Robin\n\nrain in Varde \n';
const TAGS = 'O B-track I-track\n\nO O B-city\n';

test.each([
  ['train/seq.in', 'train/seq.out', 'train.jsonl'],
  ['seq.in', 'seq.out', 'snips.jsonl'],
  ['dev/sentences.txt', 'dev/labels.txt', 'dev.jsonl'],
  ['sentences.txt', 'tags.txt', 'snips.jsonl'],
  ['data/testa.words.txt', 'data/testa.tags.txt', 'testa.jsonl'],
  ['source_2014.txt', 'target_2014.txt', 'snips.jsonl'],
  ['text_train.txt', 'labels_train.txt', 'snips.jsonl'],
])('%s and %s are sentences with their tags', async (words, tags, name) => {
  const others = [packedFile('label', 'PlayMusic\n'), packedFile('readme.txt', 'x')];
  const joined = await joinParallel([...others, packedFile(tags, TAGS), packedFile(words, WORDS)], 'snips.zip');
  expect(joined.map((one) => one.name)).toEqual([name, 'label', 'readme.txt']);
  const corpus = readText(await (await joined[0]!.open()).text(), {}, name);
  expect(entitiesOf(corpus)).toEqual(['track Little Robin', 'city Varde']);
  expect([corpus.problems, corpus.sentences.map(({ line }) => line)]).toEqual([[], [1, 3]]);
});

test('a sentence with another number of tags is a problem, with its line', async () => {
  const [joined] = await joinParallel(
    [packedFile('seq.in', `${WORDS}rain\n`), packedFile('seq.out', `${TAGS}O O\n`)],
    'a.zip',
  );
  const { problems, sentences } = readText(await (await joined!.open()).text(), {}, 'a.jsonl');
  expect([sentences.length, problems.map(({ line }) => line)]).toEqual([2, [4]]);
});

test.each([
  ['a list of labels', 'PER\nLOC\n'],
  ['a list of tags', 'O\nB-city\nI-city\n'],
  ['tags of other sentences', `${TAGS}O O\n`],
  ['as many lines of other lengths', 'O\n\nO B-city\n'],
])('of several files with tags the one that fits is taken: not %s', async (_, labels) => {
  const files = [
    packedFile('sentences.txt', WORDS),
    packedFile('labels.txt', labels),
    packedFile('tags.txt', `${TAGS}\n`),
  ];
  const joined = await joinParallel(files, 'a.zip');
  expect(joined.map(({ name }) => name)).toEqual(['a.jsonl', 'labels.txt']);
  const corpus = readText(await (await joined[0]!.open()).text(), {}, 'a.jsonl');
  expect([entitiesOf(corpus), corpus.problems]).toEqual([['track Little Robin', 'city Varde'], []]);
  expect(await joinParallel(files.slice(0, 2))).toEqual(files.slice(0, 2));
});

test('two texts are no pair', async () => {
  const files = [packedFile('source.txt', 'Ada left\n'), packedFile('target.txt', 'Ada ging\n')];
  expect(await joinParallel(files)).toEqual(files);
});
