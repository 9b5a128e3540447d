import { describe, expect, test } from 'vitest';
import { readTags } from '../figures/overlap.ts';
import { filterResponses } from '../figures/filter.ts';
import { LANGUAGES } from '../languages.ts';
import { say, type Phrase, type Value } from '../phrase.ts';
import { exerciseOf, TASKS, type TaskName } from './registry.ts';
import { check, firstAnswers, isSolved, type Answers, type Exercise } from './task.ts';

const SEEDS = Array.from({ length: 15 }, (_, i) => i + 1);
const names = Object.keys(TASKS) as TaskName[];
const levelsOf = (name: TaskName) => Array.from({ length: TASKS[name].levels }, (_, i) => i + 1);

/** The right answers, typed to two decimals. */
const rightAnswers = ({ fields }: Exercise): Answers =>
  Object.fromEntries(fields.map(({ id, kind, value }) => [id, kind === 'choice' ? String(value) : value.toFixed(2)]));

function phrasesOf({ question, hints, solution, fields, grid }: Exercise): Value[] {
  const options = fields.flatMap((field) => [field.label, ...(field.kind === 'choice' ? field.options : [])]);
  return [question, ...hints, ...solution, ...options, ...(grid ? [...grid.rows, ...grid.columns] : [])];
}

/** Placeholders of a message that have no value. */
function unfilled(value: Value): string[] {
  if (typeof value !== 'object') return [];
  const { key, values = {} }: Phrase = value;
  const wanted = [
    ...say('en', { key, values: new Proxy({}, { get: (_, name) => `<${String(name)}>` }) }).matchAll(/<(\w+)>/g),
  ];
  return [
    ...wanted
      .map(([, name]) => name!)
      .filter((name) => values[name] === undefined)
      .map((name) => `${key}: ${name}`),
    ...Object.values(values).flatMap(unfilled),
  ];
}

describe.each(names.flatMap((name) => levelsOf(name).map((level) => [name, level] as const)))(
  '%s %d',
  (name, level) => {
    test('the right answers check, no answer and no other do', () => {
      for (const language of LANGUAGES) {
        for (const seed of SEEDS) {
          const exercise = exerciseOf(name, level, seed, language);
          const right = rightAnswers(exercise);
          expect(isSolved(exercise, right)).toBe(true);
          expect(isSolved(exercise, firstAnswers(exercise))).toBe(false);
          expect(new Set(exercise.fields.map(({ id }) => id)).size).toBe(exercise.fields.length);
          const [first] = exercise.fields;
          const other = first!.kind === 'choice' ? String(first!.value + 1) : (first!.value + 0.02).toFixed(4);
          expect(check(exercise, { ...right, [first!.id]: other })[first!.id]).toBe('wrong');
          expect(phrasesOf(exercise).flatMap(unfilled)).toEqual([]);
          expect(exercise.solution.length).toBeGreaterThan(0);
          expect(exercise.hints.length).toBeGreaterThan(0);
        }
      }
    });

    test('the same seed gives the same exercise, other seeds others', () => {
      expect(exerciseOf(name, level, 7, 'en')).toEqual(exerciseOf(name, level, 7, 'en'));
      const drawn = SEEDS.map((seed) => JSON.stringify(exerciseOf(name, level, seed, 'en')));
      expect(new Set(drawn).size).toBeGreaterThan(3);
    });

    test('a language changes the words of an exercise, not its numbers', () => {
      if (['tag-sentence', 'repair-tags', 'find-error'].includes(name)) return;
      const answers = LANGUAGES.map((language) => rightAnswers(exerciseOf(name, level, 3, language)));
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    });
  },
);

/** The tags that the fields of a tagging task ask for. */
const tagsAsked = ({ fields }: Exercise, of: 'value' | 'initial') =>
  fields.map((field) => (field.kind === 'choice' ? say('en', field.options[field[of]!]!) : ''));

test('a sentence to tag is valid and has the listed entities', () => {
  for (const seed of SEEDS) {
    for (const level of [1, 2, 3]) {
      for (const language of LANGUAGES) {
        const exercise = exerciseOf('tag-sentence', level, seed, language);
        const { spans, invalid } = readTags(tagsAsked(exercise, 'value'));
        const tokens = exercise.fields.map(({ short }) => say('en', short!));
        const listed = spans
          .map(({ start, end, type }) => `${tokens.slice(start, end).join(' ')} (${type})`)
          .join(', ');
        expect(invalid).toEqual([]);
        expect(exercise.question.values!['entities']).toBe(listed);
        const isAdjacent = spans.some(
          (span, i) => spans[i + 1]?.start === span.end && spans[i + 1]?.type === span.type,
        );
        expect(isAdjacent).toBe(level === 3);
      }
    }
  }
});

test('tags to repair are invalid before and valid after', () => {
  for (const seed of SEEDS) {
    for (const level of [1, 2]) {
      const exercise = exerciseOf('repair-tags', level, seed, 'en');
      expect(readTags(tagsAsked(exercise, 'initial')).invalid.length).toBe(level);
      expect(readTags(tagsAsked(exercise, 'value')).invalid).toEqual([]);
    }
  }
});

test('exactly one of the sequences is impossible', () => {
  for (const seed of SEEDS) {
    for (const level of [1, 2]) {
      const [field] = exerciseOf('impossible', level, seed, 'en').fields;
      if (field?.kind !== 'choice') throw new Error('no choice');
      const faults = field.options.map((option) => readTags(say('en', option).split(' ')).invalid.length > 0);
      expect(faults.indexOf(true)).toBe(field.value);
      expect(faults.filter(Boolean)).toHaveLength(1);
    }
  }
});

test('exactly one sentence has an annotation error, and the others are valid', () => {
  for (const seed of SEEDS) {
    const [field] = exerciseOf('find-error', 2, seed, 'en').fields;
    if (field?.kind !== 'choice') throw new Error('no choice');
    expect(new Set(field.options).size).toBe(4);
  }
});

test('the winning filter has the largest response of all', () => {
  for (const seed of SEEDS) {
    const { given, fields, question } = exerciseOf('filter', 2, seed, 'en');
    const filters = given.map((one) =>
      one.kind === 'table' ? one.rows.map(([, ...weights]) => weights.map(Number)) : [],
    );
    const maxima = filters.map((filter) => Math.max(...filterResponses(say('en', question.values!['word']!), filter)));
    expect(maxima.indexOf(Math.max(...maxima))).toBe(fields[0]!.value);
    expect(maxima.filter((one) => one === Math.max(...maxima))).toHaveLength(1);
  }
});
