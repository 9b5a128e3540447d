import { expect, test } from 'vitest';
import { figuresInWords, type FiguresOf } from './shown-run.tsx';

const run = { name: 'Run 3', dev: 'town.dev' };

test.each<[FiguresOf, number | undefined, string]>([
  [{ run }, 4, 'Run 3, epoch 4, dev (town.dev)'],
  [{ run }, undefined, 'Run 3, dev (town.dev)'],
  [{ run: { ...run, dev: '' } }, 4, 'Run 3, epoch 4, dev'],
  [{ model: 'town.zip' }, undefined, 'town.zip, its dev data'],
  [undefined, 4, 'epoch 4, dev'],
])('figures name the run or the model, the epoch and the data: %j, epoch %s', (of, epoch, words) => {
  expect(figuresInWords(of, epoch)).toBe(words);
});
