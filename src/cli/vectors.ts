import { basename } from 'node:path';
import type { Sentence } from '../data/corpus.ts';
import { readVectors } from '../data/vectors/read-vectors.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { VectorLookup, wantedSpellings } from '../data/vectors/vector-lookup.ts';
import { measureCoverage } from '../data/vectors/coverage.ts';
import { countForms } from '../data/vocabulary/vocabulary.ts';
import type { WordNormalization } from '../data/vocabulary/word-keys.ts';
import { openFile } from './files.ts';
import { count, percent, problemLines } from './format.ts';
import type { Terminal } from './terminal.ts';

export interface LoadedVectors {
  name: string;
  lookup: VectorLookup;
  /** Of its words, the first go into the model for sentences that come later. */
  stored: StoredVectors | undefined;
}

/** Reads what the corpora need of a vectors file, and tells how much of the training data it covers. */
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
  const known = (of: 'types' | 'tokens') => percent(1 - coverage.matched.none[of] / coverage[of]);
  terminal.note(
    `vectors ${path}: ${count(words)} words of ${vectors.dimensions} dimensions, ${count(vectors.words.length)} kept; ` +
      `they know ${known('types')} % of the training words, ${known('tokens')} % of its tokens`,
  );
  return { name: basename(path), lookup, stored };
}
