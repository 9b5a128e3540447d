import { describe, expect, test } from 'vitest';
import { PRESETS, presetById } from './presets.ts';
import { configProblems, DEFAULT_CONFIG, FIELD_NAMES, parseField } from './schema.ts';

describe('presets', () => {
  test.each(PRESETS.map((preset) => [preset.name, preset] as const))('%s is a valid configuration', (_, preset) => {
    expect(configProblems(preset.config)).toEqual([]);
    expect(presetById(preset.id)).toBe(preset);
  });

  test('the first is ours, and the default', () => {
    expect(PRESETS[0]!.config).toEqual(DEFAULT_CONFIG);
  });

  test('NCRF++ has the hidden size per direction, and its summed loss in the rate', () => {
    expect(presetById('ncrfpp')!.config).toMatchObject({ hidden: 100, learningRate: 0.15, schedule: 'inverse' });
  });
});

describe('settings', () => {
  test('what is written as text is read back', () => {
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
  ] as const)('%s=%s is refused in words', (name, text, problem) => {
    expect(parseField(name, text)).toEqual({ problem });
  });

  test('a character LSTM needs an even number of features', () => {
    expect(configProblems({ ...DEFAULT_CONFIG, charEncoder: 'lstm', charFeatures: 25 })).toHaveLength(1);
  });
});
