import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { sniff } from './sniff.ts';

const VECTOR = 'house 0.1 -.2 3. 4e-5 -5E+6';
const file = (content: string | Uint8Array) => new File([content as BlobPart], 'untitled');
const zip = (...names: string[]) => file(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')]))));

describe('sniff', () => {
  test.each<[string, string, File]>([
    ['vectors', 'GloVe text', file(`${VECTOR}\n${VECTOR}\n`)],
    ['vectors', 'a single vector', file(VECTOR)],
    ['vectors', 'a word2vec header and a word with a space', file(`2 5\n${VECTOR}\nthe ${VECTOR}\n`)],
    ['vectors', 'vectors, truncated within a line', file(`${VECTOR}\nhouse 0.1`)],
    ['vectors', 'compressed vectors', file(gzipSync(strToU8(`${VECTOR}\n`.repeat(9000))).subarray(0, 100))],
    ['vectors', 'vectors in a zip, by name', zip('glove.6B.100d.txt', 'glove.6B.50d.txt')],
    ['vectors', 'vectors with a license', zip('wiki-news-300d-1M.vec', 'LICENSE.txt', 'a/README.md')],
    ['vectors', 'packed vectors', zip('vectors.json', 'words.txt', 'scales.f32', 'values.i8')],
    ['archive', 'corpora with vectors', zip('a/train.conll', 'a/dev.conll', 'glove.txt')],
    ['vectors', 'vectors with decimal commas', file('the 0,1 0,2 0,3 0,4 0,5\n')],
    ['vectors', 'vectors in hexadecimal', file('the 0x1p-3 -0x1.8p3 0x1f 0x2p0 0x1p1\n')],
    ['vectors', 'vectors that are not finite', file('the 0.1 NaN -inf 0.4 Infinity\n')],
    ['vectors', 'vectors of mixed dimensions', file(`${`${VECTOR}\n`.repeat(9)}of 0.1 0.2\n`)],
    ['vectors', 'vectors separated by commas', file('the,0.1,0.2,0.3,0.4,0.5\n"of",1,2.5,3,4,5\n')],
    ['vectors', 'vectors separated by semicolons and spaces', file('the; 0.1; 0.2; 0.3; 0.4; 0.5\n')],
    [
      'vectors',
      'vectors in UTF-16',
      file(Uint8Array.from([0xff, 0xfe, ...[...VECTOR].flatMap((c) => [c.charCodeAt(0), 0])])),
    ],
    ['corpus', 'a table of texts with a column for each class', file('a good day,0,1,0,0,1\nbad news,1,0,0,0,0\n')],
    ['corpus', 'a table with places on the page', file('Mira,B-PER,0.1,0.2,0.3,0.4,0.5\nleft,O,0.1,0.2,0.3,0.4,0.5\n')],
    ['corpus', 'CoNLL columns', file('Mira NNP I-NP B-PER\nleft VBD I-VP O\n')],
    ['corpus', 'tokens that are numbers, in many columns', file('1996 1 2 3 O\n1997 1 2 3 O\n')],
    ['corpus', 'an empty file', file('')],
    ['corpus', 'gzip of something else', file(gzipSync(strToU8('Mira B-PER\n')))],
    ['bundle', 'a model', zip('config.json', 'model.safetensors')],
    ['archive', 'corpora', zip('a/train.conll', 'a/dev.conll')],
  ])('%s: %s', async (kind, _, content) => {
    expect(await sniff(content)).toMatchObject({ kind });
  });

  test('ignores directories, hidden files and macOS metadata in a zip', async () => {
    const found = await sniff(zip('a/', 'a/train.conll', '__MACOSX/a/._train.conll', 'a/.DS_Store', '.hidden'));
    expect(found).toEqual({ kind: 'archive', entries: ['a/train.conll'] });
  });

  test.each(['one.zip', 'one.gz', 'one.docx'])(
    'rejects %s, which has the name of an archive and is none',
    async (name) => {
      await expect(sniff(new File(['P'], name))).rejects.toThrow(/does not start like a \.\w+ file\. It is damaged/);
      await expect(sniff(new File([], name))).rejects.toThrow(/is empty/);
    },
  );

  test('rejects a damaged zip', async () => {
    await expect(sniff(file(Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9)))).rejects.toThrow(/not a complete zip archive/);
  });
});
