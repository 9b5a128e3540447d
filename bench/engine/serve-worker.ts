import { answer, type Request } from './protocol.ts';

/**
 * Answers the requests of the page to this worker.
 *
 * @returns the files that the page was given, by name
 */
export function serveWorker(handlers: object): ReadonlyMap<string, File> {
  const files = new Map<string, File>();
  self.onmessage = async ({ data }: MessageEvent<Request | File[]>) => {
    if (Array.isArray(data)) for (const file of data) files.set(file.name, file);
    else self.postMessage(await answer(handlers, data));
  };
  return files;
}
