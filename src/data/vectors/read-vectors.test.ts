import * as fc from 'fast-check';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listZipEntries } from '../files/zip.ts';
import { CHUNK_ROWS, MemorySink, type CompactSink } from './compact.ts';
import { readVectors, type ReadVectorsOptions, type VectorsProgress } from './read-vectors.ts';
import { fileOf } from './testing.ts';

const read = (content: string | Uint8Array, wanted: string[], options: Partial<ReadVectorsOptions> = {}) =>
  readVectors(fileOf(content), { wanted: new Set(wanted), ...options });

const GLOVE = 'the 0.1 -0.2 0.3\nof 1 2 3\n, 1e-3 -0.00001 5\n';

/** Any code point except surrogates. Much faster to set up than the library's own units. */
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

describe('readVectors', () => {
  it('returns the wanted words in the order of the file', async () => {
    const { vectors, words, problems } = await read(GLOVE, [',', 'the', 'absent']);
    expect(vectors.words).toEqual(['the', ',']);
    expect(vectors.values).toEqual(Float32Array.of(0.1, -0.2, 0.3, 1e-3, -0.00001, 5));
    expect({ words, problems }).toEqual({ words: 3, problems: [] });
  });

  it.each([
    ['a header', `3 3\n${GLOVE}`],
    ['trailing spaces and CRLF', GLOVE.replaceAll('\n', ' \r\n')],
    ['tabs', GLOVE.replaceAll(' ', '\t')],
    ['a byte order mark', `\uFEFF${GLOVE}`],
    ['no newline at the end', GLOVE.trimEnd()],
    ['blank lines', `\n${GLOVE.replaceAll('\n', '\n\n')}`],
  ])('reads %s', async (_, content) => {
    const { vectors, words, problems } = await read(content, ['the', 'of', ',']);
    expect(vectors).toEqual({
      dimensions: 3,
      words: ['the', 'of', ','],
      values: Float32Array.of(0.1, -0.2, 0.3, 1, 2, 3, 1e-3, -0.00001, 5),
    });
    expect({ words, problems }).toEqual({ words: 3, problems: [] });
  });

  it('round-trips any words, in chunks of any size', async () => {
    const word = fc.string({ unit: codePoint, minLength: 1, maxLength: 8 }).filter((text) => !/[\s\uFEFF]/.test(text));
    const row = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }).map(Math.fround), {
      minLength: 4,
      maxLength: 4,
    });
    const table = fc.uniqueArray(fc.tuple(word, row), { minLength: 1, maxLength: 60, selector: ([text]) => text });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 300 }), async (rows, chunk) => {
        const text = rows.map(([name, values]) => `${name} ${values.join(' ')}`).join('\n');
        const file = fileOf(text, 'x.txt', chunk);
        const { vectors } = await readVectors(file, { wanted: new Set(rows.map(([name]) => name)) });
        expect(vectors.words).toEqual(rows.map(([name]) => name));
        expect(vectors.values).toEqual(
          Float32Array.from(
            rows.flatMap(([, values]) => values),
            (value) => value + 0,
          ),
        );
      }),
    );
  });

  it('accepts words with spaces and words that are numbers', async () => {
    const content = 'the 1 2 3\n. . 4 5 6\n1 7 8 9\nabout 4 5 10 11 12\n2 13 14 15\n';
    const { vectors, problems } = await read(content, ['. .', '1', 'about 4 5', '2']);
    expect(vectors.words).toEqual(['. .', '1', 'about 4 5', '2']);
    expect([...vectors.values]).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    expect(problems).toEqual([]);
  });

  it('skips damaged lines, with a problem for each', async () => {
    const content = `${GLOVE}short 1 2\nbad 1 x 3\nnan 1 nan 3\nhuge 1 2 1e39\nthe 7 7 7\n 1 2 3\nlast 7 8 9\n`;
    const { vectors, words, problems } = await read(content, ['the', 'short', 'bad', 'nan', 'huge', 'last']);
    expect(vectors.words).toEqual(['the', 'last']);
    expect(vectors.values[0]).toBeCloseTo(0.1);
    expect(words).toBe(4);
    expect(problems.map(({ line, kind, severity }) => `${line} ${kind} ${severity}`)).toEqual([
      '4 columns error',
      '5 number error',
      '6 number error',
      '7 number error',
      '8 duplicate warning',
      '9 columns error',
    ]);
    expect(problems[0]).toEqual({
      file: 'vectors.txt',
      line: 4,
      severity: 'error',
      kind: 'columns',
      message: 'Found 3 fields, expected a word and 3 numbers; the line was skipped.',
      excerpt: 'short 1 2',
    });
    expect(problems[1]?.message).toContain('Number 2 of 3 is “x”');
    expect(problems[4]?.message).toContain('“the” occurs again');
  });

  it('prefers the lines to a wrong header', async () => {
    const { vectors, problems } = await read(`9 300\n${GLOVE}`, ['of']);
    expect(vectors.dimensions).toBe(3);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('300 dimensions, but the lines have 3'),
      expect.stringContaining('9 words, but the file has 3'),
    ]);
  });

  it('lists up to 1,000 problems and counts the rest', async () => {
    const { problems, moreProblems } = await read(GLOVE + 'more 1 2 3\n'.repeat(20) + 'x 1\n'.repeat(1030), ['more']);
    expect(problems).toHaveLength(1000);
    expect(moreProblems).toBe(49); // 19 repeated words and 1030 short lines
  });

  it('rejects a zip of other files, and says which one was read', async () => {
    const bytes = zipSync({ 'a.json': strToU8('{}'), 'b.json': strToU8('{}') });
    await expect(readVectors(fileOf(bytes), { wanted: new Set() })).rejects.toThrow(
      /\(no line ends with numbers; .*\).* a\.json was read\./,
    );
  });

  it.each([
    ['', /does not contain word vectors/],
    ['this is prose\nand so is this\n', /no line ends with numbers; the first one begins with “this is prose”/],
    ['3 300\n', /does not contain word vectors/],
    ['the 0,1 0,2\nof 0,3 0,4\n', /has decimal commas, such as 0,1 in line 1\. Expected numbers with a decimal point/],
    ['the 0x1p-3 0x2p3\nof 0x1p1 0x1p2\n', /has hexadecimal numbers, such as 0x1p-3 in line 1/],
    ['the nan nan\nof nan nan\n', /has numbers that are not finite, such as nan in line 1/],
  ])('rejects %j', async (content, message) => {
    await expect(read(content, [])).rejects.toThrow(message);
  });

  it.each([
    ['the Infinity 0.1 0.2'],
    ['the 0.5 0.1 0.2'],
    ['the NaN 0.1 0.2'],
    ['the 0,5 0.1 0.2'],
    ['the 0.1 Infinity'],
  ])('a number does not become part of a word: %s is a problem', async (line) => {
    const { vectors, words, problems } = await read(`of 0.1 0.2\nto 0.3 0.4\na b 0.5 0.6\n${line}\n`, ['the', 'a b']);
    expect([vectors.words, words]).toEqual([['a b'], 3]);
    expect(problems).toMatchObject([{ line: 4, severity: 'error' }]);
  });

  it('rejects a file without line breaks before it fills the memory', async () => {
    const file = fileOf(GLOVE + 'x'.repeat(17 << 20), 'x.bin', 1 << 20);
    await expect(readVectors(file, { wanted: new Set() })).rejects.toThrow(/no line break in 16 MiB/);
  });

  it('reports progress, at least once, and can be aborted', async () => {
    const reports: VectorsProgress[] = [];
    await read(GLOVE, ['of'], { onProgress: (progress) => reports.push(progress) });
    expect(reports.at(-1)).toMatchObject({ bytes: GLOVE.length, size: GLOVE.length, lines: 3, kept: 1 });
    await expect(read(GLOVE, [], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'Cancelled' });
    const controller = new AbortController();
    const running = read(GLOVE.repeat(100), [], { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'Cancelled' });
  });
});

