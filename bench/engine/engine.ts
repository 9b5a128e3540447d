import type { RandomAccessFile } from '../../src/data/files/random-access-file.ts';
import { openDevice } from '../../src/devices/open.ts';
import type { DeviceFailure } from '../../src/kernels/shared/device-failure.ts';
import { defined } from '../../src/lib/assert.ts';
import type { Handlers } from '../../src/lib/rpc.ts';
import { timeDispatch } from './dispatch.ts';
import { timeLayer } from './layer.ts';
import { useNullAdapter } from './null-adapter.ts';
import { profileSteps } from './profile.ts';
import type { EngineRequests } from './protocol.ts';
import { Session } from './session.ts';
import { timeVectors } from './vectors.ts';
import { programsOf } from './programs.ts';
import { compareRepeated, measureMemory, verifyTraining } from './verify.ts';

/** The state of an engine. */
export interface EngineContext {
  /** Opens a file by its name or path. */
  openFile: (name: string) => Promise<RandomAccessFile>;
  session?: Session;
}

/** The studio's own code as an engine of the bench. */
export const engine: Handlers<EngineContext, EngineRequests> = {
  open: async (_, { device, threads, isNull = false }) => {
    if (isNull) await useNullAdapter();
    const onFailure = ({ message }: DeviceFailure) => {
      throw new Error(message);
    };
    return openDevice(device, onFailure, threads, { isTested: !isNull });
  },
  prepare: async (context, workload) => {
    await context.session?.dispose();
    delete context.session;
    context.session = await Session.prepare(workload, context.openFile);
    return context.session.describe();
  },
  train: (context) => sessionOf(context).trainEpoch(),
  tag: (context) => sessionOf(context).tag(),
  profile: (context, { steps }) => profileSteps(sessionOf(context), steps),
  dispatch: (context, params) => timeDispatch(sessionOf(context), params),
  programs: (context, { times }) => programsOf(sessionOf(context), times),
  agree: async ({ openFile }, { train, steps }) => compareRepeated(await openFile(train), steps),
  memory: async ({ openFile }, { train, epochs }) => measureMemory(await openFile(train), epochs),
  layer: (_, shape) => timeLayer(shape),
  vectors: async ({ openFile }, { vectors, train }) => timeVectors(await openFile(vectors), await openFile(train)),
  verify: async ({ openFile }, { train, steps }) => verifyTraining(await openFile(train), steps),
};

function sessionOf({ session }: EngineContext): Session {
  return defined(session, () => 'nothing is prepared');
}
