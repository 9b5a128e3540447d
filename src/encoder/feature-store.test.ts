import { expect, test } from 'vitest';
import { float16Table } from '../lib/float16.ts';
import { FeatureStore, type ComputeFeatures, type FeatureFile } from './feature-store.ts';

const identity = { name: 'encoder.onnx', hash: 'a', layers: ['last'], pooling: 'first', width: 3 } as const;
const SENTENCES = [['a', 'b'], [], ['c'], ['a', 'b']];

/** Features of each word: character code, 0.5, -1. Records what was computed. */
function computing() {
  const asked: string[] = [];
  const compute: ComputeFeatures = async function* (sentences) {
    for (const [sentence, words] of sentences.entries()) {
      asked.push(words.join(' '));
      yield { sentence, features: Float32Array.from(words.flatMap((word) => [word.codePointAt(0)!, 0.5, -1])) };
    }
  };
  return { asked, compute };
}

/** A file in memory. */
function memoryFile() {
  const file = { bytes: new Uint8Array(), open: 0 };
  const open = async (): Promise<FeatureFile> => {
    file.open++;
    return {
      read: async () => file.bytes,
      write: async (at, bytes) => {
        const next = new Uint8Array(at + bytes.length);
        next.set(file.bytes.subarray(0, at));
        next.set(bytes, at);
        file.bytes = next;
      },
      close: async () => {
        file.open--;
      },
    };
  };
  return { file, open };
}

const storeOf = (compute: ComputeFeatures, open?: () => Promise<FeatureFile>, width = 3) =>
  new FeatureStore({ ...identity, layers: [...identity.layers], width }, compute, open);
const numbers = (rows: Uint16Array) => Array.from(rows, (bits) => float16Table()[bits]!);

test('features of each sentence are computed once', async () => {
  const { asked, compute } = computing();
  const store = storeOf(compute);
  const progress: string[] = [];
  await store.load(SENTENCES, { onProgress: (done, total) => progress.push(`${done} of ${total}`) });
  expect(progress).toEqual(['0 of 3', '2 of 3', '3 of 3']);
  await store.load([['c'], ['d']]);
  expect(asked).toEqual(['a b', 'c', 'd']);
  expect(numbers(store.of(['a', 'b']))).toEqual([97, 0.5, -1, 98, 0.5, -1]);
  expect(store.of([])).toHaveLength(0);
  expect(() => store.of(['ab'])).toThrow('The features of a sentence were not computed.');
});

test('they are read from the file by the next session', async () => {
  const { file, open } = memoryFile();
  await storeOf(computing().compute, open).load(SENTENCES, { keep: true });
  await storeOf(computing().compute, open).load([['typed']]);
  const { asked, compute } = computing();
  const store = storeOf(compute, open);
  await store.load([...SENTENCES, ['e']], { keep: true });
  expect(asked).toEqual(['e']);
  expect(numbers(store.of(['c']))).toEqual([99, 0.5, -1]);
  expect(file.open).toBe(0);
});

test('a file that was cut off, or is of another encoder, is written again', async () => {
  const { file, open } = memoryFile();
  await storeOf(computing().compute, open).load(SENTENCES, { keep: true });
  const whole = file.bytes;
  file.bytes = whole.slice(0, -5);
  const again = computing();
  await storeOf(again.compute, open).load(SENTENCES, { keep: true });
  expect(again.asked).toEqual(['c']);
  expect(file.bytes).toEqual(whole);
  const other = computing();
  const compute: ComputeFeatures = async function* (sentences) {
    for (const [sentence, words] of sentences.entries()) yield { sentence, features: new Float32Array(words.length) };
    yield* other.compute([], undefined);
  };
  await storeOf(compute, open, 1).load(SENTENCES, { keep: true });
  expect(new Uint32Array(file.bytes.slice(0, 8).buffer)[1]).toBe(1);
});

test('a file that is damaged in any one byte gives the right features: those after the damage are computed again', async () => {
  const { file, open } = memoryFile();
  await storeOf(computing().compute, open).load(SENTENCES, { keep: true });
  const whole = file.bytes;
  const wrong: number[] = [];
  let computed = 0;
  for (const at of whole.keys()) {
    file.bytes = whole.map((byte, i) => (i === at ? byte ^ 0x10 : byte));
    const { asked, compute } = computing();
    const store = storeOf(compute, open);
    await store.load(SENTENCES, { keep: true });
    computed += asked.length;
    const isRight = numbers(store.of(['a', 'b'])).join() === '97,0.5,-1,98,0.5,-1' && numbers(store.of(['c'])).join() === '99,0.5,-1'; // prettier-ignore
    if (!isRight || file.bytes.some((byte, i) => byte !== whole[i])) wrong.push(at);
  }
  expect(wrong).toEqual([]);
  expect(computed).toBeGreaterThan(whole.length / 2);
});

test('what was computed before it was cancelled is kept', async () => {
  const { open } = memoryFile();
  const controller = new AbortController();
  const { compute } = computing();
  const stopping: ComputeFeatures = async function* (sentences, signal) {
    for await (const found of compute(sentences, signal)) {
      signal?.throwIfAborted();
      yield found;
      controller.abort();
    }
  };
  const load = storeOf(stopping, open).load(SENTENCES, { signal: controller.signal, keep: true });
  await expect(load).rejects.toThrow('aborted');
  const next = computing();
  await storeOf(next.compute, open).load(SENTENCES, { keep: true });
  expect(next.asked).toEqual(['c']);
});

test('refuses what does not fit into memory', async () => {
  const store = storeOf(computing().compute, undefined, 4096);
  await expect(store.load([Array.from({ length: 300_000 }, () => 'a')])).rejects.toThrow(
    'The features of 300,000 tokens, 4096 numbers each, take 2.3 GiB; the limit is 1.5 GiB.',
  );
});
