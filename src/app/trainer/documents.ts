import { StudioError } from '../../lib/errors.ts';
import { Client } from '../../lib/rpc.ts';
import { startWorker } from '../../lib/worker-life.ts';
import type { DocumentEvents, DocumentRequests, DocumentText, UnpackedDocument } from '../../workers/wire/documents.ts';

type DocumentClient = Client<DocumentRequests, DocumentEvents>;

/** Runs requests in a worker of documents of their own, which ends with them. */
export async function withDocumentWorker<T>(
  use: (client: DocumentClient) => Promise<T>,
  onWritten?: (count: number) => void,
): Promise<T> {
  const worker = startWorker(
    'documents',
    (name) =>
      new Worker(new URL('../../workers/documents/documents.worker.ts', import.meta.url), { type: 'module', name }),
  );
  try {
    const died = (reason: string) => new StudioError('Internal', `The reader of documents stopped: ${reason}.`);
    return await use(
      new Client<DocumentRequests, DocumentEvents>(worker, { written: (count) => onWritten?.(count) }, died),
    );
  } finally {
    worker.terminate();
  }
}

/** @throws StudioError BadInput, Cancelled */
export function readDocument(file: File, signal?: AbortSignal): Promise<DocumentText> {
  return withDocumentWorker((client) => client.begin('read', { file }, signal));
}

/** The documents in a zip archive, and those that cannot be unpacked. @throws StudioError BadInput */
export function unpackDocuments(archive: File): Promise<UnpackedDocument[]> {
  return withDocumentWorker((client) => client.begin('unpack', { archive }));
}
