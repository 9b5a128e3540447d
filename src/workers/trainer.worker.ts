/** Entry of the worker, in which all training happens. */
import { removeUnusedScratchFiles } from '../data/vectors/scratch-file.ts';
import { trustOwnScripts } from '../lib/trusted-types.ts';
import { holdLock } from '../lib/worker-life.ts';
import { createHandlers } from './handlers.ts';
import { serve } from './wire/serve.ts';

trustOwnScripts(self);
holdLock(self.name);
removeUnusedScratchFiles().catch(() => undefined); // without such storage there are no files
serve(self, createHandlers);
