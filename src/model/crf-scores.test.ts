import { beforeAll, expect, test, vi } from 'vitest';
import { tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { learnedScores } from './crf-scores.ts';
import { taggerWeights } from './weights.ts';

beforeAll(useReferences);

test('if a device fails, the scores cannot be read, and no other failure is left unhandled', async () => {
  const unhandled = vi.fn<(error: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const { model } = tinyRun();
  const { transitions, start, end } = taggerWeights(model).crf!;
  for (const tensor of [transitions, start, end])
    vi.spyOn(tensor, 'data').mockImplementation(() => Promise.reject(new Error('The GPU was lost.')));
  await expect(learnedScores(model)).rejects.toThrow('The GPU was lost.');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
