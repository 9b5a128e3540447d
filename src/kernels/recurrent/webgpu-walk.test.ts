import { expect, test } from 'vitest';
import { sentencesAtOnce } from './webgpu-walk.ts';

test.each([
  { batch: 1, hidden: 200, sentences: 1 },
  { batch: 7, hidden: 200, sentences: 1 },
  { batch: 8, hidden: 200, sentences: 2 },
  { batch: 15, hidden: 200, sentences: 2 },
  { batch: 16, hidden: 200, sentences: 4 },
  { batch: 1000, hidden: 1, sentences: 4 },
])('a workgroup walks $sentences of $batch sentences', ({ batch, hidden, sentences }) => {
  expect(sentencesAtOnce(batch, hidden)).toBe(sentences);
});

test('the states of the sentences fit into the memory of a workgroup that WebGPU guarantees', () => {
  for (let hidden = 1; hidden <= 1024; hidden++) {
    const states = 2 * sentencesAtOnce(1000, hidden) * hidden;
    expect(4 * (states + 1), `${hidden} units`).toBeLessThanOrEqual(16_384); // and the number of items
  }
});
