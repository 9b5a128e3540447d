import { WORKER_NAME } from './worker-protocol.ts';

/** The function that wraps the built module (scripts/tagger-source.ts); its text is a standalone script. */
declare const tagsmithRuntime: (() => unknown) | undefined;

/**
 * Starts a worker from the source of this module, so that no other file has to be served. It is a classic worker, because pages opened
 * from disk cannot start module workers from a blob.
 *
 * @throws Error if workers are not available, or the page's policy forbids this one
 */
export function startOwnWorker(): Worker {
  if (typeof Worker !== 'function' || typeof tagsmithRuntime !== 'function') {
    throw new Error(
      'Tagsmith: this environment cannot start workers (Node, a service worker). Load the model without the option worker.',
    );
  }
  const url = URL.createObjectURL(new Blob([`(${String(tagsmithRuntime)})();`], { type: 'text/javascript' }));
  try {
    return new Worker(url, { name: WORKER_NAME });
  } catch (cause) {
    throw new Error(
      `Tagsmith: the content security policy of this page does not allow workers from a blob. Pass one made from a file: new Worker(new URL('./tagger.mjs', import.meta.url), { type: 'module', name: '${WORKER_NAME}' }).`,
      { cause },
    );
  } finally {
    URL.revokeObjectURL(url); // the worker has its script
  }
}
