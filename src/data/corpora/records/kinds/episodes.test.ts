import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../../test/helpers/read-text.ts';

const episode = (types: string[] | undefined, label: string[][]) => ({
  support: { word: [['Ada', 'left', 'Varde']], label: [label[0]] },
  query: { word: [['Bo', 'saw', 'Fog']], label: [label[1]] },
  ...(types && { types }),
});

test('Few-NERD: the sentences of an episode say something of its types only', () => {
  const lines = [
    episode(['person-actor', 'art-film'], [['person-actor', 'O', 'O'], ['person-actor', 'O', 'art-film']]), // prettier-ignore
    episode(['location-GPE', 'art-film'], [['O', 'O', 'location-GPE'], ['O', 'O', 'art-film']]), // prettier-ignore
  ];
  const corpus = readText(lines.map((line) => JSON.stringify(line)).join('\n'), {}, 'train_5_1.jsonl');
  expect(entitiesOf(corpus)).toEqual([
    'person-actor Ada',
    'person-actor Bo',
    'art-film Fog',
    'location-GPE Varde',
    'art-film Fog',
  ]);
  expect(corpus.sentences.map(({ unknown }) => unknown)).toEqual([
    { tokens: [], types: ['person-actor', 'art-film'] },
    { tokens: [], types: ['person-actor', 'art-film'] },
    { tokens: [], types: ['location-GPE', 'art-film'] },
    { tokens: [], types: ['location-GPE', 'art-film'] },
  ]);
  expect(corpus.question).toBeUndefined();
  expect(corpus.problems.map(({ message }) => message).join()).toContain(
    'annotated with the types of the episode only',
  );
});

test('Few-NERD: an episode without its types is read with a warning, one with other labels than words is skipped', () => {
  const labels = [['person-actor', 'O', 'O'], ['person-actor', 'O', 'art-film']]; // prettier-ignore
  const { problems, sentences } = readText(JSON.stringify(episode(undefined, labels)), {}, 'a.jsonl');
  expect(sentences.every(({ unknown }) => unknown === undefined)).toBe(true);
  expect(problems.map(({ message }) => message).join()).toContain('without the list of its types');
  const short = readText(JSON.stringify(episode(['art-film'], [['O'], ['O', 'O', 'art-film']])), {}, 'a.jsonl');
  expect(short.problems.find(({ line }) => line === 1)!.message).toContain('another number of labels');
});
