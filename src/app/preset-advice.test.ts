import { expect, test } from 'vitest';
import { corpusFile, workspaceOf } from '../../test/app/samples.ts';
import { presetFor, presetReason } from './preset-advice.ts';

const own = corpusFile(1, 'a.train', 'train', 100, 19_000, 1);
const sample = workspaceOf({ files: [{ ...own, isSample: true, documents: 9 }] });
const corpus = workspaceOf({ files: [own] });
const documents = workspaceOf({ files: [{ ...own, documents: 40 }] });
const ofOneSentence = workspaceOf({ files: [{ ...own, documents: 100 }] });
const onlyOfDev = workspaceOf({ files: [own, { ...own, id: 2, role: 'dev', documents: 216 }] });

test('the default preset is advised, the quick one for the sample, and that of documents for files that mark them', () => {
  expect([sample, corpus, workspaceOf({}), documents, ofOneSentence, onlyOfDev].map(presetFor)).toEqual([
    'tagsmith-quick',
    'tagsmith',
    'tagsmith',
    'tagsmith-documents',
    'tagsmith',
    'tagsmith',
  ]);
  expect(presetReason(sample)).toContain('Chosen for the sample');
  expect(presetReason(corpus)).toBeUndefined();
  expect(presetReason(documents)).toContain('mark documents');
});
