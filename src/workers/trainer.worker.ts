/** Entry of the worker, in which all training happens. */
import { trustOwnScripts } from '../lib/trusted-types.ts';
import { createHandlers } from './handlers.ts';
import { serve } from './wire/serve.ts';

trustOwnScripts(self);
serve(self, createHandlers);
