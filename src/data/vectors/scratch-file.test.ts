import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { FileSink, type ScratchFile } from './scratch-file.ts';
import { WordIndex } from './word-index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const scratchFile = () => ({ read: () => 0, write: () => 0, close: vi.fn<() => void>() }) satisfies ScratchFile;

test('closes the file when its vectors are garbage-collected', async () => {
  const [held, dropped] = [scratchFile(), scratchFile()];
  const vectors = await new FileSink(held).finish(2, new WordIndex());
  await new FileSink(dropped).finish(2, new WordIndex());
  await expect
    .poll(() => {
      collectGarbage();
      return dropped.close.mock.calls.length;
    })
    .toBe(1);
  expect(held.close).not.toHaveBeenCalled();
  expect(vectors.dimensions).toBe(2); // held until here
});
