import { expect, test } from 'vitest';
import type { CorpusFormat } from '../corpus.ts';
import { predictionsName } from './predictions-name.ts';

test.each<[file: string, format: CorpusFormat, expected: string]>([
  ['dev.conll', 'conll', 'dev.predicted.conll'],
  ['DEV.TXT', 'conll', 'DEV.predicted.TXT'],
  ['eng.testa', 'conll', 'eng.testa.predicted.conll'],
  ['corpus', 'conll', 'corpus.predicted.conll'],
  ['.conll', 'conll', '.conll.predicted.conll'],
  ['a.b.jsonl', 'jsonl', 'a.b.predicted.jsonl'],
  ['a.jsonl', 'conll', 'a.jsonl.predicted.conll'],
  ['en-ud-dev.conllu', 'conllu', 'en-ud-dev.predicted.conllu'],
])('%s, read as %s', (file, format, expected) => {
  expect(predictionsName({ file, format })).toBe(expected);
});
