import type { RandomAccessFile } from '../../src/data/files/random-access-file.ts';
import { openDevice } from '../../src/devices/open.ts';
import { defined } from '../../src/lib/assert.ts';
import { timeLayer } from './layer.ts';
import { profileSteps } from './profile.ts';
import type { EngineRequests, Handlers } from './protocol.ts';
import { Session } from './session.ts';
import { timeVectors } from './vectors.ts';
import { verifyTraining } from './verify.ts';

/** The studio's own code as an engine of the bench. @param openFile by a name or path */
export function createEngine(openFile: (name: string) => Promise<RandomAccessFile>): Handlers<EngineRequests> {
  let session: Session | undefined;
  const current = () => defined(session, () => 'nothing is prepared');
  return {
    open: async ({ device, threads }) =>
      openDevice(
        device,
        ({ message }) => {
          throw new Error(message);
        },
        threads,
      ),
    prepare: async (workload) => {
      await session?.dispose();
      session = undefined;
      session = await Session.prepare(workload, openFile);
      return session.describe();
    },
    train: () => current().trainEpoch(),
    tag: () => current().tag(),
    profile: ({ steps }) => profileSteps(current(), steps),
    layer: timeLayer,
    vectors: async ({ vectors, train }) => timeVectors(await openFile(vectors), await openFile(train)),
    verify: async ({ train, steps }) => verifyTraining(await openFile(train), steps),
  };
}
