import type { Corpus, CorpusFormat } from '../corpus.ts';

/** By which a computer knows what opens a file. `.train`, `.testa` and the like tell it nothing. */
const EXTENSIONS: Record<CorpusFormat, readonly string[]> = {
  conll: ['conll', 'txt', 'tsv', 'bio', 'iob', 'iob2'],
  conllu: ['conllu', 'txt'],
  jsonl: ['jsonl', 'json', 'ndjson'],
};

/**
 * What a corpus with predictions is called: `dev.txt` gives `dev.predicted.txt`, `eng.testa` gives
 * `eng.testa.predicted.conll`.
 */
export function predictionsName({ file, format }: Pick<Corpus, 'file' | 'format'>): string {
  const [, stem, extension] = /^(.+)\.([^.]+)$/.exec(file) ?? [];
  return stem !== undefined && extension !== undefined && EXTENSIONS[format].includes(extension.toLowerCase())
    ? `${stem}.predicted.${extension}`
    : `${file}.predicted.${format}`;
}
