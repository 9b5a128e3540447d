import { expect, test } from 'vitest';
import { allPaths, logSum } from '../../../test/helpers/crf-paths.ts';
import { stepValue, type ScoredSentence } from '../../insight/sentence.ts';
import { say } from '../phrase.ts';
import { exerciseOf, type TaskName } from './registry.ts';
import type { Exercise } from './task.ts';

/** Every answer of the tasks on CRFs equals an enumeration of all paths. */

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
const FORBIDDEN = -1000;

function sentenceOf({ given }: Exercise): ScoredSentence {
  const [first] = given;
  if (first?.kind !== 'scores') throw new Error('The exercise has no scores.');
  return first.sentence;
}

/** The score of the tags of the first tokens; with the step to END if they are all. */
function scoreOf({ tokens, tags, emissions, scores }: ScoredSentence, path: readonly number[]): number {
  let sum = path.length === tokens.length ? stepValue(scores, { from: path.at(-1), to: undefined }) : 0;
  path.forEach((to, t) => {
    sum += stepValue(scores, { from: path[t - 1], to }) + emissions[t * tags.length + to]!;
  });
  return sum;
}

/** The scores of all paths to a cell, without the step to END. */
function scoresTo(sentence: ScoredSentence, t: number, tag: number): { path: number[]; score: number }[] {
  const longer = { ...sentence, tokens: [...sentence.tokens, ''] }; // so that no path is complete
  return allPaths(3, t)
    .map((path) => [...path, tag])
    .map((path) => ({ path, score: scoreOf(longer, path) }));
}

const best = <Item extends { score: number }>(items: readonly Item[]) =>
  items.reduce((first, item) => (item.score > first.score ? item : first));

const exercises = (name: TaskName, level: number) => SEEDS.map((seed) => exerciseOf(name, level, seed, 'en'));

/** What enumeration says of a field of a Viterbi exercise. */
function viterbiAnswer(sentence: ScoredSentence, id: string): number {
  const [kind, ...place] = id.split('-');
  const [t = 0, tag = 0] = place.map(Number);
  if (kind === 'path') {
    const paths = allPaths(3, sentence.tokens.length).map((path) => ({ path, score: scoreOf(sentence, path) }));
    return best(paths).path[t]!;
  }
  const first = best(scoresTo(sentence, t, tag));
  return kind === 'best' ? first.score : first.path[t - 1]!;
}

/** What enumeration says of a field of a forward exercise. */
function forwardAnswer(sentence: ScoredSentence, id: string): number {
  if (id === 'z') return logSum(allPaths(3, 2).map((path) => scoreOf(sentence, path)));
  const [t = 0, tag = 0] = id.split('-').map(Number);
  return logSum(scoresTo(sentence, t, tag).map(({ score }) => score));
}

test.each([1, 2, 3])('Viterbi, level %d: cells, back-pointers, the path, and what is known', (level) => {
  for (const exercise of exercises('viterbi', level)) {
    const sentence = sentenceOf(exercise);
    for (const { id, value } of exercise.fields) expect(value).toBeCloseTo(viterbiAnswer(sentence, id), 4);
    for (const { place, score } of exercise.grid!.known!) {
      expect(score).toBeCloseTo(best(scoresTo(sentence, place[1], place[0])).score, 2);
    }
  }
});

test('at level 3, every cell is asked for unless no legal path reaches it', () => {
  for (const exercise of exercises('viterbi', 3)) {
    const asked = exercise.fields.filter(({ id }) => id.startsWith('best-')).length;
    expect(asked + exercise.grid!.known!.length).toBe(9);
    expect(exercise.grid!.known!.every(({ score }) => score < FORBIDDEN)).toBe(true);
  }
});

test.each([1, 2])('the forward table, level %d: alpha and log Z', (level) => {
  for (const exercise of exercises('forward', level)) {
    const sentence = sentenceOf(exercise);
    for (const { id, value } of exercise.fields) expect(value).toBeCloseTo(forwardAnswer(sentence, id), 4);
  }
});

test.each([1, 2])('the score of a path, level %d', (level) => {
  for (const exercise of exercises('path-score', level)) {
    const sentence = sentenceOf(exercise);
    const path = say('en', exercise.question.values!['tags']!)
      .split(' ')
      .map((tag) => sentence.tags.indexOf(tag));
    expect(exercise.fields[0]!.value).toBeCloseTo(scoreOf(sentence, path), 4);
    expect(exercise.fields[0]!.value).toBeGreaterThan(FORBIDDEN);
  }
});

test('the number of legal paths', () => {
  for (const exercise of exercises('count-paths', 2)) {
    const T = say('en', exercise.question.values!['words']!).split(' ').length;
    const legal = allPaths(3, T).filter((path) => path.every((tag, t) => tag !== 2 || (t > 0 && path[t - 1] !== 0)));
    expect(exercise.fields.map(({ value }) => value)).toEqual([3 ** T, legal.length]);
  }
});

test('the best tag of each word alone, and whether BIO allows it', () => {
  for (const exercise of exercises('greedy', 2)) {
    const [table] = exercise.given;
    if (table?.kind !== 'table') throw new Error('no table');
    const path = exercise.fields.slice(0, -1).map(({ value }) => value);
    path.forEach((tag, t) => {
      const column = table.rows.map((row) => Number(row[t + 1]));
      expect(column[tag]).toBe(Math.max(...column));
    });
    const isLegal = path.every((tag, t) => tag !== 2 || (t > 0 && path[t - 1] !== 0));
    expect(exercise.fields.at(-1)!.value).toBe(isLegal ? 0 : 1);
  }
});
