import { describe, expect, test } from 'vitest';
import { PRESETS, presetById } from './presets.ts';
import { DEFAULT_CONFIG } from './schema.ts';
import { configProblems } from './validate.ts';

describe('presets', () => {
  test.each(PRESETS.map((preset) => [preset.name, preset] as const))('%s is a valid configuration', (_, preset) => {
    expect(configProblems(preset.config)).toEqual([]);
    expect(presetById(preset.id)).toBe(preset);
  });

  test('the first is the default', () => {
    expect(PRESETS[0]!.config).toEqual(DEFAULT_CONFIG);
  });

  test('NCRF++ is converted to units per direction and a mean loss', () => {
    expect(presetById('ncrfpp')!.config).toMatchObject({ hidden: 100, learningRate: 0.15, schedule: 'inverse' });
  });
});
