import { afterEach, describe, expect, test, vi } from 'vitest';
import { PacedTrainer } from '../../../test/app/paced-trainer.ts';
import { resetStores } from '../../../test/app/reset-stores.ts';
import { sampleFile } from '../../../test/app/sample-files.ts';
import { disconnect } from '../trainer/bridge.ts';
import { runStorage, type RunStorage } from './run-storage.ts';
import { useHistoryStore } from '../stores/runs/history.ts';
import { useNoticeStore } from '../stores/notices.ts';
import { useRunStore } from '../stores/runs/run.ts';
import { useWorkspaceStore } from '../stores/workspace.ts';
import { addFiles } from '../files/files.ts';
import { watchRuns } from './record-runs.ts';
import { runArchive } from './run-archive.ts';
import { train } from '../trainer/run.ts';
import { openSession } from '../files/session.ts';

/** Counts writes to the database, which fail if `isFull`, and never end if `isStuck`. */
const disk = { writes: 0, isFull: (_write: number): boolean => false, isStuck: () => false };
const WRITES = ['save', 'delete'] as const;

function failing(storage: RunStorage): RunStorage {
  const wrapped = WRITES.map((name) => {
    const write = storage[name] as (...args: unknown[]) => Promise<unknown>;
    const attempt = async (...args: unknown[]) => {
      if (disk.isStuck()) return new Promise(() => undefined);
      if (disk.isFull(++disk.writes)) throw new DOMException('The quota is used up.', 'QuotaExceededError');
      return write(...args);
    };
    return [name, attempt];
  });
  return { ...storage, ...(Object.fromEntries(wrapped) as Pick<RunStorage, (typeof WRITES)[number]>) };
}

let stop: () => void = () => undefined;

afterEach(() => {
  stop();
  disconnect();
  disk.isFull = () => false;
  disk.isStuck = () => false;
});

/** A page with a run of three epochs, from its start to its end. @returns the name of its database */
async function trainOnce(): Promise<string> {
  const name = `tagsmith-test-${crypto.randomUUID()}`;
  resetStores();
  const trainer = new PacedTrainer();
  stop = watchRuns();
  await openSession(() => trainer.port);
  await runArchive.open(Promise.resolve(failing(runStorage(name))));
  await addFiles([sampleFile('a.train'), sampleFile('a.dev')]);
  disk.writes = 0;
  await train('scratch');
  await vi.waitFor(() => expect(useRunStore.getState().run.phase).toBe('training'));
  const epochs = () => useHistoryStore.getState().records[0]?.epochs.length;
  for (let epoch = 1; epoch <= 3; epoch++) {
    trainer.finishEpoch();
    await vi.waitFor(() => expect(epochs()).toBe(epoch));
  }
  trainer.done('finished');
  await vi.waitFor(() => expect(useRunStore.getState().run.phase).toBe('finished'));
  await vi.waitFor(() => expect(useHistoryStore.getState().records[0]?.model?.epoch).toBe(3));
  if (!disk.isStuck()) await runArchive.delete([]); // waits for all earlier writes
  return name;
}

/** The state that the next session finds. */
async function reopen(name: string): Promise<{ reasons: (string | undefined)[]; resumable: number }> {
  stop();
  resetStores();
  disk.isFull = () => false;
  disk.isStuck = () => false;
  await runArchive.open(Promise.resolve(runStorage(name)));
  const { records } = useHistoryStore.getState();
  const found = { reasons: records.map(({ reason }) => reason), resumable: 0 };
  await runArchive.delete([]);
  found.resumable = useHistoryStore.getState().records.filter(({ checkpoint }) => checkpoint !== undefined).length;
  return found;
}

describe('a database that refuses to write', { timeout: 120_000 }, () => {
  const heard = () => useNoticeStore.getState().notices.map(({ title }) => title);

  test('nothing is reported if nothing fails', async () => {
    const name = await trainOnce();
    expect(useNoticeStore.getState().notices).toEqual([]);
    expect(disk.writes).toBeGreaterThan(4);
    expect(await reopen(name)).toEqual({ reasons: ['finished'], resumable: 0 });
  });

  test('a page that is closed before the end of its run is stored leaves no interrupted run', async () => {
    disk.isStuck = () => useRunStore.getState().run.phase === 'finished';
    const name = await trainOnce();
    expect((await runStorage(name).records())[0]?.reason).toBeUndefined();
    expect((await reopen(name)).reasons).toEqual(['finished']);
  });

  test.each([1, 2, 3, 4, 5, 6, 7])(
    'once, at write %i: the run finishes and is not listed as unfinished',
    async (at) => {
      disk.isFull = (write) => write === at;
      const name = await trainOnce();
      expect(heard()).toEqual(['This run could not be stored in this browser']);
      expect(useWorkspaceStore.getState().workspace.model).toBeDefined(); // it can be exported
      const { reasons, resumable } = await reopen(name);
      expect(reasons.filter((reason) => reason !== 'finished')).toEqual([]);
      expect(resumable).toBe(0);
    },
  );

  test.each([1, 2, 3, 4, 5, 6, 7])('from write %i on: the same', async (from) => {
    disk.isFull = (write) => write >= from;
    const name = await trainOnce();
    expect(heard()).toEqual(['This run could not be stored in this browser']);
    expect(useWorkspaceStore.getState().workspace.model).toBeDefined();
    const { reasons, resumable } = await reopen(name);
    expect(reasons.filter((reason) => reason !== 'finished')).toEqual([]);
    expect(resumable).toBe(0);
  });
});
