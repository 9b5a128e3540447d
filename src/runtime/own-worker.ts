import { WORKER_NAME } from './worker-protocol.ts';

/** The function around this module when it is built (scripts/tagger-source.ts): its text is a script of its own. */
declare const tagsmithRuntime: (() => unknown) | undefined;

/**
 * Starts a worker from the source of this module, so that no further file has to be served. A classic one: pages that were opened from
 * disk may start no module worker of a blob.
 *
 * @throws Error where there are no workers, or the page's policy forbids this one
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
