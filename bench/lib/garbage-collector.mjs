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
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId));
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  /** @type {Map<number, () => void>} */
  const waiting = new Map();
  session.on('Target.receivedMessageFromTarget', ({ message }) => waiting.get(JSON.parse(message).id)?.());
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });

  let requests = 0;
  const collectIn = async (/** @type {string} */ sessionId) => {
    const id = ++requests;
    const answered = new Promise((/** @type {(value: void) => void} */ resolve) => waiting.set(id, resolve));
    const message = JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    await answered;
    waiting.delete(id);
  };
  return async () => {
    for (const _ of [1, 2]) {
      await session.send('HeapProfiler.collectGarbage');
      for (const worker of workers) await collectIn(worker);
    }
  };
}
