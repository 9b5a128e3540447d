/** Entry of the worker, in which all training happens. */
import { removeUnusedScratchFiles } from '../data/vectors/scratch-file.ts';
import { serve } from '../lib/rpc.ts';
import { trustOwnScripts } from '../lib/trusted-types.ts';
import { takeLock } from '../lib/locks.ts';
import { createContext, handlers } from './handlers.ts';

trustOwnScripts(self);
void takeLock(self.name);
removeUnusedScratchFiles().catch(() => undefined); // without such storage there are no files
serve(self, handlers, createContext);
