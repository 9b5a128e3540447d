/** Entry of the worker, in which all training happens. */
import { trustOwnScripts } from '../lib/trusted-types.ts';
import { createHandlers } from './handlers.ts';
import { serve } from './wire/serve.ts';

trustOwnScripts(self);
// Held as long as this worker lives, so that the page notices if it ends without an error.
void navigator.locks?.request(self.name, () => new Promise(() => undefined));
serve(self, createHandlers);
