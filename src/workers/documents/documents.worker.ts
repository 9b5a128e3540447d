/** Entry of the worker that reads and writes documents. */
import { takeLock } from '../../lib/locks.ts';
import { serve, type Emit } from '../../lib/rpc.ts';
import type { DocumentEvents } from '../wire/documents.ts';
import { documentHandlers } from './document-handlers.ts';

void takeLock(self.name);
serve(self, documentHandlers, (emit: Emit<DocumentEvents>) => emit);
