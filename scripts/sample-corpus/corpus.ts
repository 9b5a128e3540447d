import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TagStyle } from '../../src/data/corpus.ts';
import { tagsOfSpans } from '../../src/data/tags/tag-spans.ts';
import { formatConll } from '../../src/data/corpora/columns/write-conll.ts';
import { readLine, type AnnotatedSentence } from './markup.ts';

export const PARTS = ['train', 'dev', 'test'] as const;
export type Part = (typeof PARTS)[number];

export interface AnnotatedDocument {
  name: string;
  sentences: AnnotatedSentence[];
}

const BIO: TagStyle = {
  scheme: 'BIO',
  letters: { begin: 'B', inside: 'I', end: '', single: '', outside: 'O' },
  separator: '-',
  typeFirst: false,
};
const DOCUMENT_START = [['-DOCSTART-'], ['O']];

/** All documents of a folder, by name. */
export function readDocuments(folder: string): AnnotatedDocument[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return names.sort().map((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
    return { name, sentences: lines.map((line, i) => readLine(line, `${name}:${i + 1}`)) };
  });
}

/**
 * Splits by document, 8 : 1 : 1. Documents are numbered by subject, so taking every tenth one covers all subjects in each part; no
 * document is split.
 */
export function partOf(index: number): Part {
  return ({ 4: 'dev', 9: 'test' } as const)[index % 10] ?? 'train';
}

/** The part as a CoNLL file of two columns. */
export function conllOf(documents: readonly AnnotatedDocument[], part: Part): string {
  const chosen = documents.filter((_, index) => partOf(index) === part);
  return formatConll(
    chosen.flatMap(({ sentences }) => [
      DOCUMENT_START,
      ...sentences.map(({ tokens, spans }) => [tokens, tagsOfSpans(BIO, spans, tokens.length)]),
    ]),
  );
}
