// The time to a first model: opens the page, presses Train, and prints the seconds since the page was opened, when Train
// can be pressed and in every epoch, with the best dev F1 so far and the memory of the tab and of the browser's GPU process.
// With --collect, the garbage of the page and of the trainer is collected first: any growth is then a leak.
//
//   npm run build && node bench/sample.mjs [--epochs 30] [--set learningRate=0.002]… [--device simd] [--collect]
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { garbageCollector } from './lib/garbage-collector.mjs';
import { processMemory } from './lib/process-memory.mjs';
import { serveStudio } from './lib/studio.mjs';

const { values } = parseArgs({
  options: {
    epochs: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    device: { type: 'string', default: 'auto' },
    collect: { type: 'boolean', default: false },
  },
});
const settings = new URLSearchParams(values.set.map((pair) => pair.split('=')));
if (values.epochs !== undefined) settings.set('epochs', values.epochs);

const server = await serveStudio();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const collect = values.collect ? await garbageCollector(page) : undefined;
  const memory = async () => {
    await collect?.();
    return { memoryMB: (await processMemory(browser)).now, gpuMB: (await processMemory(browser, 'GPU')).now };
  };
  const opened = performance.now();
  const seconds = () => Number(((performance.now() - opened) / 1000).toFixed(1));
  await page.goto(`${server.url}?device=${values.device}#${settings}`);
  const train = page.getByRole('button', { name: 'Train', exact: true });
  await train.and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
  console.log(JSON.stringify({ ready: seconds() }));
  await train.click();
  const overall = page.getByRole('table', { name: 'Entity scores' }).getByRole('row', { name: 'Overall' });
  const status = page.getByRole('status', { name: 'Run status' });
  for (let reported = ''; ;) {
    const word = /^\w+/.exec(await status.innerText())?.[0] ?? '';
    const scores = (await overall.count()) === 0 ? '' : (await overall.innerText()).replaceAll(/\s+/g, ' ');
    const [epoch] = /epoch \d+/i.exec(await status.innerText()) ?? [];
    if (`${epoch} ${scores}` !== reported) {
      console.log(JSON.stringify({ seconds: seconds(), during: epoch, scores, ...(await memory()) }));
    }
    reported = `${epoch} ${scores}`;
    if (['Finished', 'Stopped', 'Failed'].includes(word)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const end = (await status.innerText()).replaceAll('\n', ' ');
  console.log(JSON.stringify({ seconds: seconds(), end, ...(await memory()) }));
} finally {
  await browser.close();
  await server.close();
}
