import { basename } from 'node:path';
import type { Sentence } from '../data/corpus.ts';
import { readVectors } from '../data/vectors/read-vectors.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { VectorLookup, wantedSpellings } from '../data/vectors/vector-lookup.ts';
import { measureCoverage } from '../data/vectors/coverage.ts';
import { countForms } from '../data/vocabulary/vocabulary.ts';
import type { WordNormalization } from '../data/vocabulary/word-keys.ts';
import { percentText } from '../eval/study-table.ts';
import { openFile } from './files.ts';
import { count, problemLines } from './format.ts';
import type { Terminal } from './terminal.ts';

export interface LoadedVectors {
  name: string;
  /** Number of words in the file. */
  words: number;
  dimensions: number;
  lookup: VectorLookup;
  /** Vectors for out-of-vocabulary words; those of the first words in the file are exported with the model. */
  stored: StoredVectors | undefined;
}

/**
 * Reads the vectors of the words in the corpora, and prints their coverage of the training data.
 *
 * @throws StudioError BadInput, BadVectors, Cancelled
 */
export async function loadVectors(
  terminal: Terminal,
  path: string,
  corpora: { train: readonly Sentence[]; others: readonly (readonly Sentence[])[] },
  normalization: WordNormalization,
  signal: AbortSignal,
): Promise<LoadedVectors> {
  const file = await openFile(path);
  const wanted = wantedSpellings(countForms([...corpora.train, ...corpora.others.flat()]).keys());
  const { vectors, words, stored, problems, moreProblems } = await readVectors(file, {
    wanted,
    signal,
    onProgress: ({ bytes, size, lines, kept }) =>
      terminal.progress(
        `reading ${file.name}: ${Math.floor((100 * bytes) / size)} %, ${count(lines)} lines, ${count(kept)} kept`,
      ),
  });
  terminal.clearProgress();
  problemLines(path, problems, moreProblems).forEach((line) => terminal.note(line));
  const lookup = new VectorLookup(vectors);
  const coverage = measureCoverage(countForms(corpora.train), lookup, normalization);
  const covered = (of: 'types' | 'tokens') => percentText(1 - coverage.matched.none[of] / coverage[of]);
  terminal.note(
    `vectors ${path}: ${count(words)} words of ${vectors.dimensions} dimensions, ${count(vectors.words.length)} kept; ` +
      `they cover ${covered('types')} % of the training words, ${covered('tokens')} % of the tokens`,
  );
  return { name: basename(path), words, dimensions: vectors.dimensions, lookup, stored };
}
