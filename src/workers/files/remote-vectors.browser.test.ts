import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { aloneWith } from '../../../test/helpers/alone.ts';
import { PACKED } from '../../data/vectors/packed.ts';
import type { VectorsProgress } from '../../data/vectors/read-vectors.ts';
import { readVectorsFile } from './read-vectors-file.ts';
import { readVectorsInWorker } from './remote-vectors.ts';

aloneWith('scratch files');

const WORDS = 25_000;
const KEYS = ['Word1', `word${WORDS - 1}`, 'absent'];
const wanted = new Set(['word7', `word${WORDS - 1}`, 'absent']);

/** With a duplicate in line 3 and a damaged line 5. */
const TEXT = Array.from({ length: WORDS }, (_, i) => `word${i} ${i} ${-i / 2} 0.1`)
  .toSpliced(2, 0, 'word1 1 2 3')
  .toSpliced(4, 0, 'word2 1 x 3')
  .join('\n');

async function compressed(text: string, name = 'vectors.gz'): Promise<File> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new File([await new Response(stream).arrayBuffer()], name);
}

function packed(): File {
  const entries: Record<string, Uint8Array> = {
    [PACKED.header]: strToU8(JSON.stringify({ format: 'tagsmith-vectors', version: 1, words: WORDS, dimensions: 3 })),
    [PACKED.words]: strToU8(Array.from({ length: WORDS }, (_, i) => `word${i}`).join('\n')),
    [PACKED.scales]: new Uint8Array(Float32Array.from({ length: WORDS }, (_, i) => i / 100).buffer),
    [PACKED.values]: Uint8Array.from({ length: 3 * WORDS }, (_, i) => i % 256),
  };
  return new File([zipSync(entries)], 'vectors.zip');
}

const LONG = 400_000;
/** Takes about a second. */
const longFile = () =>
  compressed(Array.from({ length: LONG }, (_, i) => `word${i}${' 0.123 -0.25'.repeat(10)}`).join('\n'));

test.each(['plain', 'packed'] as const)('a %s file gives the same result as in the same thread', async (kind) => {
  const file = kind === 'plain' ? new File([TEXT], 'vectors.txt') : packed();
  const [here, there] = [
    await readVectorsFile(file, { wanted, keep: true }),
    await readVectorsInWorker(file, { wanted, keep: true }),
  ];
  const { stored, ...read } = there;
  expect(read).toEqual({ ...here, stored: undefined } satisfies typeof here);
  expect(read.problems.map(({ line }) => line)).toEqual(kind === 'plain' ? [3, 5] : []);
  expect(stored!.dimensions).toBe(3);
  expect(await stored!.find(KEYS)).toEqual(await here.stored!.find(KEYS));
  expect(await stored!.extract(20_000)).toEqual(await here.stored!.extract(20_000));
  expect(await stored!.extract(3)).toEqual(await here.stored!.extract(3)); // the returned vectors were transferred out of the worker
});

test('compressed vectors are kept, each file in its own worker', async () => {
  const [first, second] = await Promise.all(
    [await compressed(TEXT), await compressed('mira 1 2\noslo 3 4\n')].map((file) =>
      readVectorsInWorker(file, { wanted, keep: true }),
    ),
  );
  expect(first!.problems.map(({ line }) => line)).toEqual([3, 5]); // no storage problem
  const found = await first!.stored!.find(KEYS);
  expect([...found.keys()]).toEqual(['Word1', `word${WORDS - 1}`]);
  expect(found.get(`word${WORDS - 1}`)![0]).toBeCloseTo(WORDS - 1, 2);
  expect((await second!.stored!.find(['oslo'])).get('oslo')![1]).toBeCloseTo(4, 2);
});

test('this thread answers messages while a file is read', async () => {
  const { port1, port2 } = new MessageChannel();
  let answered = 0;
  port1.onmessage = () => answered++;
  const answeredAt: number[] = [];
  await readVectorsInWorker(await longFile(), {
    wanted,
    keep: true,
    onProgress: () => {
      answeredAt.push(answered);
      port2.postMessage('');
    },
  });
  port1.close();
  expect(answeredAt.at(-1)).toBeGreaterThan(0); // before the last report
});

test('reading can be cancelled from a message handler', async () => {
  const controller = new AbortController();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => controller.abort();
  let last: VectorsProgress | undefined;
  const onProgress = (progress: VectorsProgress) => {
    if (last === undefined) port2.postMessage('');
    last = progress;
  };
  const reading = readVectorsInWorker(await longFile(), { wanted, keep: true, signal: controller.signal, onProgress });
  await expect(reading).rejects.toMatchObject({ code: 'Cancelled' });
  port1.close();
  expect(last!.lines).toBeLessThan(LONG); // cancelled in the middle of the file
});

test('look-ups fail once the file has changed, except for its first words', async () => {
  const lost: string[] = [];
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle('changing.txt', { create: true });
  const write = async (text: string) => {
    const writable = await handle.createWritable();
    await writable.write(text);
    await writable.close();
  };
  await write(TEXT);
  const { stored } = await readVectorsInWorker(await handle.getFile(), {
    wanted,
    keep: true,
    onLost: () => lost.push('lost'),
  });
  expect((await stored!.find(['word24999'])).size).toBe(1);
  await write('other');
  const found = await stored!.find(['word5', 'word24999']);
  expect([...found.keys()]).toEqual(['word5']);
  expect(lost).toEqual(['lost']);
  await stored!.find(['word5']);
  expect(lost).toEqual(['lost']);
  await root.removeEntry('changing.txt');
});
