import { StudioError } from '../../lib/errors.ts';
import { Client, type Listeners } from '../../lib/rpc.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { startWorker } from '../../lib/worker-life.ts';
import type { DocumentEvents, DocumentRequests, DocumentText, UnpackedDocument } from '../../workers/wire/documents.ts';

type DocumentClient = Client<DocumentRequests, DocumentEvents>;

interface DocumentWorker {
  client: DocumentClient;
  listeners: Listeners<DocumentEvents>;
  end: () => void;
}

/** How long a worker waits for a document: its reader of PDF takes memory. */
const MOST_IDLE: Milliseconds = 30_000;

function startDocumentWorker(): DocumentWorker {
  const worker = startWorker(
    'documents',
    (name) =>
      new Worker(new URL('../../workers/documents/documents.worker.ts', import.meta.url), { type: 'module', name }),
  );
  const died = (reason: string) => new StudioError('Internal', `The reader of documents stopped: ${reason}.`);
  const listeners: Listeners<DocumentEvents> = {};
  const client: DocumentClient = new Client(worker, listeners, died);
  return { client, listeners, end: () => worker.terminate() };
}

/** Runs requests in a worker of documents of their own, which ends with them. */
export async function withDocumentWorker<T>(
  use: (client: DocumentClient) => Promise<T>,
  onWritten?: (count: number) => void,
): Promise<T> {
  const worker = startDocumentWorker();
  if (onWritten !== undefined) worker.listeners.written = onWritten;
  try {
    return await use(worker.client);
  } finally {
    worker.end();
  }
}

/** Reads the next document. */
let waiting: { worker: DocumentWorker; expiry: ReturnType<typeof setTimeout> } | undefined;

function keepWaiting(worker: DocumentWorker): void {
  const expire = () => {
    worker.end();
    waiting = undefined;
  };
  waiting = { worker, expiry: setTimeout(expire, MOST_IDLE) };
}

function takeWaiting(): DocumentWorker | undefined {
  const worker = waiting?.worker;
  clearTimeout(waiting?.expiry);
  waiting = undefined;
  return worker;
}

/** Loads what a document may need, while it is still dragged or chosen. */
export function prepareDocuments(): void {
  if (waiting !== undefined) return;
  const worker = startDocumentWorker();
  keepWaiting(worker);
  worker.client.request('prepare', undefined).catch(() => undefined); // reading fails for the same reason, and says so
}

/**
 * @param encoding that was chosen
 * @param begun gets the first blocks of a long document before the others are read
 * @throws StudioError BadInput, Cancelled
 */
export async function readDocument(
  { file, encoding }: DocumentRequests['read'][0],
  signal?: AbortSignal,
  begun?: (blocks: DocumentText['blocks']) => void,
): Promise<DocumentText> {
  const worker = takeWaiting() ?? startDocumentWorker();
  worker.listeners.begun = (blocks) => begun?.([...blocks]);
  const text = await worker.client.begin('read', { file, encoding }, signal); // ends the worker if it fails
  if (waiting === undefined) keepWaiting(worker);
  else worker.end();
  return text;
}

/** The documents in a zip archive, and those that cannot be unpacked. @throws StudioError BadInput */
export function unpackDocuments(archive: File): Promise<UnpackedDocument[]> {
  return withDocumentWorker((client) => client.begin('unpack', { archive }));
}
