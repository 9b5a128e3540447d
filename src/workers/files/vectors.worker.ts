/** Entry of the worker that reads a vectors file and looks up its words. */
import { serve, type Emit } from '../../lib/rpc.ts';
import { takeLock } from '../../lib/locks.ts';
import { vectorsHandlers, type VectorsEvents } from './vectors-handlers.ts';

void takeLock(self.name);
serve(self, vectorsHandlers, (emit: Emit<VectorsEvents>) => ({ emit }));
