import { expect, test } from 'vitest';
import { DOCUMENTS_PRESET, haveDocuments } from './documents-preset.ts';
import { presetById } from './presets.ts';

test.each([
  ['two sentences a document', [{ sentences: 80, documents: 40 }], true],
  ['most documents of one sentence', [{ sentences: 79, documents: 40 }], false],
  ['a file without marks, which is one document', [{ sentences: 2, documents: 0 }], true],
  ['a single sentence', [{ sentences: 1, documents: 0 }], false],
  [
    'one of two files',
    [
      { sentences: 40, documents: 40 },
      { sentences: 9, documents: 3 },
    ],
    true,
  ],
  ['no file', [], false],
])('%s', (_, train, expected) => {
  expect(haveDocuments(train)).toBe(expected);
});

test('there is a preset for documents', () => {
  expect(presetById(DOCUMENTS_PRESET)?.config.context).toBe('document');
});
