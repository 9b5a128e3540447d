/**
 * Collects the garbage of a page and of its workers, twice: the second round frees what finalizers of the first one
 * release.
 *
 * @param {import('playwright').Page} page
 * @returns {Promise<() => Promise<void>>}
 */
export async function garbageCollector(page) {
  const session = await page.context().newCDPSession(page);
  /** @type {Set<string>} sessions of workers */
  const workers = new Set();
  let requests = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId));
  /** The worker that is asked, and what to do when it has answered or ended. @type {{ worker: string, done: () => void } | undefined} */
  let asked;
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    workers.delete(sessionId);
    if (asked?.worker === sessionId) asked.done();
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    if (JSON.parse(message).id === requests) asked?.done();
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });

  const collectIn = async (/** @type {string} */ worker) => {
    const message = JSON.stringify({ id: ++requests, method: 'HeapProfiler.collectGarbage' });
    const answered = new Promise((/** @type {(value: void) => void} */ resolve) => (asked = { worker, done: resolve }));
    await session.send('Target.sendMessageToTarget', { sessionId: worker, message });
    await answered;
  };
  return async () => {
    for (const _ of [1, 2]) {
      await session.send('HeapProfiler.collectGarbage');
      for (const worker of workers) await collectIn(worker);
    }
  };
}
