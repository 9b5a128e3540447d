import { beforeAll, expect, test, vi } from 'vitest';
import { memory } from '../../tensors/tensors.ts';
import { tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { inspectReach } from './reach.ts';

beforeAll(useReferences);

test('the model and an untrained layer of each cell; an LSTM that starts open reaches farther than an RNN', async () => {
  const { model } = tinyRun(undefined, { context: 'document', hidden: 20 });
  const text = 'Ada Vale left Norrby in May and she lives in Norrby since then.';
  const before = memory().numTensors;
  const { tag, lines } = await inspectReach(model, { text, sentence: 0, tag: 1 });
  expect(memory().numTensors).toBe(before);
  expect(tag).toBe(model.vocabulary.tags[1]);
  expect(lines.map(({ cell, isTrained }) => [cell, isTrained])).toEqual([
    ['lstm', true],
    ['rnn', false],
    ['gru', false],
    ['lstm', false],
  ]);
  const share = (cell: string) => {
    const { norms } = lines.find((line) => line.cell === cell && !line.isTrained)!;
    expect(norms).toHaveLength(14);
    return norms[8]! / norms[0]!;
  };
  expect(share('lstm')).toBeGreaterThan(2 * share('rnn'));
});

test('is cancelled before any of its layers', async () => {
  const { model } = tinyRun();
  const before = memory().numTensors;
  const reachUntil = async (last: number) => {
    const { signal } = new AbortController();
    let checks = 0;
    vi.spyOn(signal, 'aborted', 'get').mockImplementation(() => ++checks > last);
    await inspectReach(model, { text: 'Ada Vale left Norrby.', sentence: 0, tag: 1 }, undefined, signal);
    return checks;
  };
  const checks = await reachUntil(Infinity);
  expect(checks).toBeGreaterThanOrEqual(4);
  for (let last = 0; last < checks; last++) await expect(reachUntil(last)).rejects.toThrow('Cancelled');
  expect(memory().numTensors).toBe(before);
});
