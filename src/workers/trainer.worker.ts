/** Entry of the worker, in which all training happens. */
import { createHandlers } from './handlers.ts';
import { serve } from './wire/serve.ts';

serve(self, createHandlers);
