import { memory } from '../../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { newRun } from '../../../test/helpers/exported-models.ts';
import { tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { downloadWeights } from '../../model/weights.ts';
import { inspectGates, type GatesQuery } from './gates.ts';
import { inspectText } from './inspect.ts';

const TEXT = 'Ada Vale left Norrby in May. Mio lives. Norrby is old.';
const ASKED: GatesQuery = { text: TEXT, sentence: 0, token: 3, tag: 2, unit: undefined };

beforeAll(useReferences);

describe.each([
  ['lstm', 1, ['input', 'forget', 'candidate', 'output', 'cell c', 'output h']],
  ['lstm', 2, ['input', 'forget', 'candidate', 'output', 'cell c', 'output h']],
  ['gru', 1, ['reset', 'update', 'candidate', 'output h']],
  ['rnn', 1, ['output h']],
] as const)('%s, %d layers', (cell, layers, rows) => {
  test('the units and the bias add up to the emission', async () => {
    const { model } = tinyRun(undefined, { cell, layers });
    const { sentences, tags } = await inspectText(model, TEXT);
    const { sum, units } = await inspectGates(model, ASKED);
    expect(sum.emission).toBeCloseTo(sentences[0]!.emissions[3 * tags.length + 2]!, 5);
    expect(sum.parts.reduce((total, part) => total + part.sum, sum.bias)).toBeCloseTo(sum.emission, 6);
    expect(units.map(({ direction }) => direction)).toEqual([
      ...Array<string>(4).fill('forward'),
      ...Array<string>(4).fill('backward'),
    ]);
    const sizes = units.slice(0, 4).map(({ contributions }) => Math.abs(contributions[3]!));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  test('the rows of a unit obey the equations of its cell', async () => {
    const { model } = tinyRun(undefined, { cell, layers });
    const weights = await downloadWeights(model.weights);
    for (const unit of [0, 7]) {
      const { chosen } = await inspectGates(model, { ...ASKED, unit });
      expect([chosen.direction, chosen.unit]).toEqual(unit < 6 ? ['forward', 0] : ['backward', 1]);
      expect(chosen.rows.map(({ name }) => name)).toEqual(rows);
      const valuesOf = (name: string) => chosen.rows.find((row) => row.name === name)!.values;
      const h = valuesOf('output h');
      const step = unit < 6 ? 1 : -1; // the previous item of a direction
      chosen.contributions.forEach((contribution, t) => {
        const K = model.vocabulary.tags.length;
        expect(contribution).toBeCloseTo(h[t]! * weights['output.w']!.values[unit * K + 2]!, 6);
      });
      for (const t of h.keys()) {
        expect(h[t]).toBeCloseTo(expected(cell, valuesOf, t, t - step), 5);
      }
    }
  });
});

/** h of a unit, computed from its gates and previous states. */
function expected(cell: 'lstm' | 'gru' | 'rnn', valuesOf: (name: string) => Float32Array, t: number, before: number) {
  const at = (name: string, place = t) => valuesOf(name)[place] ?? 0;
  if (cell === 'rnn') return at('output h');
  if (cell === 'gru') return (1 - at('update')) * at('candidate') + at('update') * at('output h', before);
  const c = at('forget') * at('cell c', before) + at('input') * at('candidate');
  return at('output') * Math.tanh(c);
}

test.each(['forward', 'backward'] as const)('%s only: the units of that direction', async (direction) => {
  const { model } = tinyRun(undefined, { direction });
  const { sentences, tags } = await inspectText(model, TEXT);
  const { sum, units, directions } = await inspectGates(model, ASKED);
  expect(sum.emission).toBeCloseTo(sentences[0]!.emissions[3 * tags.length + 2]!, 5);
  expect(sum.parts.map((part) => part.direction)).toEqual([direction]);
  expect([directions, units.length]).toEqual([[direction], 4]);
});

test.each([0, 2.5])('what the document adds belongs to the emission, with a consistency of %d', async (consistency) => {
  const { model } = tinyRun(undefined, { context: 'document', consistency });
  const { sentences, tags } = await inspectText(model, TEXT);
  const { sum } = await inspectGates(model, ASKED);
  expect(sum.emission).toBeCloseTo(sentences[0]!.emissions[3 * tags.length + 2]!, 5);
  expect(sum.document).not.toBeCloseTo(0, 4);
  expect((await inspectGates(model, { ...ASKED, token: 0 })).sum.document).toBe(0);
  const { model: ofSentences } = tinyRun();
  expect((await inspectGates(ofSentences, ASKED)).sum.document).toBeUndefined();
});

test('what self-attention adds belongs to the emission, with and without documents', async () => {
  for (const context of ['sentence', 'document'] as const) {
    const { model } = await newRun({ settings: { attention: 'sentence', context } });
    const { sentences, tags } = await inspectText(model, TEXT);
    const { sum } = await inspectGates(model, ASKED);
    const { emission, attention, document } = sum;
    expect(emission / sentences[0]!.emissions[3 * tags.length + 2]!).toBeCloseTo(1, 4);
    expect(attention).not.toBeCloseTo(0, 2);
    expect(document === undefined).toBe(context === 'sentence');
  }
});

test('nothing is left on the device', async () => {
  const { model } = tinyRun(undefined, { context: 'document' });
  const before = memory().numTensors;
  await inspectGates(model, ASKED);
  expect(memory().numTensors).toBe(before);
});
