import { deleteDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHUNK_ROWS } from './compact.ts';
import { readVectors } from './read-vectors.ts';
import { VectorDatabase, vectorFileId } from './stored-vectors.ts';

const NAME = 'tagsmith-vectors-test';
const WORDS = CHUNK_ROWS + 500;
const TEXT = Array.from({ length: WORDS }, (_, i) => `word${i} ${i} ${-i / 2} 1`).join('\n');
const FILE = new File([TEXT], 'vectors.txt', { lastModified: 5 });
const ID = vectorFileId(FILE);

async function packed(text: string, format: CompressionFormat): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream(format))).arrayBuffer();
}

let database: VectorDatabase;
beforeEach(async () => {
  database = await VectorDatabase.open(NAME);
});
afterEach(async () => {
  database.close();
  await deleteDB(NAME);
});

async function fill() {
  return readVectors(FILE, { wanted: new Set(['word7']), sink: await database.sink(ID, FILE.name) });
}

describe('VectorDatabase', () => {
  it('finds words after it was closed and opened again', async () => {
    await fill();
    database.close();
    database = await VectorDatabase.open(NAME);
    expect(await database.list()).toEqual([
      { id: 'vectors.txt:' + FILE.size + ':5', name: 'vectors.txt', dimensions: 3, words: WORDS },
    ]);
    const vectors = await database.find(ID);
    const found = await vectors!.find(['Word1', `word${WORDS - 1}`, 'absent']);
    expect([...found.keys()]).toEqual(['Word1', `word${WORDS - 1}`]);
    expect(found.get(`word${WORDS - 1}`)![0]).toBeCloseTo(WORDS - 1, 2);
    expect(found.get('Word1')![1]).toBeCloseTo(-0.5, 2);
  });

  it('replaces an older copy, and deletes one', async () => {
    await fill();
    const { compact, problems } = await fill();
    expect({ size: compact?.size, problems }).toEqual({ size: WORDS, problems: [] });
    expect(await database.list()).toHaveLength(1);
    await database.delete(ID);
    expect(await database.list()).toEqual([]);
    expect(await database.find(ID)).toBeUndefined();
    await expect(compact!.find(['word0'])).rejects.toMatchObject({ code: 'BadVectors' });
  });

  it('has no copy of a file that could not be read to its end', async () => {
    const whole = await packed(TEXT, 'gzip');
    const cut = new File([whole.slice(0, whole.byteLength - 20)], 'cut.gz');
    const running = readVectors(cut, { wanted: new Set(), sink: await database.sink('cut', 'cut.gz') });
    await expect(running).rejects.toMatchObject({
      code: 'BadVectors',
      message: expect.stringContaining('it is cut off, damaged,'),
    });
    expect(await database.find('cut')).toBeUndefined();
  });
});

describe('readVectors in the browser', () => {
  it.each(['plain', 'gzip'] as const)('reads a %s file', async (kind) => {
    const file = kind === 'plain' ? FILE : new File([await packed(TEXT, kind)], 'vectors.gz');
    const { vectors, words, problems } = await readVectors(file, { wanted: new Set(['word7']) });
    expect(vectors).toEqual({ dimensions: 3, words: ['word7'], values: Float32Array.of(7, -3.5, 1) });
    expect({ words, problems }).toEqual({ words: WORDS, problems: [] });
  });

  it('says what to do with gzip made of several parts, which browsers do not unpack', async () => {
    const parts = await Promise.all(['a 1 2\n', 'b 3 4\n'].map((text) => packed(text, 'gzip')));
    const running = readVectors(new File(parts, 'x.gz'), { wanted: new Set(['a', 'b']) });
    await expect(running).rejects.toThrow(/made of several gzip parts.*or unpack it first/);
  });
});
