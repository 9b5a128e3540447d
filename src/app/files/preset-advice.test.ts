import { expect, test } from 'vitest';
import { corpusFile, workspaceOf } from '../../../test/app/samples.ts';
import { presetFor, presetReason } from './preset-advice.ts';

const own = corpusFile(1, 'a.train', 'train', 100, 19_000, 1);
const sample = workspaceOf({ files: [{ ...own, isSample: true, documents: 9 }] });
const corpus = workspaceOf({ files: [own] });
const documents = workspaceOf({ files: [{ ...own, documents: 40 }] });
const texts = workspaceOf({ files: [{ ...own, style: { ...own.style, scheme: 'text' } }] });
const ofOneSentence = workspaceOf({ files: [{ ...own, documents: 100 }] });

test('suggests the preset for documents, the default if each is one sentence or a text with a class, and the quick one for the sample', () => {
  expect([sample, corpus, workspaceOf({}), documents, ofOneSentence, texts].map((one) => presetFor(one))).toEqual([
    'tagsmith-quick',
    'tagsmith-documents',
    'tagsmith',
    'tagsmith-documents',
    'tagsmith',
    'tagsmith',
  ]);
  const open = { ...corpusFile(2, 'a.open', 'unused', 100, 19_000, 1), documents: 10 };
  const withText = { ...ofOneSentence, files: [...ofOneSentence.files, open], unlabelled: ['a.open'] };
  expect([false, true].map((isFromText) => presetFor(withText, isFromText))).toEqual([
    'tagsmith',
    'tagsmith-documents',
  ]);
  expect(presetReason(sample)).toContain('Chosen for the sample');
  expect(presetReason(ofOneSentence)).toBeUndefined();
  expect(presetReason(documents)).toContain('your files have documents');
  expect(presetReason(corpus)).toContain('marks no documents');
});
