import { beforeAll, expect, test } from 'vitest';
import { corpusOf, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { convertTags, TagReader } from '../data/tags/tag-spans.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { evaluateCorpus } from './evaluate.ts';

beforeAll(useReferences);

// Without B- after I-: the same file is valid IOB1, but tags that begin a span differ from BIO and BIOES.
const IOB1 = corpusOf('Ada I-PER\nVale I-PER\nin O\nOslo I-LOC\n\nMio I-PER\nleft O\n\nOslo I-LOC\nArden B-LOC\n. O\n');

test('the token accuracy is that of the tags as written, with any training scheme', async () => {
  expect(IOB1.style.scheme).toBe('IOB1');
  for (const scheme of ['BIO', 'BIOES'] as const) {
    const { model } = tinyRun(IOB1, { scheme });
    for (const written of [IOB1.style, standardStyle('BIO')]) {
      const sentences = IOB1.sentences.map((sentence) => ({
        ...sentence,
        tags: convertTags(sentence.tags, new TagReader(IOB1.style), written),
      }));
      const { predicted, scores } = await evaluateCorpus(model, sentences, undefined, { written });
      const reader = new TagReader(standardStyle(scheme));
      const found = predicted.flatMap((tags) => convertTags(tags, reader, written));
      const same = sentences.flatMap(({ tags }) => tags).filter((tag, i) => tag === found[i]).length;
      expect(scores.tokenAccuracy, `${scheme}, ${written.scheme}`).toBe(same / found.length);
    }
  }
});