describe('readVectors, compressed', () => {
  const text = Array.from({ length: 500 }, (_, i) => `word${i} ${i} ${-i / 10} 0.5`).join('\n');

  async function expectWhole(bytes: Uint8Array) {
    const file = fileOf(bytes, 'packed', 100);
    const reports: VectorsProgress[] = [];
    const onProgress = (progress: VectorsProgress) => reports.push(progress);
    const result = await readVectors(file, { wanted: new Set(['word0', 'word499']), onProgress });
    expect(result.words).toBe(500);
    expect(result.vectors.values).toEqual(Float32Array.of(0, 0, 0.5, 499, -49.9, 0.5));
    expect(reports.at(-1)?.bytes).toBe(reports.at(-1)?.size);
    return result;
  }

  const zip = (files: Zippable) => zipSync(files);

  it('reads gzip', () => expectWhole(gzipSync(text)));
  it('reads a deflated zip', () => expectWhole(zip({ 'a.txt': strToU8(text) })));
  it('reads a stored zip', () => expectWhole(zip({ 'a.txt': [strToU8(text), { level: 0 }] })));

  it('chooses 100 dimensions in a zip of several files, with a warning', async () => {
    const other = strToU8('x 1\n');
    const bytes = zip({ 'g.50d.txt': other, 'g.1100d.txt': other, 'g.100d.txt': strToU8(text), 'g.300d.txt': other });
    const { problems } = await expectWhole(bytes);
    expect(problems).toEqual([expect.objectContaining({ kind: 'archive', severity: 'warning' })]);
    expect(await listZipEntries(fileOf(bytes))).toEqual(['g.50d.txt', 'g.1100d.txt', 'g.100d.txt', 'g.300d.txt']);
  });

  it('reads the chosen file of a zip, or else the largest, never its licence; a name that is not in it is an error', async () => {
    const small = strToU8('x 1 2\n');
    const bytes = zip({ 'LICENSE.txt': strToU8('y 1\n'.repeat(1000)), 'a.txt': small, 'b.txt': strToU8(text) });
    const { archive, problems } = await expectWhole(bytes);
    expect(archive).toEqual({ names: ['a.txt', 'b.txt'], chosen: 'b.txt' });
    expect(problems).toMatchObject([{ kind: 'archive' }]);
    const chosen = await readVectors(fileOf(bytes), { wanted: new Set(['x']), selection: { entry: 'a.txt' } });
    expect(chosen).toMatchObject({
      archive: { chosen: 'a.txt' },
      problems: [],
      vectors: { words: ['x'], dimensions: 2 },
    });
    await expect(readVectors(fileOf(bytes), { wanted: new Set(), selection: { entry: 'c.txt' } })).rejects.toThrow(
      /has no file c\.txt/,
    );
  });

  it.each([
    ['gzip', gzipSync(text)],
    ['zip', zip({ 'a.txt': strToU8(text) })],
  ])('rejects a truncated %s', async (_, bytes) => {
    const running = readVectors(fileOf(bytes.subarray(0, bytes.length / 2), 'cut'), { wanted: new Set() });
    await expect(running).rejects.toMatchObject({
      code: 'BadVectors',
      message: expect.stringContaining('Download it again'),
    });
  });

  it('rejects a zip with damaged contents', async () => {
    const bytes = zip({ 'a.txt': strToU8(text) });
    bytes.fill(0xff, 200, 400);
    await expect(readVectors(fileOf(bytes), { wanted: new Set() })).rejects.toMatchObject({ code: 'BadVectors' });
  });

  it('names a format that is not supported', async () => {
    await expect(read(Uint8Array.of(0x42, 0x5a, 0x68, 0x39), [])).rejects.toThrow(/is a bzip2 file/);
  });
});

