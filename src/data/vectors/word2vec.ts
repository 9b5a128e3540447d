import { StudioError } from '../../lib/errors.ts';
import { word2vecHeader } from '../files/word2vec-header.ts';
import { lineOf, VectorLines } from './vector-lines.ts';

const SPACE = 0x20;
const NEWLINE = 0x0a;
/** Rows that are converted at a time. */
const ROWS = 512;
/** Most dimensions of a model's words. Waiting for the end of a longer row would take memory and time for the whole file. */
export const MAX_DIMENSIONS = 4096;

/**
 * The lines of a binary file of word2vec as text: each value is written so that it is read back as the same float32.
 *
 * @throws StudioError BadVectors if the file ends early, or its header has an absurd number of dimensions
 */
export async function* word2vecLines(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let bytes = new Uint8Array();
  let header: ReturnType<typeof word2vecHeader>;
  let words = 0;
  let output: VectorLines | undefined;
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const joined = new Uint8Array(bytes.length + chunk.length);
    joined.set(bytes);
    joined.set(chunk, bytes.length);
    bytes = joined;
    let at = 0;
    if (header === undefined) {
      header = word2vecHeader(bytes);
      if (header === undefined) continue;
      if (header.dimensions > MAX_DIMENSIONS) {
        const found = `The first line says that vectors have ${header.dimensions} dimensions, at most ${MAX_DIMENSIONS} are read.`;
        throw new StudioError('BadVectors', `${found} The file is damaged, or no file of word2vec.`);
      }
      at = header.start;
      output = new VectorLines(header.words, header.dimensions);
      yield output.header;
    }
    const size = 4 * header.dimensions;
    let lines: string[] = [];
    while (words < header.words) {
      while (bytes[at] === NEWLINE) at++; // some programs end each row with one
      const space = bytes.indexOf(SPACE, at);
      if (space < 0 || space + 1 + size > bytes.length) break;
      const values = new Float32Array(bytes.slice(space + 1, space + 1 + size).buffer);
      lines.push(lineOf(decoder.decode(bytes.subarray(at, space)), values));
      at = space + 1 + size;
      words++;
      if (lines.length < ROWS) continue;
      yield output!.encode(lines);
      lines = [];
    }
    if (lines.length > 0) yield output!.encode(lines);
    bytes = bytes.slice(at);
  }
  if (header !== undefined && words < header.words) {
    throw new StudioError('BadVectors', `The file ends after ${words} of ${header.words} words. Download it again.`);
  }
}
