/** Entry of the worker that reads files. */
import { serve, type Emit } from '../../lib/rpc.ts';
import { takeLock } from '../../lib/locks.ts';
import { readerHandlers, type ReaderEvents } from './reader-handlers.ts';

void takeLock(self.name);
serve(self, readerHandlers, (emit: Emit<ReaderEvents>) => emit);
