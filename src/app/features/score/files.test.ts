import { expect, test } from 'vitest';
import { TEXT_STYLE } from '../../../data/tags/tag-style.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { aboutScoring, isTagged } from './files.ts';

test('texts with a class are tagged by a model that does not predict classes', () => {
  const file = { id: 1, name: 'reviews.csv', role: 'unused', style: TEXT_STYLE } as CorpusFile;
  expect(isTagged(file, 'entities')).toBe(true);
  expect(isTagged(file, 'classes')).toBe(false);
  expect(aboutScoring(true, file, 'entities')).toBe(
    'reviews.csv has texts with a class each, which the model does not predict: tag the texts here.',
  );
});
