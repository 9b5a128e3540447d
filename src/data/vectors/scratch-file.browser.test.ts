import { afterEach, beforeEach, expect, it } from 'vitest';
import { aloneWith } from '../../../test/helpers/alone.ts';
import type { VectorsRead } from './read-vectors.ts';
import { removeUnusedScratchFiles } from './scratch-file.ts';
import type { ScratchResponse, ScratchRequest } from './scratch-file.testing.worker.ts';

aloneWith('scratch files');

const WORDS = 25_000;
const TEXT = Array.from({ length: WORDS }, (_, i) => `word${i} ${i} ${-i / 2} 1`).join('\n');

async function compress(text: string, format: CompressionFormat): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream(format))).arrayBuffer();
}

const workers: Worker[] = [];
afterEach(() => workers.splice(0).forEach((worker) => worker.terminate()));

/** Scratch files are only available in workers. */
function openWorker() {
  const worker = new Worker(new URL('./scratch-file.testing.worker.ts', import.meta.url), { type: 'module' });
  workers.push(worker);
  return {
    ask: (request: ScratchRequest) =>
      new Promise<ScratchResponse>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<ScratchResponse>) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(request);
      }),
    terminate: () => worker.terminate(),
  };
}

async function fileNames(): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('vectors', { create: true });
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

/** Workers of other test files may be alive, with their files. */
let others: ReadonlySet<string>;
beforeEach(async () => {
  others = new Set(await fileNames());
});

/** Of this test. */
async function countFiles(): Promise<number> {
  return (await fileNames()).filter((name) => !others.has(name)).length;
}

it('stores compressed vectors in a file, as long as the worker lives', async () => {
  const file = new File([await compress(TEXT, 'gzip')], 'vectors.gz');
  const [first, second] = [openWorker(), openWorker()];
  const keys = ['Word1', `word${WORDS - 1}`, 'absent'];
  for (const worker of [first, second]) {
    const { found, problems, words } = await worker.ask({ file, keys });
    expect({ problems, words }).toEqual({ problems: [], words: WORDS });
    expect([...found.keys()]).toEqual(['Word1', `word${WORDS - 1}`]);
    expect(found.get(`word${WORDS - 1}`)![0]).toBeCloseTo(WORDS - 1, 2);
    expect(found.get('Word1')![1]).toBeCloseTo(-0.5, 2);
  }
  expect(await countFiles()).toBe(2); // the second worker did not remove the file of the first
  first.terminate();
  second.terminate();
  await expect.poll(async () => (await openWorker().ask({ file, keys }), countFiles())).toBe(1);
});

it('workers keep the files that they open while others are removed', async () => {
  const file = new File([await compress(TEXT.split('\n').slice(0, 500).join('\n'), 'gzip')], 'vectors.gz');
  const isOver = new AbortController();
  const removing = (async () => {
    while (!isOver.signal.aborted) await removeUnusedScratchFiles();
  })();
  const answers = await Promise.all(Array.from({ length: 8 }, () => openWorker().ask({ file, keys: ['word7'] })));
  isOver.abort();
  await removing;
  for (const { found, problems } of answers) {
    expect(problems).toEqual([]);
    expect(found.get('word7')![0]).toBeCloseTo(7, 1);
  }
});

it('removes the files of ended workers, without a new one', async () => {
  const worker = openWorker();
  await worker.ask({ file: new File([await compress(TEXT, 'gzip')], 'vectors.gz'), keys: [] });
  await removeUnusedScratchFiles();
  expect(await countFiles()).toBe(1);
  worker.terminate();
  await expect.poll(async () => (await removeUnusedScratchFiles(), countFiles())).toBe(0);
});

it('leaves no file behind if the input is truncated', async () => {
  const whole = await compress(TEXT, 'gzip');
  const worker = openWorker();
  const cut = new File([whole.slice(0, whole.byteLength - 20)], 'cut.gz');
  expect((await worker.ask({ file: cut, keys: [] })).error).toContain('It is truncated, damaged,');
  await worker.ask({ file: new File([whole], 'whole.gz'), keys: [] });
  expect(await countFiles()).toBe(1);
});

it.each(['plain', 'gzip'] as const)('reads a %s file', async (kind) => {
  const file = new File([kind === 'plain' ? TEXT : await compress(TEXT, kind)], 'vectors');
  const { vectors, words, problems } = (await openWorker().ask({ file, keys: [] })) as Partial<VectorsRead>;
  expect(vectors).toEqual({ dimensions: 3, words: ['word7'], values: Float32Array.of(7, -3.5, 1) });
  expect({ words, problems }).toEqual({ words: WORDS, problems: [] });
});

it('rejects gzip with several members, which browsers cannot decompress', async () => {
  const parts = await Promise.all(['a 1 2\n', 'b 3 4\n'].map((text) => compress(text, 'gzip')));
  const { error } = await openWorker().ask({ file: new File(parts, 'x.gz'), keys: [] });
  expect(error).toMatch(/has several gzip members\. .*or decompress it/);
});
