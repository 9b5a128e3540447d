import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { readVectors } from './read-vectors.ts';
import { fileOf } from './testing.ts';

const read = (text: string) => readVectors(fileOf(text), { wanted: new Set() });

describe('FileVectors', () => {
  const rows = Array.from({ length: 5000 }, (_, i) => Array.from({ length: 4 }, (_value, j) => Math.sin(i * 4 + j)));
  const lines = rows.map((row, i) => `Word${i} ${row.map((value) => value.toFixed(5)).join(' ')}\n`);
  const asWritten = (i: number) => Float32Array.from(rows[i]!, (value) => Number(value.toFixed(5)));

  it('returns exact vectors', async () => {
    const text = `5001 4\n${lines.slice(0, 40).join('')}broken 1 2\n\nWord3 1 2 3 4\n${lines.slice(40).join('').trimEnd()}`;
    const stored = [text, zipSync({ 'a.txt': [strToU8(text), { level: 0 }] })].map(
      async (content) => (await readVectors(fileOf(content, 'x', 5000), { wanted: new Set(['Word1']) })).stored!,
    );
    for (const vectors of await Promise.all(stored)) {
      expect(vectors.dimensions).toBe(4);
      const found = await vectors.find(['Word4999', 'Word0', 'Word39', 'word1', 'Word3', 'nothing']);
      expect([...found.keys()].sort()).toEqual(['Word0', 'Word3', 'Word39', 'Word4999']);
      for (const [key, vector] of found) expect(vector).toEqual(asWritten(Number(key.slice(4))));
    }
  });

  it('finds words by their spellings, also two words with the same line', async () => {
    const { stored } = await read('\uFEFFrome 1\n0000 2\nOslo 3\noslo 4\n');
    const found = await stored!.find(['Rome', 'rome', '1996', 'Oslo', 'OSLO', 'Paris']);
    expect(Object.fromEntries([...found].map(([key, [value]]) => [key, value]))).toEqual({
      Rome: 1,
      rome: 1,
      1996: 2,
      Oslo: 3,
      OSLO: 4,
    });
  });

  it('reads adjacent lines together, and distant lines separately', async () => {
    const far = `far ${'1'.repeat(30)} 1\n`.repeat(40_000);
    const file = fileOf(`a 1 2\nb 3 4\n${far}c 5 6\n`, 'x', 1 << 16);
    const { stored } = await readVectors(file, { wanted: new Set() });
    const slices: number[] = [];
    const slice = file.slice.bind(file);
    file.slice = (start, end) => {
      slices.push(end - start);
      return slice(start, end);
    };
    const found = await stored!.find(['c', 'b', 'a']);
    expect([found.get('a'), found.get('b'), found.get('c')]).toEqual(
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ].map((v) => Float32Array.from(v)),
    );
    expect(slices).toEqual([12, 6]);
  });

  it('falls back to the first words, approximately, if the file is lost or changed, and calls onLost once', async () => {
    for (const change of [() => Promise.reject(new Error('gone')), () => Promise.resolve(strToU8('x y z\n').buffer)]) {
      const file = fileOf(lines.join(''), 'x', 5000);
      const onLost = vi.fn<() => void>();
      const { stored } = await readVectors(file, { wanted: new Set(), onLost });
      file.slice = () => ({ stream: () => new ReadableStream(), arrayBuffer: change });
      const found = await stored!.find(['Word17']);
      found.get('Word17')!.forEach((value, j) => expect(Math.abs(value - rows[17]![j]!)).toBeLessThan(0.005));
      expect((await stored!.find(['Word18'])).size).toBe(1);
      expect(onLost).toHaveBeenCalledOnce();
    }
  });
});
