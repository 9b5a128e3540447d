import { expect, test } from 'vitest';
import { ARCHITECTURE_FIELDS, FIELDS } from '../../config/schema.ts';
import pythonSettings from './tagsmith_torch/training/settings.py?raw';

test('the settings that train.py accepts are those of the studio, with the same bounds', () => {
  const ofFeatures = ['listDropout', 'columnDropout']; // the program rejects models with features
  const program = Object.keys(FIELDS).filter(
    (name) => !ARCHITECTURE_FIELDS.some((fixed) => fixed === name) && !ofFeatures.includes(name),
  );
  const [, table] = /SETTINGS = (\{[^}]+\})/.exec(pythonSettings)!;
  const bounds = Object.fromEntries(
    [...table!.matchAll(/"(\w+)": \((.+)\),/g)].map(([, name, values]) => [
      name,
      values!.replaceAll('2**31 - 1', '2147483647'),
    ]),
  );
  const expected = Object.fromEntries(
    program.map((name) => {
      const field = FIELDS[name as keyof typeof FIELDS];
      if (field.type === 'choice') return [name, field.choices.map((choice) => `"${choice}"`).join(', ')];
      return [name, field.type === 'switch' ? 'False, True' : `${field.min}, ${field.max}`];
    }),
  );
  expect(bounds).toEqual(expected);
});
