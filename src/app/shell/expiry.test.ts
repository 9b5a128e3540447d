import { afterEach, beforeEach, expect, test } from 'vitest';
import { corpusFile, workspaceOf } from '../../../test/app/samples.ts';
import { resetStores } from '../stores/create-store.ts';
import { noticeAdded, useNoticeStore } from '../stores/notices.ts';
import { workspaceChanged } from '../stores/workspace.ts';
import { watchExpiry } from './expiry.ts';

let stop: () => void = () => undefined;
beforeEach(() => {
  resetStores();
  stop = watchExpiry();
});
afterEach(() => stop());

const SAMPLE = { ...corpusFile(1, 'sample.train', 'train', 10, 100, 1), isSample: true };
const UNUSED = corpusFile(2, 'own.txt', 'unused', 10, 100, 1);
const load = (...files: (typeof SAMPLE)[]) => workspaceChanged(workspaceOf({ files }));
const titles = () => useNoticeStore.getState().notices.map(({ title }) => title);

test.each<[string, (typeof SAMPLE)[]]>([
  ['is removed', [SAMPLE]],
  ['is used', [SAMPLE, { ...UNUSED, role: 'train' as const }]],
  ['is alone, without the sample', [UNUSED]],
])('that a file is not used is said until it %s', (_, after) => {
  load(SAMPLE);
  noticeAdded({ kind: 'note', title: 'Not used yet: own.txt', topic: 'unused file', message: '' });
  noticeAdded({ kind: 'note', title: 'Other', message: '' });
  load(SAMPLE, UNUSED);
  expect(titles()).toEqual(['Not used yet: own.txt', 'Other']);
  load(...after);
  expect(titles()).toEqual(['Other']);
});
