import { expect, test, vi } from 'vitest';
import type * as Documents from '../../trainer/documents.ts';
import { addDocuments, removeDocument } from './reading.ts';
import { pauseToggled, progressOf, useDocumentsStore } from './store.ts';

const { readDocument } = vi.hoisted(() => ({ readDocument: vi.fn<typeof Documents.readDocument>() }));
vi.mock('../../trainer/documents.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Documents>()),
  readDocument,
}));

const phases = () => useDocumentsStore.getState().documents.map(({ phase }) => phase);

test('a batch waits while it is paused, and goes on where it was; a removed document is not read', async () => {
  const finish: (() => void)[] = [];
  readDocument.mockImplementation(
    () => new Promise((resolve) => void finish.push(() => resolve({ blocks: [{ text: 'A', place: 'p' }], notes: [] }))),
  );
  const done = addDocuments(['a', 'b', 'c', 'd'].map((name) => new File(['x'], `${name}.txt`)));
  await vi.waitFor(() => expect(phases()).toEqual(['reading', 'waiting', 'waiting', 'waiting']));
  pauseToggled();
  finish[0]!();
  await vi.waitFor(() => expect(phases()[0]).toBe('done'));
  expect(phases()).toEqual(['done', 'waiting', 'waiting', 'waiting']);
  expect(readDocument).toHaveBeenCalledTimes(1);
  expect(progressOf(useDocumentsStore.getState().documents)).toEqual({ done: 1, of: 4 });

  removeDocument(useDocumentsStore.getState().documents[1]!.id);
  pauseToggled();
  await vi.waitFor(() => expect(readDocument).toHaveBeenCalledTimes(2));
  finish[1]!();
  await vi.waitFor(() => expect(readDocument).toHaveBeenCalledTimes(3));
  finish[2]!();
  await done;
  expect(phases()).toEqual(['done', 'done', 'done']);
  expect(progressOf(useDocumentsStore.getState().documents)).toBeUndefined();
});
