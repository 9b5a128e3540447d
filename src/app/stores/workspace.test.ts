import { expect, test } from 'vitest';
import { corpusFile, modelInfo, workspaceOf } from '../../../test/app/samples.ts';
import { heldOut, selectHasOwn, useWorkspaceStore } from './workspace.ts';

test('what is held out as dev is named after what the training files have', () => {
  const file = corpusFile(0, 'a.train', 'train', 10, 90, 1);
  const classes = { ...file, style: { ...file.style, scheme: 'text' as const } };
  expect(heldOut({ files: [file], devSplit: 0.1 })).toBe('10% of the training sentences');
  expect(heldOut({ files: [classes], devSplit: 0.1 })).toBe('10% of the training texts');
  expect(heldOut({ files: [file], devSplit: undefined })).toBeUndefined();
});

test('a model of the sample can be left by starting over', () => {
  const files = [{ ...corpusFile(0, 'a.train', 'train', 10, 90, 1), isSample: true }];
  const hasOwn = (model?: ReturnType<typeof modelInfo>) =>
    selectHasOwn({ ...useWorkspaceStore.getState(), workspace: workspaceOf({ files, model }) });
  expect([hasOwn(), hasOwn(modelInfo())]).toEqual([false, true]);
});