describe('readVectors of compressed text, with a sink', () => {
  const compressed = (text: string, options: Partial<ReadVectorsOptions> & { sink: CompactSink }, chunk = 1 << 16) =>
    readVectors(fileOf(gzipSync(text), 'x.gz', chunk), {
      wanted: new Set(['of']),
      openSink: () => Promise.resolve(options.sink),
      ...options,
    });

  it('stores every word of the file, approximately', async () => {
    const rows = Array.from({ length: 25_000 }, (_, i) =>
      Array.from({ length: 4 }, (_value, j) => Math.sin(i * 4 + j)),
    );
    const text = rows.map((row, i) => `Word${i} ${row.map((value) => value.toFixed(5)).join(' ')}`).join('\n');
    const { stored, vectors, words } = await compressed(text, { sink: new MemorySink() });
    expect({ words, kept: vectors.words.length }).toEqual({ words: 25_000, kept: 0 });
    expect((await stored!.extract(Infinity)).hashes).toHaveLength(25_000);
    const found = await stored!.find(['Word0', 'Word2048', 'Word24999', 'word1', 'nothing']);
    expect([...found.keys()]).toEqual(['Word0', 'Word2048', 'Word24999']);
    for (const [key, vector] of found) {
      const expected = rows[Number(key.slice(4))]!;
      const bound = Math.max(...expected.map(Math.abs)) / 254 + 1e-5;
      vector.forEach((value, j) => expect(Math.abs(value - expected[j]!)).toBeLessThan(bound));
    }
  });

  it('reports duplicate words', async () => {
    const { problems, stored } = await compressed(`${GLOVE}of 7 7 7\n`, { sink: new MemorySink() });
    expect(problems).toMatchObject([{ line: 4, kind: 'duplicate' }]);
    expect((await stored!.extract(Infinity)).hashes).toHaveLength(3);
  });

  it.each(['write', 'finish', 'open'] as const)('continues with a warning if the sink cannot %s', async (step) => {
    const fail = () => Promise.reject(new Error('quota exceeded'));
    const sink: CompactSink = Object.assign(new MemorySink(), { [step]: fail });
    const { vectors, stored, problems } = await compressed(GLOVE, { sink, ...(step === 'open' && { openSink: fail }) });
    expect(vectors.words).toEqual(['of']);
    expect(stored).toBeUndefined();
    expect(problems).toMatchObject([{ line: 0, kind: 'storage', message: expect.stringContaining('quota exceeded') }]);
  });

  const LONG = Array.from({ length: 12 * CHUNK_ROWS }, (_, i) => `w${i} ${i}\n`).join('');

  it('writes up to four chunks at the same time, all before the end', async () => {
    const sink = new MemorySink();
    const write = sink.write.bind(sink);
    let [pending, most] = [0, 0];
    let release = () => {};
    const several = new Promise<void>((resolve) => (release = resolve));
    sink.write = async (chunk) => {
      most = Math.max(most, ++pending);
      if (pending === 4) release();
      await write(chunk);
      await several;
      pending--;
    };
    const finish = sink.finish.bind(sink);
    sink.finish = (...end) => {
      expect(pending).toBe(0);
      return finish(...end);
    };
    const { stored } = await compressed(LONG, { sink });
    expect(most).toBe(4);
    expect([...(await stored!.find(['w24575'])).values()]).toEqual([Float32Array.of(24575)]);
  });

  it('reports failed writes once', async () => {
    const sink = new MemorySink();
    let writes = 0;
    sink.write = async () => {
      writes++;
      await new Promise((resolve) => setTimeout(resolve, 1));
      throw new Error('quota exceeded');
    };
    const { words, stored, problems } = await compressed(LONG, { sink });
    expect({ words, stored, problems: problems.length }).toEqual({
      words: 12 * CHUNK_ROWS,
      stored: undefined,
      problems: 1,
    });
    expect(writes).toBeLessThan(12);
  });

  it('aborts the sink if the file cannot be read', async () => {
    const sink = new MemorySink();
    let aborted = 0;
    sink.abort = () => Promise.resolve(void aborted++);
    await expect(compressed('no vectors here\n', { sink })).rejects.toThrow(/does not contain word vectors/);
    expect(aborted).toBe(1);
  });
});
