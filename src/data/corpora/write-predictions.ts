import { assert } from '../../lib/assert.ts';
import { type Corpus, CORPUS_FORMATS } from '../corpus.ts';
import { decodeLines } from '../files/decode-text.ts';
import { ProblemLog } from '../files/problem-log.ts';
import type { Predictions } from './formats/format.ts';
import { FORMATS } from './formats/registry.ts';
import { predictedJsonLines } from './json/sentences.ts';

/**
 * Adds predictions to the user's file, as its format does (`Format.predict`). Lines that could not be read stay as they are, so that the
 * rows still match the original. Formats that are only read are written as JSON lines.
 *
 * @param bytes the file that `corpus` was read from
 */
export function writePredictions(bytes: Uint8Array, corpus: Corpus, predictions: Predictions): string {
  const { tags } = predictions;
  for (const [i, { tokens }] of corpus.sentences.entries()) {
    assert(
      tags[i]?.length === tokens.length,
      () => `predictions: ${tags[i]?.length} tags for the ${tokens.length} tokens of sentence ${i}`,
    );
  }
  const { predict } = FORMATS[corpus.format];
  if (predict === undefined) return predictedJsonLines(corpus, predictions);
  const lines = decodeLines(corpus.file, bytes, new ProblemLog(corpus.file), undefined, corpus.encoding);
  return predict(lines, corpus, predictions);
}

/** File name of a corpus with predictions: `dev.txt` gives `dev.predicted.txt`, `eng.testa` `eng.testa.predicted.conll`. */
export function predictionsFileName({ file, format }: Pick<Corpus, 'file' | 'format'>): string {
  if (FORMATS[format].predict === undefined) return `${file}.predicted.jsonl`;
  const { extensions } = CORPUS_FORMATS[format];
  const [, stem, extension] = /^(.+)\.([^.]+)$/.exec(file) ?? [];
  return stem !== undefined && extensions.some((usual) => usual === extension?.toLowerCase())
    ? `${stem}.predicted.${extension}`
    : `${file}.predicted.${extensions[0]}`;
}
