/** Entry of the worker, in which all training happens. */
import { trustOwnScripts } from '../lib/trusted-types.ts';
import { holdLock } from '../lib/worker-life.ts';
import { createHandlers } from './handlers.ts';
import { serve } from './wire/serve.ts';

trustOwnScripts(self);
holdLock(self.name);
serve(self, createHandlers);
