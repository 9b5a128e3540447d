import { randomBytes } from 'node:crypto';
import { gzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { inflate } from './inflate.ts';

const BYTES = Uint8Array.from([...randomBytes(300_000), ...new Uint8Array(3_000_000)]);

test('decompresses, and reports damage', async () => {
  const packed = gzipSync(BYTES) as Uint8Array<ArrayBuffer>;
  const found = await new Response(inflate(new Blob([packed]).stream(), 'gzip')).arrayBuffer();
  expect(Buffer.from(found).equals(BYTES)).toBe(true); // `toEqual` takes seconds for millions of numbers
  const cut = new Response(inflate(new Blob([packed.slice(0, -9)]).stream(), 'gzip')).arrayBuffer();
  await expect(cut).rejects.toBeInstanceOf(Error);
});

test('is cancelled after any part, also of several members', async () => {
  const member = gzipSync(BYTES) as Uint8Array<ArrayBuffer>;
  for (const parts of [0, 1, 2, 5]) {
    const reader = inflate(new Blob([member, member, new Uint8Array(9)]).stream(), 'gzip').getReader();
    for (let i = 0; i < parts; i++) await reader.read();
    await reader.cancel();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  }
  await new Promise((resolve) => setImmediate(resolve)); // an error in Node would end the test run
});
