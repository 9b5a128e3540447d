import { expect, test } from 'vitest';
import { ARCHITECTURE_FIELDS, FIELDS } from '../../config/schema.ts';
import pythonCommandLine from './tagsmith_torch/training/command_line.py?raw';
import pythonOptimizers from './tagsmith_torch/training/optimizer.py?raw';
import pythonSettings from './tagsmith_torch/training/settings.py?raw';

test('the settings that train.py accepts are those of the studio, with the same bounds', () => {
  const ofFeatures = ['listDropout', 'columnDropout']; // the program rejects models with features
  const ofUnknownTags = ['entityRatio', 'entityRatioWeight']; // its corpora are known completely
  const ofTexts = ['augmentation']; // the program says that it trains without
  const program = Object.keys(FIELDS).filter(
    (name) =>
      !ARCHITECTURE_FIELDS.some((fixed) => fixed === name) &&
      ![...ofFeatures, ...ofUnknownTags, ...ofTexts].includes(name),
  );
  const [, table] = /SETTINGS: .* = (\{[^}]+\})/.exec(pythonSettings)!;
  const optimizers = [...pythonOptimizers.matchAll(/("\w+"): Rule\(/g)].map(([, name]) => name).join(', ');
  const bounds = Object.fromEntries(
    [...table!.matchAll(/"(\w+)": (?:tuple)?\((.+)\),/g)].map(([, name, values]) => [
      name,
      values!.replaceAll('2**31 - 1', '2147483647').replace('RULES', optimizers),
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
  for (const name of ofTexts) expect(pythonCommandLine).toContain(`run.config.get("${name}"`);
});
