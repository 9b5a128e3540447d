import { beforeEach, expect, test, vi } from 'vitest';
import { modelInfo, workspaceOf } from '../../../../test/app/samples.ts';
import { StudioError } from '../../../lib/errors.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';
import type * as Bridge from '../../trainer/bridge.ts';
import type * as Documents from '../../trainer/documents.ts';
import { markText, unmark } from './actions.ts';
import { addDocuments, cancelDocuments, chooseEncoding, tagAgain } from './reading.ts';
import { entitySelected, useDocumentsStore } from './store.ts';

const { readDocument, ask } = vi.hoisted(() => ({
  readDocument: vi.fn<typeof Documents.readDocument>(),
  ask: vi.fn<(name: string, params: { texts: string[] }) => Promise<unknown>>(),
}));
vi.mock('../../trainer/documents.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Documents>()),
  readDocument,
}));
vi.mock('../../trainer/bridge.ts', async (importOriginal) => ({ ...(await importOriginal<typeof Bridge>()), ask }));

/** The first letter of each block, as the model finds it. */
const found = (texts: string[], type = 'PER') =>
  texts.map((_, block) => ({ block, start: 0, end: 1, type, probability: 0.5 }));
const blocksOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ text: 'A'.repeat(2000), place: `p${i}` }));
const documents = () => useDocumentsStore.getState().documents;
const entities = () => documents()[0]?.entities.map(({ block, start, end, by, type }) => [block, start, end, by, type]);
const file = new File(['x'], 'a.pdf');

/** Answers when the test says so. */
function held(): ((type?: string) => void)[] {
  const answers: ((type?: string) => void)[] = [];
  ask.mockImplementation(
    (_, { texts }) => new Promise((resolve) => void answers.push((type) => resolve(found(texts, type)))),
  );
  return answers;
}

beforeEach(() => {
  useDocumentsStore.setState(useDocumentsStore.getInitialState());
  useWorkspaceStore.setState({ workspace: workspaceOf({ model: modelInfo() }) });
  readDocument.mockResolvedValue({ blocks: blocksOf(4), notes: [] });
  ask.mockImplementation((_, { texts }) => Promise.resolve(found(texts)));
});

test('what is marked before the model answers stays, in order and without overlap', async () => {
  const answers = held();
  const done = addDocuments([file]);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  markText({ block: 0, start: 0, end: 5 }, 'LOC');
  markText({ block: 3, start: 8, end: 9 }, 'LOC');
  answers[0]!();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!();
  await done;
  expect(entities()).toEqual([
    [0, 0, 5, 'hand', 'LOC'],
    [1, 0, 1, 'model', 'PER'],
    [2, 0, 1, 'model', 'PER'],
    [3, 0, 1, 'model', 'PER'],
    [3, 8, 9, 'hand', 'LOC'],
  ]);
});

test('a document whose reading fails after its first page has no part that looks like the whole', async () => {
  readDocument.mockImplementation(async (_file, _signal, begun) => {
    begun?.(blocksOf(1));
    await vi.waitFor(() => expect(documents()[0]!.entities).toHaveLength(1));
    throw new StudioError('BadInput', 'Page 2 is damaged.');
  });
  await addDocuments([file]);
  tagAgain();
  expect(documents()[0]).toMatchObject({ phase: 'failed', blocks: [], entities: [], problem: 'Page 2 is damaged.' });
});

test('if the first page cannot be tagged, the whole document is there to tag again', async () => {
  readDocument.mockImplementation((_file, _signal, begun) => {
    begun?.(blocksOf(1));
    return Promise.resolve({ blocks: blocksOf(4), notes: [] });
  });
  ask.mockRejectedValueOnce(new StudioError('NotReady', 'The device was lost.'));
  await addDocuments([file]);
  expect(documents()[0]).toMatchObject({ phase: 'failed', problem: 'The device was lost.' });
  tagAgain();
  await vi.waitFor(() => expect(documents()[0]!.phase).toBe('done'));
  expect(entities()).toHaveLength(4);
});

test('a late answer for an earlier model does not count, and what was refused is not found again', async () => {
  await addDocuments([file]);
  entitySelected(documents()[0]!.entities[1]!.id);
  unmark();
  const answers = held();
  tagAgain();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  tagAgain();
  answers[0]!('OLD');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!();
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  answers[2]!();
  await vi.waitFor(() => expect(documents()[0]!.phase).toBe('done'));
  expect(entities()).toEqual([0, 2, 3].map((block) => [block, 0, 1, 'model', 'PER']));
});

test('Cancel removes what is not done, but no corrections', async () => {
  await addDocuments([file]);
  markText({ block: 1, start: 4, end: 6 }, 'LOC');
  const answers = held();
  tagAgain();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const done = addDocuments([new File(['x'], 'b.pdf')]);
  cancelDocuments();
  answers[0]!();
  await done;
  expect(documents().map((one) => [one.file.name, one.phase])).toEqual([['a.pdf', 'failed']]);
  expect(documents()[0]!.problem).toMatch(/Tag again/);
  expect(entities()).toEqual([[1, 4, 6, 'hand', 'LOC']]);
});

test('in another encoding, what a person marked stays if it is still where it was, and else is gone with a note', async () => {
  const encoding = { guess: 'windows-1251', samples: [] };
  readDocument.mockImplementation(({ encoding: chosen }) =>
    Promise.resolve({
      blocks: blocksOf(chosen === 'big5' ? 3 : 4),
      notes: ['a note'],
      encoding: { ...encoding, chosen },
    }),
  );
  await addDocuments([file]);
  const { id } = documents()[0]!;
  markText({ block: 2, start: 3, end: 5 }, 'LOC');
  const marked = [2, 3, 5, 'hand', 'LOC'];
  chooseEncoding(id, 'koi8-r');
  await vi.waitFor(() => expect(documents()[0]).toMatchObject({ phase: 'done', encoding: { chosen: 'koi8-r' } }));
  expect(readDocument).toHaveBeenLastCalledWith({ file, encoding: 'koi8-r' }, expect.anything(), expect.anything());
  expect(entities()).toContainEqual(marked);
  expect(entities()).toHaveLength(5);
  chooseEncoding(id, 'big5');
  await vi.waitFor(() => expect(documents()[0]).toMatchObject({ phase: 'done', encoding: { chosen: 'big5' } }));
  expect(entities()).toHaveLength(3);
  expect(entities()).not.toContainEqual(marked);
  expect(documents()[0]!.notes).toEqual(['a note', expect.stringContaining('corrections were removed')]);
});
