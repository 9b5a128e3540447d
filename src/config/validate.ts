import { StudioError } from '../lib/errors.ts';
import type { Field, NumberField } from './field.ts';
import { FIELD_NAMES, FIELDS, type FieldName, type RunConfig } from './schema.ts';

/** An invalid value of a setting. */
export interface SettingProblem<Name extends string = FieldName> {
  field: Name;
  /** The value as text. */
  value: string;
  /** The end of a sentence without its full stop: `expected a whole number from 1 to 512`. */
  reason: string;
}

/** `batchSize is 0: expected a whole number from 1 to 512.` */
export function describeProblem({ field, value, reason }: SettingProblem<string>): string {
  return `${field} is ${value}: ${reason}.`;
}

/** Several problems as one message. */
export function describeProblems(problems: readonly SettingProblem[]): string {
  return problems.map(describeProblem).join(' ');
}

/** All problems of a configuration. */
export function configProblems(config: RunConfig): SettingProblem[] {
  const problems = FIELD_NAMES.flatMap((field) => {
    const value: unknown = config[field];
    return fits(FIELDS[field], value) ? [] : [problemOf(field, textOf(value))];
  });
  if (config.charEncoder === 'lstm' && config.charFeatures % 2 !== 0) {
    const reason = 'the character LSTM needs an even number, half per direction';
    problems.push({ field: 'charFeatures', value: String(config.charFeatures), reason });
  }
  return problems;
}

/** A value of a file, which may be an object that has no text, or a long one. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
  return text.slice(0, LONGEST_VALUE);
}

const LONGEST_VALUE = 80;

/** @throws StudioError BadConfig if a setting is out of bounds */
export function checkConfig(config: RunConfig): void {
  const problems = configProblems(config);
  if (problems.length > 0) throw new StudioError('BadConfig', describeProblems(problems));
}

/** Parses a value from text, as in `--set hidden=100` or the page's address. */
export function parseField(
  name: FieldName,
  text: string,
): { value: RunConfig[FieldName] } | { problem: SettingProblem } {
  const field: Field = FIELDS[name];
  const value = parseValue(field, text);
  if (fits(field, value)) return { value: value as RunConfig[FieldName] };
  return { problem: problemOf(name, Number.isNaN(value) ? text.trim() || 'empty' : String(value)) };
}

function parseValue({ type }: Field, text: string): unknown {
  switch (type) {
    case 'switch':
      return { true: true, false: false }[text] ?? text;
    case 'choice':
      return text;
    case 'integer':
    case 'number':
      return text.trim() === '' ? NaN : Number(text);
    default:
      return type satisfies never;
  }
}

function fits(field: Field, value: unknown): boolean {
  switch (field.type) {
    case 'switch':
      return typeof value === 'boolean';
    case 'choice':
      return field.choices.some((choice) => choice === value);
    case 'integer':
      return Number.isInteger(value) && isWithin(field, value);
    case 'number':
      return isWithin(field, value);
    default:
      return field satisfies never;
  }
}

function isWithin({ min, max }: NumberField, value: unknown): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

function problemOf(name: FieldName, value: string): SettingProblem {
  return { field: name, value, reason: `expected ${expectedOf(FIELDS[name])}` };
}

function expectedOf(field: Field): string {
  switch (field.type) {
    case 'switch':
      return 'true or false';
    case 'choice':
      return `one of ${field.choices.join(', ')}`;
    case 'integer':
      return `a whole number from ${field.min} to ${field.max}`;
    case 'number':
      return `a number from ${field.min} to ${field.max}`;
    default:
      return field satisfies never;
  }
}
