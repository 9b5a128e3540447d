import { randomUniform, streamKey } from '../../lib/rng.ts';
import type { ScoredSentence } from '../../insight/sentence.ts';
import type { Language } from '../languages.ts';
import type { MessageKey } from '../messages/en.ts';
import { readingsOf } from '../numbers.ts';
import type { Phrase, Value } from '../phrase.ts';

/** A kind of exercise. Another seed gives other numbers; the same seed gives the same ones to a whole class. */
export interface Task {
  title: MessageKey;
  /** Number of levels, from 1. */
  levels: number;
  generate: (draw: Draw, level: number, language: Language) => Exercise;
}

/** An exercise with its answers. Plain data. */
export interface Exercise {
  question: Phrase;
  given: readonly Given[];
  fields: readonly Field[];
  /** If the fields are the cells of a table: its headings. */
  grid?: { rows: readonly Value[]; columns: readonly Value[]; known?: readonly KnownCell[] };
  /** From vague to precise. */
  hints: readonly Phrase[];
  /** Step by step. */
  solution: readonly Phrase[];
}

/** A cell of the grid that is not asked for. */
export interface KnownCell {
  place: readonly [row: number, column: number];
  score: number;
}

/** What is shown with a question. */
export type Given =
  | { kind: 'scores'; sentence: ScoredSentence }
  | { kind: 'table'; head: readonly Value[]; rows: readonly (readonly Value[])[] }
  | { kind: 'curves'; x: Phrase; y: Phrase; curves: readonly { name: string; values: readonly number[] }[] };

interface CommonField {
  /** Unique in the exercise. */
  id: string;
  label: Value;
  /** What is visible of the label; by default all of it. */
  short?: Value;
  /** Row and column in the grid. */
  place?: readonly [row: number, column: number];
}

export interface NumberField extends CommonField {
  kind: 'number';
  value: number;
}

export interface ChoiceField extends CommonField {
  kind: 'choice';
  options: readonly Value[];
  /** Index of the right option. */
  value: number;
  /** Index of the option that is chosen at first; by default none. */
  initial?: number;
}

export type Field = NumberField | ChoiceField;

/** Answers by the id of their field: a number as it was typed, or the index of an option. */
export type Answers = Readonly<Record<string, string>>;

export type Verdict = 'right' | 'wrong' | 'empty';

/** Two decimals are enough, rounded or cut off. */
const TOLERANCE = 0.01 + 1e-6;

export function checkField(field: Field, answers: Answers): Verdict {
  const text = answers[field.id] ?? '';
  if (text.trim() === '') return 'empty';
  if (field.kind === 'choice') return Number(text) === field.value ? 'right' : 'wrong';
  return readingsOf(text).some((number) => Math.abs(number - field.value) <= TOLERANCE) ? 'right' : 'wrong';
}

/** The verdict on every field, by its id. */
export function check({ fields }: Exercise, answers: Answers): Readonly<Record<string, Verdict>> {
  return Object.fromEntries(fields.map((field) => [field.id, checkField(field, answers)]));
}

export const isSolved = (exercise: Exercise, answers: Answers): boolean =>
  exercise.fields.every((field) => checkField(field, answers) === 'right');

/** The answers before anything is typed. */
export const firstAnswers = ({ fields }: Exercise): Answers =>
  Object.fromEntries(
    fields.flatMap((field) =>
      field.kind === 'choice' && field.initial !== undefined ? [[field.id, String(field.initial)]] : [],
    ),
  );

/** Random choices of a generator. */
export class Draw {
  readonly #key: number;
  #next = 0;

  constructor(...seeds: number[]) {
    this.#key = streamKey(...seeds);
  }

  /** An integer in [0, count). */
  below(count: number): number {
    return Math.floor(randomUniform(this.#key, this.#next++) * count);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** Some of the items, in random order. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    const rest = [...items];
    return Array.from({ length: count }, () => rest.splice(this.below(rest.length), 1)[0]!);
  }

  /** A multiple of `step` in [least, most]. */
  score(least: number, most: number, step = 0.1): number {
    const steps = Math.round((most - least) / step);
    return Number((least + this.below(steps + 1) * step).toFixed(6));
  }

  /** Repeats `make` until its result is fit for an exercise. */
  until<Result>(make: () => Result, isFit: (result: Result) => boolean): Result {
    for (let i = 0; i < 1000; i++) {
      const result = make();
      if (isFit(result)) return result;
    }
    throw new Error('No fit exercise in 1000 tries: the condition is too narrow.');
  }
}
