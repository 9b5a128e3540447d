import type { Corpus, CorpusOptions } from '../../src/data/corpus.ts';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';

/** Reads a corpus from a text written in a test. */
export function readText(text: string, options?: CorpusOptions, file = 'text.conll'): Corpus {
  return readCorpus(file, new TextEncoder().encode(text), options);
}

export function tokensOf({ sentences }: Corpus): string[] {
  return sentences.map(({ tokens }) => tokens.join(' '));
}

export function tagsOf({ sentences }: Corpus): string[] {
  return sentences.map(({ tags }) => tags.join(' '));
}

/** The entities as `TYPE text`, with the tokens joined by spaces. */
export function entitiesOf({ sentences }: Corpus): string[] {
  return sentences.flatMap(({ tokens, spans }) =>
    spans.map(({ start, end, type }) => `${type} ${tokens.slice(start, end).join(' ')}`),
  );
}
