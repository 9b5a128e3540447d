import { readFileSync } from 'node:fs';

/**
 * Memory of the browser's largest process of a type, in MB: current (VmRSS of Linux), and peak (VmHWM).
 *
 * @param {import('playwright').Browser} browser with one tab
 * @param {'renderer' | 'GPU'} type the tab's, or that of WebGPU's buffers
 */
export async function processMemory(browser, type = 'renderer') {
  const statuses = (await processesOf(browser, type)).map((id) => readFileSync(`/proc/${id}/status`, 'utf8'));
  const most = (/** @type {string} */ field) =>
    Math.round(
      Math.max(...statuses.map((status) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]))) / 1024,
    );
  return { now: most('VmRSS'), peak: most('VmHWM') };
}

/**
 * The ids of the browser's processes of a type.
 *
 * @param {import('playwright').Browser} browser
 * @param {'renderer' | 'GPU'} type
 */
export async function processesOf(browser, type) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter((process) => process.type === type).map(({ id }) => id);
}
