import { expect, test } from 'vitest';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { NO_SCHEME, standardStyle } from '../../data/tags/tag-style.ts';
import { annotatedCorpus } from './predictions.ts';

const BIO = standardStyle('BIO');
const TAGGED = { tags: [['S-PER', 'O', 'B-LOC', 'E-LOC']], style: standardStyle('BIOES') };
const POS = { tags: [['NNP', 'VBD', 'NNP', 'NNP']], style: NO_SCHEME };

function annotated(text: string, tags: typeof TAGGED, modelStyle = BIO): string {
  const bytes = new TextEncoder().encode(text);
  return annotatedCorpus(bytes, readCorpus('a.conll', bytes), tags, modelStyle);
}

test('adds a column in the style of the corpus', () => {
  expect(annotated('Mio\tS_PER\nleft\tO\nPort\tB_LOC\nVale\tE_LOC\n', TAGGED)).toBe(
    '#predicted-by-tagsmith:column-3\tO\tO\nMio\tS_PER\tS_PER\nleft\tO\tO\nPort\tB_LOC\tB_LOC\nVale\tE_LOC\tE_LOC\n',
  );
});

test("uses the model's style for a corpus without tags and for tags without a scheme", () => {
  expect(annotated('Mio\nleft\nPort\nVale\n', TAGGED)).toBe(
    '#predicted-by-tagsmith:column-2 O\nMio B-PER\nleft O\nPort B-LOC\nVale I-LOC\n',
  );
  expect(annotated('Mio B-PER\nleft O\nPort B-LOC\nVale I-LOC\n', POS, NO_SCHEME)).toBe(
    '#predicted-by-tagsmith:column-3 O O\nMio B-PER NNP\nleft O VBD\nPort B-LOC NNP\nVale I-LOC NNP\n',
  );
});
