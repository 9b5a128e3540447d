import type { Corpus, CorpusOptions, TagStyle } from '../../corpus.ts';
import type { Patch } from '../../files/patch-bytes.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import type { Correction } from '../correction.ts';
import type { RawCorpus } from '../raw-corpus.ts';

/** How a format of corpora is recognised, read and written. A file that is not in this interface is in none of the formats. */
export interface Format {
  /** Undefined if the file is not in this format. The format with the highest score is taken. */
  detect: (file: string, lines: Iterable<string>) => Detection | undefined;
  /**
   * Reads a file. Lists what cannot be read in `problems`.
   *
   * @throws StudioError BadInput
   */
  read: (source: CorpusSource, options: CorpusOptions) => RawCorpus;
  /** The file with predictions. Default: JSON lines with the sentences of the corpus. */
  predict?: (lines: Iterable<string>, corpus: Corpus, predictions: Predictions) => string;
  /**
   * Patches of the file that make its labels those of the corrections; everything else is preserved byte for byte. Undefined or
   * missing: JSON lines are written, with the sentences of the corpus.
   *
   * @param corrections by index of the sentence
   * @throws StudioError BadCorpus if the file cannot hold a label
   */
  correct?: (text: CorpusText, corpus: Corpus, corrections: ReadonlyMap<number, Correction>) => Patch[] | undefined;
}

export interface Detection {
  /** In (0, 1]; see `SCORES`. */
  score: number;
  /** Completes "read as FORMAT, because …". */
  reason: string;
}

/** How certain a detection is. */
export const SCORES = {
  /** A line that only this format has. */
  signature: 1,
  /** The name of the file: a malformed file is read in this format, so that its errors are reported. */
  name: 0.8,
  /** The shape of the first lines. */
  shape: 0.6,
  /** No format fits better. */
  default: 0.1,
} as const;

export interface CorpusSource {
  file: string;
  lines: Iterable<string>;
  problems: ProblemLog;
}

/** A text with its lines, without terminators, and the offset of each line. */
export interface CorpusText {
  text: string;
  lines: readonly string[];
  starts: readonly number[];
}

export interface Predictions {
  /** The tags of each sentence of the corpus, [T] each. */
  tags: readonly (readonly string[])[];
  /** The style of these tags: that of the corpus or, if it is not tagged, of the model. */
  style: TagStyle;
}
