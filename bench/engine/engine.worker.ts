/** Runs in a browser: everything in a worker, as in the studio. */
import { defined } from '../../src/lib/assert.ts';
import { serve, type Handlers } from '../../src/lib/rpc.ts';
import { engine, type EngineContext } from './engine.ts';
import type { EngineRequests } from './protocol.ts';

/** `give`: files that the engine opens by name. */
export type WorkerRequests = EngineRequests & { give: [params: File[], result: void] };

const given = new Map<string, File>();

const handlers: Handlers<EngineContext, WorkerRequests> = {
  ...engine,
  give: (_, files) => {
    for (const file of files) given.set(file.name, file);
  },
};

serve(self, handlers, () => ({
  openFile: async (name) => defined(given.get(name), () => `the page was given no file ${name}`),
}));
