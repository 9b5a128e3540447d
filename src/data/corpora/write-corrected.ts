import type { Corpus } from '../corpus.ts';
import { decodeWithEncoding } from '../files/decode-text.ts';
import { patchBytes } from '../files/patch-bytes.ts';
import { ProblemLog } from '../files/problem-log.ts';
import type { Correction } from './correction.ts';
import { FORMATS } from './formats/registry.ts';
import { correctedJsonLines } from './json/sentences.ts';

/**
 * Writes a corpus file with corrected labels, in its original format, tag style and encoding. Everything else is preserved byte for byte.
 * An excluded sentence is removed with the blank line after it; in CoNLL-U with its comments, in JSON with its object. Formats that are
 * only read are written as JSON lines.
 *
 * @param bytes the file that `corpus` was read from
 * @param corrections by index of the sentence
 * @returns the file's name, such as `CORPUS.corrected.conll`, and its parts
 * @throws StudioError BadCorpus if a tag is missing in the label names of the file
 */
export function writeCorrected(
  bytes: Uint8Array<ArrayBuffer>,
  corpus: Corpus,
  corrections: ReadonlyMap<number, Correction>,
): { name: string; parts: Uint8Array<ArrayBuffer>[] } {
  const { file } = corpus;
  const { correct } = FORMATS[corpus.format];
  const decoded = decodeWithEncoding(file, bytes, new ProblemLog(file), corpus.encoding);
  const { text } = decoded;
  const lines = text.split(text.includes('\n') ? '\n' : '\r');
  const patches = correct?.({ text, lines, starts: startsOf(lines) }, corpus, corrections);
  if (patches === undefined) {
    const parts = [new TextEncoder().encode(correctedJsonLines(corpus, corrections))];
    return { name: `${file}.corrected.jsonl`, parts };
  }
  const [, stem = file, extension = ''] = /^(.+)(\.[^.]+)$/.exec(file) ?? [];
  return { name: `${stem}.corrected${extension}`, parts: patchBytes(bytes, decoded, patches) };
}

/** The offset of each line, for one-character terminators. */
function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map(({ length }) => {
    const start = at;
    at += length + 1;
    return start;
  });
}
