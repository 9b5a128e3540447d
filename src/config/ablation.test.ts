import { expect, test } from 'vitest';
import { ablated, ABLATION, ABLATION_NOTE, ablationRows, TRAINABLE_ROWS } from './ablation.ts';
import { presetById } from './presets.ts';
import { DEFAULT_CONFIG, FIELD_NAMES } from './schema.ts';
import { configProblems } from './validate.ts';

const rowOf = (id: string) => ABLATION.find((row) => row.id === id)!;

test('a row changes only the settings of the model', () => {
  const recipe = presetById('ma-hovy')!.config;
  for (const row of ABLATION) {
    const config = ablated(recipe, row);
    expect(configProblems(config)).toEqual([]);
    const changed = FIELD_NAMES.filter((name) => config[name] !== recipe[name]);
    const parts = [
      'emissions',
      'cell',
      'direction',
      'layers',
      'attention',
      'charEncoder',
      'encoder',
      'decoder',
      'constraints',
      'fineTuneWords',
    ];
    expect(parts).toEqual(expect.arrayContaining(changed));
  }
});

test('a row does not depend on the model settings of the recipe', () => {
  const odd = {
    emissions: 'features',
    cell: 'rnn',
    direction: 'forward',
    layers: 3,
    attention: 'sentence',
    charEncoder: 'none',
    decoder: 'softmax',
    constraints: false,
  } as const;
  for (const row of ABLATION.filter(({ group }) => group === 'model')) {
    expect(ablated({ ...DEFAULT_CONFIG, ...odd }, row)).toEqual(ablated(DEFAULT_CONFIG, row));
  }
});

test('illegal transitions are forbidden in one row only', () => {
  const forbidden = ABLATION.filter((row) => row.group === 'model' && ablated(DEFAULT_CONFIG, row).constraints);
  expect(forbidden.map(({ id }) => id)).toEqual(['constraints']);
  // Rows of the recipe are as it is, and the caption says so.
  for (const row of TRAINABLE_ROWS.filter(({ group }) => group !== 'model'))
    for (const constraints of [true, false])
      expect(ablated({ ...DEFAULT_CONFIG, constraints }, row).constraints).toBe(constraints);
  expect(ABLATION_NOTE).toContain('rows of the recipe keep its constraints');
});

test('the character LSTM has an even number of features', () => {
  const odd = { ...DEFAULT_CONFIG, charFeatures: 25 };
  expect(ablated(odd, rowOf('char-lstm')).charFeatures).toBe(26);
  expect(ablated(odd, rowOf('char-cnn')).charFeatures).toBe(25);
});

test('no two rows train the same model, whatever there is', () => {
  const documents = { ...DEFAULT_CONFIG, context: 'document' } as const;
  for (const [recipe, has] of [
    [DEFAULT_CONFIG, []],
    [DEFAULT_CONFIG, ['vectors']],
    [documents, ['documents']],
    [documents, ['vectors', 'documents']],
  ] as const) {
    const rows = ablationRows(has);
    for (const group of ['model', 'data']) {
      const models = rows
        .filter((row) => row.group === group)
        .map((row) =>
          JSON.stringify([ablated(recipe, row), row.vectors && has.some((one) => one === 'vectors'), row.share]),
        );
      expect(new Set(models).size).toBe(models.length);
    }
  }
  expect(new Set(ABLATION.map(({ id }) => id)).size).toBe(ABLATION.length);
});
