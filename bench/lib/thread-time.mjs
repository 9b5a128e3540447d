// Processor time of threads on Linux, which other programs on the machine hardly change.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Where a program's JavaScript runs: the worker of a page of Chromium, or the main thread of Node. */
const JAVASCRIPT = /^(DedicatedWorker|node)/;

/** @returns {number | undefined} milliseconds of the threads that run JavaScript in the processes that this one started; undefined if unknown */
export function javascriptTime() {
  if (!existsSync('/proc/self/schedstat')) return undefined;
  let total = 0;
  for (const pid of descendants(process.pid)) {
    for (const [thread, name] of threadsOf(pid)) {
      if (JAVASCRIPT.test(name) && (name.startsWith('Dedicated') || thread === pid)) total += timeOf(pid, thread);
    }
  }
  return total;
}

/** @param {number} root @returns {number[]} */
function descendants(root) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    const stat = Number.isInteger(pid) ? read(`/proc/${pid}/stat`) : undefined;
    if (stat === undefined) continue;
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]); // after the name, which may contain spaces
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = /** @type {number[]} */ ([]);
  for (let queue = children.get(root) ?? []; queue.length > 0;) {
    found.push(...queue);
    queue = queue.flatMap((pid) => children.get(pid) ?? []);
  }
  return found;
}

/** @param {number} pid @returns {[thread: number, name: string][]} */
function threadsOf(pid) {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((thread) => [Number(thread), read(`${folder}/${thread}/comm`)?.trim() ?? '']);
}

/** @param {number} pid @param {number} thread @returns {number} milliseconds */
function timeOf(pid, thread) {
  return Number(read(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ')[0] ?? 0) / 1e6;
}

/** @param {string} path @returns {string | undefined} undefined if the process has ended */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
