import { describe, expect, test } from 'vitest';
import type { Field } from './field.ts';
import { applies } from './applies.ts';
import { DEFAULT_CONFIG, FIELD_NAMES, FIELDS } from './schema.ts';
import { configProblems, describeProblem, describeProblems, parseField } from './validate.ts';

describe('settings', () => {
  test('values survive a round trip as text', () => {
    for (const name of FIELD_NAMES) {
      expect(parseField(name, String(DEFAULT_CONFIG[name]))).toEqual({ value: DEFAULT_CONFIG[name] });
    }
  });

  test.each([
    ['hidden', '0', 'hidden is 0: expected a whole number from 1 to 1024.'],
    ['hidden', '1.5', 'hidden is 1.5: expected a whole number from 1 to 1024.'],
    ['hidden', '', 'hidden is empty: expected a whole number from 1 to 1024.'],
    ['hidden', 'many', 'hidden is many: expected a whole number from 1 to 1024.'],
    ['cell', 'lstn', 'cell is lstn: expected one of lstm, gru, rnn.'],
    ['lowercase', 'yes', 'lowercase is yes: expected true or false.'],
  ] as const)('%s=%s is refused with a message', (name, text, problem) => {
    const parsed = parseField(name, text);
    expect(parsed).toMatchObject({ problem: { field: name } });
    expect('problem' in parsed && describeProblem(parsed.problem)).toBe(problem);
  });

  test('a character LSTM needs an even number of features', () => {
    const problems = configProblems({ ...DEFAULT_CONFIG, charEncoder: 'lstm', charFeatures: 25 });
    expect(problems).toMatchObject([{ field: 'charFeatures', value: '25' }]);
    expect(describeProblems(problems)).toMatch(/^charFeatures is 25: .*even number/);
  });
});

test('a setting that needs others names a choice and some of its values', () => {
  for (const name of FIELD_NAMES) {
    const { when }: Field = FIELDS[name];
    if (when === undefined) continue;
    expect(FIELDS).toHaveProperty([when.setting, 'choices'], expect.arrayContaining([...when.values]));
  }
  expect(applies('momentum', DEFAULT_CONFIG)).toBe(false);
  expect(applies('momentum', { ...DEFAULT_CONFIG, optimizer: 'sgd' })).toBe(true);
  expect(applies('hidden', DEFAULT_CONFIG)).toBe(true);
  const features = { ...DEFAULT_CONFIG, emissions: 'features' } as const;
  expect(applies('hidden', features)).toBe(false);
  expect([DEFAULT_CONFIG, features].map((config) => applies('featureFrequency', config))).toEqual([false, true]);
});
